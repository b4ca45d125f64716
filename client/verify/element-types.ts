// The types of `<selfsame-verify>` as integrators see them. It imports nothing: the package ships it as it is.

/** Where a verification stands. */
export type VerificationState =
  | 'created'
  | 'started'
  | 'processing'
  | 'review'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'cancelled'

/** What `selfsame-step` tells. */
export interface StepDetail {
  /** `overview`, a step, `processing`, `result` or `trouble`. */
  readonly step: string
  readonly state: VerificationState | undefined
}

/** What `selfsame-done` tells. Ask your own server about the rest: it has the signed event. */
export interface DoneDetail {
  readonly verification_id: string
  readonly state: VerificationState
}

/** What `selfsame-error` tells: `linkUsed`, `linkExpired` and others, and the same for developers. */
export interface ErrorDetail {
  readonly code: string
  readonly message: string
}

export interface SelfsameVerifyEvents {
  'selfsame-ready': CustomEvent<Record<string, never>>
  'selfsame-step': CustomEvent<StepDetail>
  'selfsame-done': CustomEvent<DoneDetail>
  'selfsame-error': CustomEvent<ErrorDetail>
}

/** What the element may be told in HTML. */
export interface SelfsameVerifyAttributes {
  /** The link `ssl_…` of the verification, or a token `sst_…`. */
  token?: string
  /** Where the server is: `https://verify.example`. */
  'base-url'?: string
  /** `vi` or `en`; by default that of the verification, then that of the browser. */
  locale?: string
  theme?: 'light' | 'dark' | 'auto'
  /** Has the back button of the browser move between screens: for a page with nothing else on it. */
  navigation?: ''
}

export interface SelfsameVerifyElement extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    'selfsame-verify': SelfsameVerifyElement
  }
  interface HTMLElementEventMap extends SelfsameVerifyEvents {}
}
