// Sends the requests of one caller of one organisation, and compares each answer with the expected one.
import type { OperationName } from '../../client/src/operations.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { type Answer, callerOf, failedChecks, type Asked as Sent } from '../kit/caller.ts'
import type { Answers } from './answers.ts'

export interface Asked extends Omit<Sent<OperationName>, 'request'> {
  /** The expected result code; by default 200. */
  readonly code?: number
  /** Another result code that is as right. */
  readonly or?: number
  /** The expected HTTP status; by default that of the table of codes. */
  readonly status?: number
  /** A further condition on an answer with the right code. */
  readonly fits?: (answer: Answer) => boolean
}

export interface Caller {
  /** The name of the act that the next requests belong to. */
  act: string
  ask(operation: OperationName, asked?: Asked): Promise<Answer>
}

/** Result codes from here up are their own HTTP status; those below are outcomes of a request that was served. */
const FIRST_STATUS = 400
const TIMEOUT_MS = 180_000

export function openCaller(url: string, credentials: Credentials, answers: Answers): Caller {
  const { call } = callerOf(url, credentials, { timeoutMs: TIMEOUT_MS })
  const caller: Caller = {
    act: '',
    async ask(operation, { code = 200, or = code, status, fits, ...asked } = {}) {
      const answer = await call(operation, asked)
      const wanted = { status: status ?? (code >= FIRST_STATUS ? code : 200), code }
      const isRight = answer.status === wanted.status && [wanted.code, or].includes(answer.code)
      answers.add({
        operation,
        act: caller.act,
        status: answer.status,
        code: answer.code,
        ms: answer.ms,
        ...(!isRight && { unexpected: `${inWords(answer)} instead of ${wanted.status} ${wanted.code}` }),
        ...(isRight &&
          fits?.(answer) === false && { unexpected: `${inWords(answer)}, with the wrong content` }),
      })
      return answer
    },
  }
  return caller
}

/** The server's own messages never quote what was sent. */
function inWords(answer: Answer): string {
  const { status, code, body, failure } = answer
  return [status, code, String(body.message ?? failure ?? ''), ...failedChecks(answer)].join(' ')
}
