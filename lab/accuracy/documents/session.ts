// Holds one run: documents read and answered once for all the parts that ask for them, and the wrong values.
import type { Context } from '../../kit/report.ts'
import type { Case } from './plan.ts'
import type { CaseRead, Reader } from './reading.ts'
import { identityEndpoint, type Recognised, type RecognitionEndpoint } from './recognise.ts'
import { type Judged, judged, type Truth } from './score.ts'

export interface Answered extends Omit<CaseRead, 'pictures'> {
  /** All pictures of the document together. */
  readonly whole: Recognised
  /** Each picture alone, as the endpoints for one picture answer. */
  readonly alone: readonly Recognised[]
  /** Milliseconds of processor time of each picture, from the bytes to its answer. */
  readonly cpuMs: readonly number[]
}

interface How {
  /** The picture is saved again as a JPEG of this quality first. */
  readonly quality?: number | undefined
  /** The endpoint for identity documents is the default. */
  readonly endpoint?: RecognitionEndpoint
}

export interface Session {
  readonly context: Context
  readonly reader: Reader
  answers(cases: readonly Case[], how?: How): Promise<Answered[]>
  /** Wrong values are noted for developers. */
  judge(answered: Answered, recognised: Recognised, truth: Truth, set?: string): Judged[]
  /** Each wrong value is listed once, however many parts judge it. */
  readonly misses: Map<string, Judged>
}

export function openSession(context: Context, reader: Reader): Session {
  const known = new Map<string, Promise<Answered[]>>()
  const misses = new Map<string, Judged>()
  return {
    context,
    reader,
    misses,
    answers: (cases, how = {}) => {
      const label = labelOf(cases, how)
      const found = known.get(label) ?? answerAll(reader, label, cases, how)
      known.set(label, found)
      return found
    },
    judge: (answered, recognised, truth, set = answered.set) => {
      const rows = judged({ ...answered, set }, recognised.fields, truth)
      for (const row of rows)
        if (!row.isRight) misses.set([set, row.kind, row.seed, row.field].join(' '), row)
      return rows
    },
  }
}

function labelOf([first]: readonly Case[], { quality, endpoint = identityEndpoint }: How): string {
  const words = [first?.set, first?.kind, endpoint.name, quality === undefined ? '' : `q${quality}`]
  return [...new Set(words)].filter(Boolean).join(' ')
}

async function answerAll(
  reader: Reader,
  label: string,
  cases: readonly Case[],
  { quality, endpoint = identityEndpoint }: How,
): Promise<Answered[]> {
  const { ask, recognise } = endpoint
  const read = await reader.read(label, cases, ask, quality)
  return read.map(({ pictures, ...rest }) => {
    const readings = pictures.map(({ reading }) => reading)
    const before = process.cpuUsage()
    const alone = readings.map((reading) => recognise([reading], rest.today))
    const { user, system } = process.cpuUsage(before)
    const whole = readings.length > 1 ? recognise(readings, rest.today) : alone[0]
    if (whole === undefined) throw new Error('a document without a picture')
    const ownMs = (user + system) / 1000 / readings.length
    return { ...rest, whole, alone, cpuMs: pictures.map(({ cpuMs }) => cpuMs + ownMs) }
  })
}
