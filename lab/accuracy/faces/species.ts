// Measures by source and species what passes the passive check, session by session, beside what passed two editions ago.
import { type Cues, logOdds, probabilityOf } from '../../../src/vision/genuineness/combine.ts'
import { isMask } from '../../kit/datasets/spoof.ts'
import type { Context, Report } from '../../kit/report.ts'
import { auc } from '../../kit/statistics/auc.ts'
import { type Proportion, proportionOf, wilson } from '../../kit/statistics/proportion.ts'
import { percentWithInterval, type Table } from '../../kit/table.ts'
import { atMost, none, type Target } from '../../kit/targets.ts'
import type { FacesCrew } from './jobs.ts'
import { twoEditionsAgo } from './species-before.ts'
import { type SpoofRow, spoofRows } from './spoof-sources.ts'

const HALF = 0.5
const MOST_REFUSED = 0.05
const MOST_ACCEPTED = 0.1
const REPLAYS = 'Replay-Attack'

/** The least area under the curve: of clips of Replay-Attack, of single frames of the others. */
const LEAST_AUC: Readonly<Record<string, number>> = {
  [REPLAYS]: 0.995,
  oulu: 0.95,
  'celeba-spoof': 0.91,
  phones: 0.9,
}
const BOUND_LIVE = [...Object.keys(LEAST_AUC), 'GENKI-4K', 'bare faces', 'LFW']
const BOUND_ATTACKS = ['print', 'mobile', 'highdef']

/** What a challenge would have: the frames of a clip, or what a source has of one person and species. */
interface Session {
  readonly source: string
  readonly kind: string | undefined
  readonly isTuned: boolean
  readonly person: string
  readonly frames: readonly Cues[]
}

interface Cell {
  readonly source: string
  readonly species: string
  readonly people: number
  /** Of attacks those that pass, of living people those that are refused. */
  readonly wrong: Proportion
  readonly wrongOfUnseen: Proportion
  readonly before: Proportion | undefined
}

export async function evaluateSpecies(context: Context, crew: FacesCrew): Promise<Report> {
  const { old, modern, living } = await spoofRows(context, crew)
  const rows = [...old, ...modern, ...living]
  const sessions = sessionsOf(rows)
  const cells = [...Map.groupBy(sessions, ({ source, kind }) => `${source}, ${kind ?? 'live'}`).values()].map(
    cellOf,
  )
  return {
    tables: [tableOf(cells)],
    plots: [],
    figures: { species: cells },
    targets: [...areas(rows, sessions), ...cells.flatMap(targetsOf), none('species-worse', worse(cells))],
  }
}

function sessionsOf(rows: readonly SpoofRow[]): Session[] {
  return [...Map.groupBy(rows, ({ source, session }) => `${source} ${session}`).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { source, kind, isTuned, person } = first
    return [{ source, kind, isTuned, person, frames: own.map(({ cues }) => cues) }]
  })
}

const passes = ({ frames }: Session): boolean => probabilityOf(frames) >= HALF
const isWrong = (session: Session): boolean => passes(session) === (session.kind !== undefined)

function cellOf(own: readonly Session[]): Cell {
  const { source = '', kind } = own[0] ?? {}
  const species = kind ?? 'live'
  const before = twoEditionsAgo[source]?.[species]
  return {
    source,
    species,
    people: new Set(own.map(({ person }) => person)).size,
    wrong: proportionOf(own, isWrong),
    wrongOfUnseen: proportionOf(
      own.filter(({ isTuned }) => !isTuned),
      isWrong,
    ),
    before: before && wilson(...before),
  }
}

function tableOf(cells: readonly Cell[]): Table {
  const count = ({ count: some, total }: Proportion) => `${some} of ${total}`
  return {
    title: 'Sessions at 0.5: living people refused, attacks accepted, by source and species',
    columns: ['source', 'species', 'people', 'two editions ago', 'today', 'people not fitted on'],
    rows: cells.map(({ source, species, people, before, wrong, wrongOfUnseen }) => [
      source,
      species,
      people,
      before ? count(before) : '',
      `${count(wrong)}: ${percentWithInterval(wrong)}`,
      wrongOfUnseen.total > 0 ? count(wrongOfUnseen) : '',
    ]),
    note: 'A session is a clip, or all frames of one person and species; most of CelebA-Spoof and the photographs are of one frame, which is given what one look is given. That was chosen on half of GENKI-4K and of the bare faces.',
  }
}

/** Cells that are worse than two editions ago by more than the interval of then. */
const worse = (cells: readonly Cell[]): number =>
  cells.filter(({ before, wrong }) => before !== undefined && wrong.value > before.high).length

function areas(rows: readonly SpoofRow[], sessions: readonly Session[]): Target[] {
  return Object.entries(LEAST_AUC).map(([source, bound]) => {
    const scored =
      source === REPLAYS
        ? sessions.map((one) => ({ ...one, score: probabilityOf(one.frames) }))
        : rows.map((one) => ({ ...one, score: logOdds(one.cues) }))
    const own = scored.filter((one) => one.source === source && !one.isTuned && !isMask(one.kind))
    const value = auc({
      positives: own.filter(({ kind }) => kind === undefined).map(({ score }) => score),
      negatives: own.filter(({ kind }) => kind !== undefined).map(({ score }) => score),
    })
    return { name: `species-auc-${slug(source)}`, value, bound, good: 'at least' as const }
  })
}

function targetsOf({ source, species, wrong }: Cell): Target[] {
  if (species === 'live')
    return BOUND_LIVE.includes(source)
      ? [atMost(`species-refused-${slug(source)}`, wrong.value, MOST_REFUSED)]
      : []
  return source === REPLAYS && BOUND_ATTACKS.includes(species)
    ? [atMost(`species-accepted-${slug(source)}-${species}`, wrong.value, MOST_ACCEPTED)]
    : []
}

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
