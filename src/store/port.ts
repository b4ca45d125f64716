// The two ports of the store: a database that takes SQL written once, and files under keys.

export type Value = string | number | null | Uint8Array

/** `$1`, BYTEA, BIGINT, ON CONFLICT and RETURNING mean the same on every engine; nothing else beyond plain SQL is used. */
export interface Queries {
  query<Row extends object = Record<string, Value>>(sql: string, values?: readonly Value[]): Promise<Row[]>
}

export interface Database extends Queries {
  readonly engine: 'sqlite' | 'postgres'
  /** Everything asked through `queries` is committed together, or not at all when `work` throws. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Runs a script of several statements; only migrations do. */
  script(sql: string): Promise<void>
  /** Destroys what deleted rows leave behind in the engine's own files, as far as the engine can. */
  scrub(): Promise<void>
  close(): Promise<void>
}

export interface Files {
  readonly engine: 'disk' | 's3'
  /** The bytes are durable when this resolves. A key is written once and never overwritten. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** Also removes what a broken-off `put` left; removing what is not there is no fault. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /** Throws a sentence when files cannot be kept here now. */
  check(): Promise<void>
}

/** The store is out of reach or out of room: answered 503, and worth trying again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** A record refers to one that is not there any more: somebody removed it a moment ago. */
export class ReferenceMissing extends Error {
  override readonly name = 'ReferenceMissing'
}

/** What is stored is not what was stored: named, logged and never served. */
export class StoredDataDamaged extends Error {
  override readonly name = 'StoredDataDamaged'
}

const keyPattern = /^[a-z0-9-]{1,64}(\/[a-z0-9-]{1,64}){1,3}$/

/** Keys are made by us; one that is not of our form is a bug, and must never become a path. */
export function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error('not a storage key')
}
