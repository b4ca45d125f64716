// The two ports of the store: a database that takes SQL of one dialect, and files under keys.

export type SqlValue = string | number | null | Uint8Array

/** Queries use plain SQL and `$1`, BYTEA, BIGINT, ON CONFLICT and RETURNING, which mean the same on every engine. */
export interface Queries {
  query<Row extends object = Record<string, SqlValue>>(
    sql: string,
    values?: readonly SqlValue[],
  ): Promise<Row[]>
  /** What rows that decide something are bound with; only in transactions of a database that has a keyring. */
  readonly binder?: Binder
}

/** A row was bound: what the audit trail is told of it. */
export interface Binding {
  readonly kind: string
  readonly id: string
  readonly revision: number
  readonly digest: string
}

/** Keyed digests, by a secret of the server. */
export interface Digests {
  of(text: string): string
  ofBytes(bytes: Uint8Array): string
  newSalt(): string
}

/** What is kept of a row that is bound. */
export interface KeptBinding extends Binding {
  readonly isGone: number
  readonly salt: string
}

export interface Binder {
  readonly engine: Database['engine']
  readonly digests: Digests
  readonly now: () => number
  /** What this transaction binds, by kind and id: it is written at its end, each row once. */
  readonly waiting: Map<string, KeptBinding>
  /** What this transaction has written of that. */
  readonly made: Binding[]
}

/** What committed transactions bound and the audit trail does not hold yet. */
export interface Unchained {
  readonly digests: () => Promise<Digests>
  /** Set by a trail that is on; otherwise nothing waits. */
  isChained: boolean
  readonly made: Binding[]
}

export interface Database extends Queries {
  readonly engine: 'sqlite' | 'postgres'
  readonly unchained?: Unchained
  /** All queries made through `queries` are committed together, or rolled back when `work` throws. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>
  /** Destroys the remains of deleted rows in the engine's own files, as far as the engine can. */
  scrub(): Promise<void>
  close(): Promise<void>
}

export interface Files {
  readonly engine: 'disk' | 's3'
  /** The bytes are durable when this resolves. A key is written once and never overwritten. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** Also removes what an interrupted `put` left; removing a missing key is no error. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /** Throws an error that says why files cannot be stored now. */
  check(): Promise<void>
}

/** The store is unreachable or full: the answer is 503, and a caller may try again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** A collection has more faces than the server's memory for them holds: waiting changes nothing. */
export class DoesNotFit extends StoreUnavailable {
  /** What the caller is told. */
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/** The organisation would store more than it may: the answer is 507, and names the numbers. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
  readonly limitBytes: number
  readonly usedBytes: number
  readonly wantedBytes: number

  constructor(sizes: {
    readonly limitBytes: number
    readonly usedBytes: number
    readonly wantedBytes: number
  }) {
    super(`an organisation that may store ${sizes.limitBytes} bytes stores ${sizes.usedBytes}`)
    this.limitBytes = sizes.limitBytes
    this.usedBytes = sizes.usedBytes
    this.wantedBytes = sizes.wantedBytes
  }
}

/** A record refers to another that was removed a moment ago. */
export class ReferenceMissing extends Error {
  override readonly name = 'ReferenceMissing'
}

/** Stored bytes are damaged or missing: they are logged and never served. */
export class StoredDataDamaged extends Error {
  override readonly name = 'StoredDataDamaged'
}

const keyPattern = /^[a-z0-9-]{1,64}(\/[a-z0-9-]{1,64}){1,3}$/

/** Storage keys are made by this server; a key of another form is a bug and must never become a path. */
export function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error('not a storage key')
}
