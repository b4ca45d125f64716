// A list that the server gives in pages, searched by how an id begins.
import { useCallback, useRef, useState } from 'preact/hooks'
import type { CallOptions, Client } from '../../../client/src/index.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { useWork } from '../parts/work.ts'
import { faces } from '../words/faces.ts'

interface Query {
  readonly search?: string
  readonly cursor?: string
}

interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** The cursor of the next page; absent where there is none. */
  readonly next?: string
}

interface Pages<Row> {
  readonly rows: readonly Row[]
  readonly search: string
  readonly isBusy: boolean
  /** Whether an answer is there, be it an empty one. */
  readonly isDone: boolean
  readonly error: unknown
  /** Reads the first page of what begins so. */
  readonly find: (search: string) => void
  /** Reads one page more; absent where there is none. */
  readonly more: (() => void) | undefined
}

export function usePages<Row>(
  read: (client: Client, query: Query, options: CallOptions) => Promise<ListPage<Row>>,
): Pages<Row> {
  const work = useWork<ListPage<Row>>()
  const [rows, setRows] = useState<readonly Row[]>([])
  const [next, setNext] = useState<string>()
  const [search, setSearch] = useState('')
  const reading = useRef(read)
  reading.current = read
  const load = async (wanted: string, cursor?: string): Promise<void> => {
    setSearch(wanted)
    const query = { ...(wanted !== '' && { search: wanted }), ...(cursor !== undefined && { cursor }) }
    const done = await work.run((client, options) => reading.current(client, query, options))
    if (!done) return
    setRows((before) => (cursor === undefined ? done.answer.rows : [...before, ...done.answer.rows]))
    setNext(done.answer.next)
  }
  const { state } = work
  const find = useCallback((wanted: string) => void load(wanted), [])
  return {
    rows,
    search,
    isBusy: state.kind === 'working',
    isDone: state.kind === 'done',
    error: state.kind === 'failed' ? state.error : null,
    find,
    more: next === undefined ? undefined : () => void load(search, next),
  }
}

/** Shows the next page, where there is one. */
export function MoreButton({
  list,
}: {
  list: { readonly more?: (() => void) | undefined; readonly isBusy: boolean }
}) {
  if (!list.more) return null
  return (
    <Button kind="plain" data-testid="more" busy={list.isBusy} onClick={list.more}>
      {faces().more}
    </Button>
  )
}

export function SearchField({
  label,
  name,
  onFind,
}: {
  label: string
  name: string
  onFind: (search: string) => void
}) {
  const [text, setText] = useState('')
  return (
    <search>
      <form
        class="search-row"
        onSubmit={(event) => {
          event.preventDefault()
          onFind(text.trim())
        }}
      >
        <Field
          label={label}
          name={name}
          maxLength={256}
          autocomplete="off"
          value={text}
          onInput={(given) => {
            setText(given)
            // An emptied field shows everything again.
            if (given === '') onFind('')
          }}
        />
        <Button type="submit" icon="search" data-testid={name}>
          {faces().search}
        </Button>
      </form>
    </search>
  )
}
