// The port through which the guard of a route asks whose credentials a request carries.

export type Login =
  | { readonly organisationId: string }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'too many'; readonly retryAfterSeconds: number }

export interface Authenticator {
  /** Answers at once, without a promise, when the header was verified a moment ago. */
  known(header: string): string | undefined
  login(header: string, address: string): Promise<Login>
}
