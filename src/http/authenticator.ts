// The port through which the guard of a route asks whose credentials a request carries.

export type Login =
  | { readonly organisationId: string }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'too many'; readonly retryAfterSeconds: number }

export interface Authenticator {
  /** Answers at once, without a promise, when the header was verified a moment ago. */
  known(header: string): string | undefined
  login(header: string, address: string): Promise<Login>
  /** Whether the organisation was removed; what was verified of it a moment ago is then forgotten. */
  isRemoved(organisationId: string): Promise<boolean>
}
