// What the screens of admins share: a list that is loaded, acted on and loaded again, and a secret that is shown once.
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Client } from '../../../client/src/index.ts'
import { CopyButton } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Progress } from '../parts/progress.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { connect } from '../session.tsx'
import { shell } from '../words/shell.ts'
import { time } from '../words/words.ts'
import '../style/manage.css'

export interface Loaded<Items> {
  readonly items: Items | null
  readonly error: unknown
  readonly isBusy: boolean
  readonly load: () => void
  /** Does something and loads the list again; undefined where it failed. */
  readonly act: <Answer>(doing: (client: Client) => Promise<Answer>) => Promise<Answer | undefined>
}

export function useLoaded<Items>(read: (client: Client) => Promise<Items>): Loaded<Items> {
  const [items, setItems] = useState<Items | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // What is read is the same for the life of a screen.
  const load = useCallback(() => {
    read(connect()).then(setItems, setError)
  }, [])
  useEffect(load, [load])
  const act: Loaded<Items>['act'] = async (doing) => {
    setBusy(true)
    setError(null)
    try {
      const answer = await doing(connect())
      setItems(await read(connect()))
      return answer
    } catch (fault) {
      setError(fault)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { items, error, isBusy, load, act }
}

/** Rows, or that there are none, or that they are on their way. */
export function Rows<Item>({
  loaded: { items, error, load },
  empty,
  label,
  children,
}: {
  loaded: Pick<Loaded<readonly Item[]>, 'items' | 'error' | 'load'>
  empty: string
  label: string
  children: (item: Item) => ComponentChildren
}) {
  return (
    <>
      {error !== null && <Trouble error={error} onRetry={load} />}
      {items === null && error === null && <Progress label={shell().loading} />}
      {items?.length === 0 && <p class="muted">{empty}</p>}
      {items !== null && items.length > 0 && (
        <ul class="managed" aria-label={label}>
          {items.map(children)}
        </ul>
      )}
    </>
  )
}

/** It cannot be fetched again, so it says so. */
export function ShownOnce({ text, says, copy }: { text: string; says: string; copy: string }) {
  return (
    <section class="verdict tone-pass" role="status" data-testid="shown-once">
      <span class="verdict-icon">
        <Icon name="pass" size={26} />
      </span>
      <div class="verdict-words">
        <p class="verdict-title">{says}</p>
        <p class="mono managed-secret">{text}</p>
        <CopyButton text={() => text} label={copy} />
      </div>
    </section>
  )
}

export const timeText = (iso: string): string => time(iso, 'medium')
