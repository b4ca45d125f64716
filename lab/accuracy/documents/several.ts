// Measures pictures of two documents: whether the one that fits the endpoint is answered, and the other named.
import {
  isIdentityDocument,
  isLicence,
  type Kind,
  kindDefinition,
} from '../../../src/documents/kinds/kinds.ts'
import type { Context, Report } from '../../kit/report.ts'
import type { Target } from '../../kit/targets.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import { besideCases, type Case, type Sided } from './plan.ts'
import { identityEndpoint, type Recognised, type RecognitionEndpoint } from './recognise.ts'
import type { Answered, Session } from './session.ts'

const front = (kind: Kind): Sided => ({ kind, side: 'front' })
const back = (kind: Kind): Sided => ({ kind, side: 'back' })

interface PairRow {
  readonly pair: readonly [Sided, Sided]
  readonly isOnePerson: boolean
}

/** A card and a licence; both sides of one card; and two cards, where it is not known which is meant. */
const PAIRS: readonly PairRow[] = [
  { pair: [front('cccd-chip'), front('licence-pet')], isOnePerson: false },
  { pair: [front('cccd-12'), front('licence-paper')], isOnePerson: false },
  { pair: [front('cmnd-9'), front('licence-pet')], isOnePerson: false },
  { pair: [front('licence-2025'), front('can-cuoc')], isOnePerson: false },
  { pair: [front('licence-pet'), back('cccd-chip')], isOnePerson: false },
  { pair: [front('cccd-chip'), back('cccd-chip')], isOnePerson: true },
  { pair: [front('cccd-12'), back('cccd-12')], isOnePerson: true },
  { pair: [front('licence-pet'), back('licence-pet')], isOnePerson: true },
  { pair: [front('cccd-chip'), front('cccd-chip')], isOnePerson: false },
  { pair: [front('cmnd-9'), front('cccd-chip')], isOnePerson: false },
]

type Endpoint = 'identity' | 'licence'
const ENDPOINTS: Readonly<Record<Endpoint, RecognitionEndpoint>> = {
  identity: identityEndpoint,
  licence: licenceEndpoint,
}
const FITS: Readonly<Record<Endpoint, (kind: Kind) => boolean>> = {
  identity: isIdentityDocument,
  licence: isLicence,
}

const casesOf = ({ sample }: Context, { pair, isOnePerson }: PairRow, row: number): Case[] =>
  sample(besideCases(pair, isOnePerson, row))

export const severalCases = (context: Context): Case[] => PAIRS.flatMap((row, i) => casesOf(context, row, i))

interface Counted {
  readonly what: string
  readonly endpoint: Endpoint
  readonly pictures: number
  /** Answers about the right document, or refusals where several fit. */
  readonly right: number
  /** Answers in which the document that does not fit is named. */
  readonly named: number | undefined
  /** Answers whose number is that of neither. */
  readonly wrong: number
  readonly milliseconds: number
}

/** Both sides of one card, one document beside another, or several among which the server cannot choose. */
type Wanted = 'one' | 'both sides' | 'refused'

function wantedOf({ pair, isOnePerson }: PairRow, fitting: readonly Sided[]): Wanted {
  if (isOnePerson) return 'both sides'
  return fitting.length === pair.length ? 'refused' : 'one'
}

const REFUSALS: readonly number[] = [109, 422]

function isRight(
  answer: Recognised,
  wanted: Wanted,
  fitting: Sided | undefined,
  id: string | undefined,
): boolean {
  if (wanted === 'refused') return REFUSALS.includes(answer.code)
  if (answer.code !== 200 || answer.kind !== fitting?.kind) return false
  return id === undefined || answer.fields.get('id')?.value === id
}

async function counted(
  session: Session,
  row: PairRow,
  index: number,
  endpoint: Endpoint,
): Promise<Counted | undefined> {
  const fitting = row.pair.filter(({ kind }) => FITS[endpoint](kind))
  const [meant] = fitting
  if (meant === undefined) return undefined
  const wanted = wantedOf(row, fitting)
  const cases = casesOf(session.context, row, index)
  const answered = await session.answers(cases, { endpoint: ENDPOINTS[endpoint] })
  const other = row.pair.find(({ kind }) => !FITS[endpoint](kind))
  const name = other && kindDefinition(other.kind).document
  const idOf = ({ sides, beside }: Answered): string | undefined =>
    (meant === row.pair[0] ? sides[0] : beside[0])?.id
  return {
    what: row.pair.map(({ kind, side }) => `${kind} ${side}`).join(' + '),
    endpoint,
    pictures: answered.length,
    right: answered.filter((one) => isRight(one.whole, wanted, meant, idOf(one))).length,
    named: name ? answered.filter(({ whole }) => whole.others?.includes(name)).length : undefined,
    wrong: answered.filter((one) => {
      const said = one.whole.fields.get('id')?.value
      return said !== undefined && said !== one.sides[0]?.id && said !== one.beside[0]?.id
    }).length,
    milliseconds: answered.reduce((sum, { cpuMs }) => sum + (cpuMs[0] ?? 0), 0) / answered.length,
  }
}

const shareOf = (rows: readonly Counted[]): number =>
  rows.reduce((sum, { right }) => sum + right, 0) / rows.reduce((sum, { pictures }) => sum + pictures, 0)

export async function evaluateSeveral(session: Session): Promise<Report> {
  const rows: Counted[] = []
  for (const endpoint of ['identity', 'licence'] as const)
    for (const [i, row] of PAIRS.entries()) {
      const one = await counted(session, row, i, endpoint)
      if (one && one.pictures > 0) rows.push(one)
    }
  const targets: Target[] = (['identity', 'licence'] as const).map((endpoint) => ({
    name: `documents_several_${endpoint}_right`,
    value: shareOf(rows.filter((row) => row.endpoint === endpoint)),
    bound: 0.95,
    good: 'at least',
  }))
  return {
    tables: [
      {
        title: 'Two documents in one picture',
        columns: [
          'the picture shows',
          'asked for',
          'pictures',
          'right',
          'other named',
          'wrong number',
          'CPU ms',
        ],
        rows: rows.map(({ what, endpoint, pictures, right, named, wrong, milliseconds }) => [
          what,
          endpoint,
          pictures,
          right,
          named ?? '',
          wrong,
          Math.round(milliseconds),
        ]),
        note: 'Right: 200 with the kind and the exact number of the document that fits, or 109 or 422 where two cards fit. A back has no number to compare.',
      },
    ],
    plots: [],
    figures: { several: rows.map(({ milliseconds: _ms, ...row }) => row) },
    targets,
  }
}
