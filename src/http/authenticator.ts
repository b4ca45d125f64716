// The port through which the guard of a route asks whose credentials a request carries.

/** An API key that was let in. */
export interface UsedKey {
  readonly id: string
  readonly scopes: readonly string[]
  readonly hash: Uint8Array
}

export type Login =
  | { readonly organisationId: string; readonly key?: UsedKey }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'too many'; readonly retryAfterSeconds: number }

export interface Authenticator {
  /** Answers at once, without a promise, when name and password were verified a moment ago; never for an API key. */
  known(header: string): string | undefined
  login(header: string, address: string): Promise<Login>
  /** Whether a key that was let in would be let in now. */
  isStillGood(key: UsedKey): Promise<boolean>
  /** Whether the organisation was removed; what was verified of it a moment ago is then forgotten. */
  isRemoved(organisationId: string): Promise<boolean>
  /** Writes down when keys were last used, as far as that is not written yet. */
  close(): Promise<void>
}
