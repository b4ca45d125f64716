// The answers about identity documents, which create, attach and sides write a little differently.
import type { AnswerOf, Exchange } from '../../../client/src/index.ts'

export type IdentityAnswer =
  | AnswerOf<'createDocument'>
  | AnswerOf<'attachToDocument'>
  | AnswerOf<'createDocumentFromSides'>

/** What was sent, and what the server said about it. */
export interface ReadDocument {
  readonly answer: IdentityAnswer
  readonly pictures: readonly File[]
  readonly exchange: Exchange | undefined
}

/** The outcome of create and attach is inside, of sides beside. */
export function outcomeOf(answer: IdentityAnswer): { code: number; message: string } {
  const at = 'result_code' in answer ? answer : answer.recognized_data
  return { code: at.result_code, message: at.message }
}
