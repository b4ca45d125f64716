// The port through which requests of a person with a token are let in, and counted as attempts at the steps of a verification.
import type { Code } from '../codes.ts'

/** A step that is done by calls of documents, chips or liveness. */
type StepOfCalls = 'document' | 'chip' | 'liveness'

/**
 * `whole`: one call is one attempt. Otherwise one call starts it, several may be parts of it, and one ends it. `more`
 * adds to what an earlier attempt made, and counts only where it fails.
 */
type StepPhase = 'whole' | 'start' | 'part' | 'more' | 'end'

/** What a call of a route means for a step. */
export interface StepMark {
  readonly step: StepOfCalls
  readonly phase: StepPhase
  /** The family of challenges, where there are several ways to do the step. */
  readonly way?: string
  /** The parameter of the path that names what an earlier call made. */
  readonly subject?: string
}

/** Whom a link or token stands for. */
export interface Visit {
  readonly organisationId: string
  readonly verificationId: string
  readonly externalPersonId: string
  readonly consentReference: string | undefined
  readonly isTest: boolean
  /** The id of the token; empty where the person came with a link. */
  readonly tokenId: string
  /** Of the link or token. */
  readonly hash: Uint8Array
  /** It was exchanged a moment ago, and is good for repeating that request alone; any other call is answered this. */
  readonly exchanged?: Code
}

/** The fields of requests that a visit fills: what a person sends is filed under whom the verification is about. */
export const fieldsOfVisit = ({
  externalPersonId,
  consentReference,
}: Visit): Record<string, string | null> => ({
  external_person_id: externalPersonId,
  consent_reference: consentReference ?? null,
})

export const isLinkVisit = ({ tokenId }: Visit): boolean => tokenId === ''

/** For a link or token that is over, the code that says why: only its holder can ask. Undefined for a secret that was never given out. */
export type FoundVisit = { readonly visit: Visit } | { readonly over: Code } | undefined

export interface VisitLookups {
  lookUp(secret: string): Promise<FoundVisit>
}

/** Links and tokens begin otherwise than API keys. */
export const bearsVisit = (header: string | undefined): boolean =>
  header !== undefined && /^\s*bearer +ss[lt]_/i.test(header)

/** One call of a person towards a step. */
export interface StepCall extends StepMark {
  readonly operation: string
  readonly requestId: string
  /** What an earlier call made, as the path names it. */
  readonly subjectId: string | undefined
}

/** A call that was let through, and what the policy asks of it. */
export interface OpenAttempt {
  readonly call: StepCall
  /** The attempt that the call counts as; undefined for a part of one. */
  readonly attemptId: string | undefined
  /** The attempt that the call is a part of. */
  readonly partOf?: string | undefined
  /** The path names something that this person did not make: to the person it is unknown. */
  readonly isForeign: boolean
  /** The least strength of a verdict of liveness. */
  readonly leastStrength: string | undefined
  /** The lines of the policy between which the presence of a person is in doubt; the usual ones where it is undefined. */
  readonly presence?: { readonly accept: number; readonly refuse: number } | undefined
  /** What the policy asks of the capture of its frames. */
  readonly leastCapture?: string | undefined
  /** The document that the person has sent pictures of. */
  readonly documentId: string | undefined
}

/** What a handler tells of an attempt beside its answer; where it tells nothing, nothing was tried. */
export interface StepResult {
  /** The document or challenge that it made or judged; undefined where nothing was kept. */
  readonly subjectId: string | undefined
  readonly findings: Findings
}

/** What was found, for the judgement later; it becomes JSON, and is kept sealed. */
export interface Findings {
  /** Of a document: its kind, which sides of it were seen, and whether it has a back. */
  readonly kind?: string
  readonly sides?: readonly ('front' | 'back')[]
  readonly hasBack?: boolean
  /** Of a document: its front was photographed twice, once flat and once tilted. */
  readonly isTilted?: boolean
  /** Of liveness. */
  readonly strength?: string
  readonly presence?: number
  readonly family?: string
  /** What was seen leaves doubt; `strength` is lowered by it from `strength_of_tasks`. */
  readonly is_doubtful?: boolean
  readonly strength_of_tasks?: string | undefined
  readonly [other: string]: unknown
}

export interface Visits extends VisitLookups {
  /** Refuses a call whose step is not asked for, not open now, or out of attempts. */
  begin(visit: Visit, call: StepCall): Promise<OpenAttempt>
  /** Ends the attempt, and with the last one that is needed the journey; refuses where the journey ended meanwhile. */
  end(visit: Visit, begun: OpenAttempt, code: Code, result: StepResult | undefined): Promise<void>
  /** What was sent took too much to look at: it counts as a failed attempt, also where the call is a part of one. */
  spend(visit: Visit, begun: OpenAttempt, code: Code): Promise<void>
  /** The call was refused, or failed: it does not count. */
  drop(visit: Visit, begun: OpenAttempt): Promise<void>
}
