// What was read of a document beside its pictures; the two light each other up.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { CopyButton } from '../parts/copy.tsx'
import { documents } from '../words/documents.ts'
import { FieldList } from './field-list.tsx'
import { Cutout, Pictures, type PicturesProps, type Shown } from './pictures.tsx'
import type { ReadField } from './read-fields.ts'

export interface FieldGroup {
  readonly title: string
  readonly fields: readonly ReadField[]
}

export interface ReadingProps {
  shown: readonly Shown[]
  draw?: PicturesProps['draw']
  groups: readonly FieldGroup[]
  /** What "copy all" copies. */
  record: () => unknown
  /** Under the picture, where there is room: what to do next. */
  next?: ComponentChildren
  /** Marked in the picture, but shown by `children` instead of the lists. */
  marked?: readonly ReadField[]
  /** Under the fields: rows of classes, reliability. */
  children?: ComponentChildren | ((light: Light) => ComponentChildren)
}

/** What is lit, and how to light something else. */
export interface Light {
  readonly lit: string | null
  readonly onLight: (key: string | null) => void
}

export function Reading({ shown, draw, groups, record, next, marked = [], children }: ReadingProps) {
  const t = documents()
  const root = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  // A finger does not stay on what it points at: the field that was tapped stays lit until it or another is tapped.
  const [tapped, setTapped] = useState<string | null>(null)
  const lit = pointed ?? tapped
  const all = [...groups.flatMap(({ fields }) => fields), ...marked]
  const choose = (key: string): void => {
    const row = root.current?.querySelector<HTMLElement>(`.reading-words [data-field="${CSS.escape(key)}"]`)
    row?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    row?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <div class="reading" ref={root} data-testid="reading">
      <Pictures shown={shown} draw={draw} fields={all} lit={lit} onLight={setPointed} onChoose={choose} />
      <div class="reading-words">
        {groups.map(({ title, fields }, index) => (
          <section key={title} class="panel" aria-label={title}>
            <div class="panel-head">
              <h2>{title}</h2>
              {index === 0 && <CopyButton text={() => JSON.stringify(record(), null, 2)} label={t.copyAll} />}
            </div>
            <FieldList
              fields={fields}
              lit={lit}
              onLight={setPointed}
              onChoose={(key) => setTapped(key === tapped ? null : key)}
              placeOf={(field) => field.key === tapped && <Cutout shown={shown} draw={draw} field={field} />}
            />
          </section>
        ))}
        {typeof children === 'function' ? children({ lit, onLight: setPointed }) : children}
      </div>
      {next && <div class="reading-next">{next}</div>}
    </div>
  )
}
