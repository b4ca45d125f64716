// A row of the contract's table: a line of the specification, the request that shows it, and what must come back.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { type Answered, basic, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { lines } from './specification-lines.ts'

type Lines = typeof lines
export type Section = keyof Lines

export interface Row {
  readonly section: Section | 'open'
  readonly line: string
  readonly request: Request
  /** Holds what of the answer the line speaks of; headers by their names in small letters. */
  readonly answer: Readonly<Partial<Record<keyof Answered, unknown>>>
}

export const row = <Of extends Section>(
  section: Of,
  line: Lines[Of][number],
  request: Request,
  answer: Row['answer'],
): Row => ({ section, line, request, answer })

/** A point that the specification leaves open, or says of no single line; docs/guides/migrating.md has it in the same words. */
export const openPoint = (line: string, request: Request, answer: Row['answer']): Row => ({
  section: 'open',
  line,
  request,
  answer,
})

/** Sends one or more calls, and returns the last answer. */
export type Request = (caller: Caller) => Promise<Answered>

export interface Caller {
  readonly server: TestServer
  readonly call: Call
  /** Sends a request once and remembers its answer, because several lines speak of one answer. */
  ask(request: Request): Promise<Answered>
}

export function contractCaller(server: TestServer): Caller {
  const answers = new Map<Request, Promise<Answered>>()
  const caller: Caller = {
    server,
    call: callerOf(server),
    ask(request) {
      const answer = answers.get(request) ?? request(caller)
      answers.set(request, answer)
      return answer
    },
  }
  return caller
}

/** Makes one test of each row. */
export function testRows(rows: readonly Row[], caller: () => Caller): void {
  test.each(rows.map((one) => [one.section, one.line, one] as const))(
    '%s %s',
    async (_section, _line, one) => {
      const { status, headers, body } = await caller().ask(one.request)
      expect({ status, headers: Object.fromEntries(headers), body }).toMatchObject(one.answer)
    },
  )
}

export const post =
  (path: string, body?: unknown): Request =>
  ({ call }) =>
    call('POST', path, body)

/** Sends a form; a text is a field and bytes are a file. */
export const form =
  (
    path: string,
    parts: () => Promise<readonly (readonly [name: string, part: string | Uint8Array])[]>,
  ): Request =>
  async ({ server }) => {
    const sent = new FormData()
    for (const [i, [name, part]] of (await parts()).entries())
      if (typeof part === 'string') sent.append(name, part)
      else sent.append(name, new Blob([part as Uint8Array<ArrayBuffer>]), `file-${i}`)
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: basic(server.credentials) },
      body: sent,
    })
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>,
    }
  }

export const without = <Body extends object>(body: Body, name: keyof Body): Partial<Body> => {
  const { [name]: _, ...rest } = body
  return rest as Partial<Body>
}

export const outcome = (result_code: number, message: string, more: object = {}, status = 200) => ({
  status,
  body: { result_code, message, ...more },
})

export const success = (more: object = {}, status = 200) => outcome(200, 'Success', more, status)

/** Makes the answer to a request that is wrong in one field. */
export const refused = (status: number, field?: string) => ({
  status,
  body: {
    result_code: status,
    message: text,
    ...(field === undefined
      ? {}
      : { errors: expect.arrayContaining([expect.objectContaining({ path: field, message: text })]) }),
  },
})

export const matching = (schema: z.ZodType): unknown => expect.schemaMatching(schema)
export const text: unknown = expect.stringMatching(/./)
export const day: unknown = expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/)
export const integer = matching(z.int())
export const number = matching(z.number())
export const uuid: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/)
/** Matches a confidence: numbers from 0 to 1 as a text in brackets. */
export const brackets: unknown = expect.stringMatching(/^\[(0\.\d+|1\.0)(, (0\.\d+|1\.0))*\]$/)
