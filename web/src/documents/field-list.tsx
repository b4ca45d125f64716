// The fields that were read, each with its source and how sure it is; pointing at one lights its place in the picture.
import type { ComponentChildren } from 'preact'
import { filled as fill } from '../../../src/words/numbers.ts'
import { CopyIcon } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import type { IconName } from '../parts/icon-paths.ts'
import { documents } from '../words/documents.ts'
import { fieldWords } from '../words/fields.ts'
import { decimal } from '../words/words.ts'
import { minConfidence, type ReadField } from './read-fields.ts'

const icons: Record<string, IconName> = { ocr: 'print', qr: 'qr', mrz: 'mrz', text: 'print', prior: 'search' }

function sourceWords(source: string): string {
  const t = documents()
  const known: Record<string, string> = {
    ocr: t.sourcePrint,
    qr: t.sourceQr,
    mrz: t.sourceMrz,
    text: t.sourceText,
    prior: t.sourcePrior,
    front: t.sourceFront,
    back: t.sourceBack,
    used: t.sourceUsed,
    'not-used': t.sourceOther,
  }
  return known[source] ?? source
}

function Sources({ sources }: { sources: readonly string[] }) {
  const t = documents()
  if (sources.length === 0) return null
  const names = sources.map(sourceWords)
  // What is known of places and surnames chose among marks: it read nothing that could agree.
  const agreeing = names.filter((_, index) => sources[index] !== 'prior')
  return (
    <span
      class="sources"
      title={agreeing.length > 1 ? fill(t.sourcesAgree, { sources: agreeing.join(', ') }) : undefined}
    >
      {sources.map((source, index) => (
        <span key={source} class={`source source-${source}`} data-source={source}>
          <Icon name={icons[source] ?? 'print'} size={14} />
          {names[index]}
        </span>
      ))}
    </span>
  )
}

function Sure({ lines }: { lines: readonly number[] }) {
  const t = documents()
  const sure = minConfidence(lines)
  if (sure === undefined) return null
  const percent = Math.floor(sure * 100)
  const text = fill(t.sure, { percent })
  const byLine =
    lines.length > 1
      ? fill(t.sureLines, { lines: lines.map((each) => decimal(each, 2)).join(', ') })
      : undefined
  const tone = sure >= 0.9 ? 'pass' : sure >= 0.6 ? 'warn' : 'fail'
  return (
    <span class={`sure tone-${tone}`} title={byLine}>
      <span class="sure-bar" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span class="small muted number">{text}</span>
    </span>
  )
}

export interface FieldListProps {
  fields: readonly ReadField[]
  lit: string | null
  onLight: (key: string | null) => void
  /** A row was tapped, or clicked. */
  onChoose?: (key: string) => void
  /** Under a row: its place cut out of the picture, where the picture itself is scrolled away. */
  placeOf?: (field: ReadField) => ComponentChildren
}

export function FieldList({ fields, lit, onLight, onChoose, placeOf }: FieldListProps) {
  const t = documents()
  return (
    <dl class="fields">
      {fields.map((field) => (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: by keyboard the focus lights it
        <div
          key={field.key}
          class={lit === field.key ? 'field-row field-row-lit' : 'field-row'}
          data-field={field.key}
          data-placed={field.places.length > 0}
          onPointerEnter={() => onLight(field.key)}
          onPointerLeave={() => onLight(null)}
          onFocusCapture={() => onLight(field.key)}
          onBlurCapture={() => onLight(null)}
          onClick={() => onChoose?.(field.key)}
        >
          <dt>{fieldWords(field.name)}</dt>
          <dd>
            <span class="field-value">
              <strong data-value>{field.value}</strong>
              <span class="field-about">
                <Sources sources={field.sources} />
                <Sure lines={field.lines} />
              </span>
              {field.differs.length > 0 && (
                <span class="field-differs tone-warn" data-testid="sources-differ">
                  <Icon name="warn" size={16} />
                  <span>
                    <strong>{t.sourcesDiffer}</strong>
                    {field.differs.map(({ source, value }) => (
                      <span key={source}>
                        {sourceWords(source)}: {value || t.notRead}
                      </span>
                    ))}
                  </span>
                </span>
              )}
            </span>
            <CopyIcon text={field.value} label={fill(t.copyValue, { field: fieldWords(field.name) })} />
          </dd>
          {lit === field.key && placeOf && <dd>{placeOf(field)}</dd>}
        </div>
      ))}
    </dl>
  )
}
