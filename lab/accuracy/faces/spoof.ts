// Measures living faces against prints, screens and masks from several sources: fitted on half of the people, reported on the other, and each source left out in turn.
import { probability } from '../../../src/system/statistics.ts'
import {
  type Cues,
  grain,
  logOdds,
  logOddsOf,
  probabilityOf,
  weights,
} from '../../../src/vision/genuineness/combine.ts'
import { attackKinds, isMask } from '../../kit/datasets/spoof.ts'
import type { Context, Report } from '../../kit/report.ts'
import { attackErrors } from '../../kit/statistics/attacks.ts'
import { auc, aucWithInterval } from '../../kit/statistics/auc.ts'
import { bootstrap } from '../../kit/statistics/bootstrap.ts'
import { reliability } from '../../kit/statistics/calibration.ts'
import { type Estimate, proportionOf } from '../../kit/statistics/proportion.ts'
import { mean } from '../../kit/statistics/summary.ts'
import type { Table } from '../../kit/table.ts'
import { percentWithInterval, withInterval } from '../../kit/table.ts'
import { atMost, type Target } from '../../kit/targets.ts'
import { type ClipSeen, cueNames, fusedCues, scoresBy } from './clips.ts'
import { fitGenuineness, fittedOdds, type GenuinenessFit, weightsOf } from './genuineness-fit.ts'
import type { FacesCrew } from './jobs.ts'
import { spoofPlots } from './spoof-plots.ts'
import { type SpoofRow, spoofRows } from './spoof-sources.ts'

const HALF = 0.5
const MOST_REFUSED = 0.05
const MOST_ACCEPTED = 0.1
const LEAST_AUC = 0.92

export async function evaluateSpoof(context: Context, crew: FacesCrew): Promise<Report> {
  const { clips, inTune, old, modern, living } = await spoofRows(context, crew)
  const everything = [...old, ...modern, ...living]
  const reported = clips.filter(({ client }) => !inTune.has(client))
  const ofClips = clipFigures(reported)
  const judged = sourcesOf(everything).map((source) => judge(source, everything))
  const fitted = fitOn(everything.filter(({ isTuned }) => isTuned))
  return {
    tables: [
      cueTable(clips, reported, inTune, fitted),
      ofClips.table,
      sourceTable(judged),
      kindTable(everything),
      severalFrames([
        { source: 'Replay-Attack, reported half', sessions: reported },
        { source: 'crops of today, all', sessions: sessionsOf(modern) },
      ]),
    ],
    plots: spoofPlots(reported, ofClips.errors, ofClips.calibration, clipOdds),
    figures: { spoof: { fitted, shipped: { ...weights, grain }, ...ofClips.figures, judged } },
    targets: [
      { name: 'spoof-clip-auc', value: ofClips.figures.auc.value, bound: 0.995, good: 'at least' },
      ...judged.flatMap(targetsOf),
    ],
  }
}

/** The shipped score of a clip is the mean of the log odds of its frames. */
const clipOdds = ({ frames }: ClipSeen): number => mean(logOddsOf(frames))

function clipFigures(reported: readonly ClipSeen[]) {
  const area = aucWithInterval(scoresBy(reported, clipOdds))
  const errors = attackErrors(
    reported.map((clip) => ({ clip: clip.clip, kind: clip.kind, score: probability(clipOdds(clip)) })),
    HALF,
  )
  const calibration = reliability(
    reported.map((clip) => ({ probability: probability(clipOdds(clip)), outcome: clip.kind === undefined })),
    5,
  )
  const table: Table = {
    title: 'Genuineness at 0.5, Replay-Attack, reported half, mean of a clip',
    columns: ['figure', 'value (95 %)'],
    rows: [
      ['AUC of all together', withInterval(area)],
      ...Object.entries(errors.apcer).map(([kind, share]) => [`APCER ${kind}`, percentWithInterval(share)]),
      ['BPCER', percentWithInterval(errors.bpcer)],
      ['expected calibration error', calibration.expectedCalibrationError.toFixed(3)],
    ],
  }
  return { table, errors, calibration, figures: { auc: area, errors, calibration } }
}

/** Masks are not fitted on: nothing here tells them from faces, and trying would refuse people. */
const fitOn = (rows: readonly SpoofRow[]): GenuinenessFit =>
  fitGenuineness(rows.filter(({ kind }) => !isMask(kind)))

const sourcesOf = (rows: readonly SpoofRow[]): string[] => [...new Set(rows.map(({ source }) => source))]

interface Judged {
  readonly source: string
  readonly live: number
  readonly attacks: number
  /** Of the shipped numbers, on people they were not fitted on. */
  readonly shipped: Errors
  /** Of numbers fitted on all other sources, on the whole source. */
  readonly leftOut: Errors
  /** The same as `shipped.refused`, pictures without colour left out. */
  readonly refusedInColour: Estimate | undefined
}

interface Errors {
  readonly area: Estimate | undefined
  readonly refused: Estimate | undefined
  readonly accepted: Estimate | undefined
}

function judge(source: string, everything: readonly SpoofRow[]): Judged {
  const own = everything.filter((row) => row.source === source && !isMask(row.kind))
  const unseen = own.filter(({ isTuned }) => !isTuned)
  const others = fitOn(everything.filter((row) => row.isTuned && row.source !== source))
  const colour = unseen.filter(({ isGrey }) => !isGrey)
  const isLive = ({ kind }: SpoofRow) => kind === undefined
  return {
    source,
    live: unseen.filter(isLive).length,
    attacks: unseen.filter((row) => !isLive(row)).length,
    shipped: errorsOf(unseen, ({ cues }) => logOdds(cues)),
    leftOut: errorsOf(own, ({ cues }) => fittedOdds(others, cues)),
    refusedInColour:
      colour.length < unseen.length ? errorsOf(colour, ({ cues }) => logOdds(cues)).refused : undefined,
  }
}

function errorsOf(rows: readonly SpoofRow[], odds: (row: SpoofRow) => number): Errors {
  const scored = rows.map((row) => ({ person: row.person, isLive: row.kind === undefined, odds: odds(row) }))
  const live = scored.filter(({ isLive }) => isLive)
  const attacks = scored.filter(({ isLive }) => !isLive)
  const byPerson = (items: typeof scored, figure: (items: typeof scored) => number) =>
    bootstrap({
      items,
      groupOf: ({ person, isLive }) => `${person} ${isLive}`,
      stratumOf: ({ isLive }) => String(isLive),
      figure: (some) => figure([...some]),
      resamples: 400,
    })
  const share = (items: typeof scored, isError: (odds: number) => boolean) =>
    items.length === 0
      ? undefined
      : byPerson(items, (some) => mean(some.map(({ odds: own }) => Number(isError(own)))))
  const area = (items: typeof scored) =>
    auc({
      positives: items.filter(({ isLive }) => isLive).map(({ odds: own }) => own),
      negatives: items.filter(({ isLive }) => !isLive).map(({ odds: own }) => own),
    })
  return {
    area: live.length && attacks.length ? byPerson(scored, area) : undefined,
    refused: share(live, (own) => own < 0),
    accepted: share(attacks, (own) => own >= 0),
  }
}

function sourceTable(judged: readonly Judged[]): Table {
  const cell = (estimate: Estimate | undefined, as: (estimate: Estimate) => string) =>
    estimate ? as(estimate) : ''
  const cells = ({ area, refused, accepted }: Errors) => [
    cell(area, withInterval),
    cell(refused, percentWithInterval),
    cell(accepted, percentWithInterval),
  ]
  return {
    title: 'Genuineness at 0.5, frame by frame, by source',
    columns: [
      'source',
      'live',
      'prints, screens, cut-outs',
      'AUC',
      'live refused',
      'attacks accepted',
      'refused in colour',
      'left out: AUC',
      'live refused',
      'attacks accepted',
    ],
    rows: judged.map(({ source, live, attacks, shipped, leftOut, refusedInColour }) => [
      source,
      live,
      attacks,
      ...cells(shipped),
      cell(refusedInColour, percentWithInterval),
      ...cells(leftOut),
    ]),
    note: 'First with the shipped numbers on people they were not fitted on; then, on all people of the source, with numbers fitted on half of the people of all other sources. Intervals resample people. GENKI-4K, bare faces, videos, speaking people and filmed replays are never fitted on. Some photographs of GENKI-4K are scans of prints, which the network takes for prints.',
  }
}

function kindTable(rows: readonly SpoofRow[]): Table {
  const kinds = Map.groupBy(
    rows.filter(({ kind, isTuned }) => kind !== undefined && (!isTuned || isMask(kind))),
    ({ source, kind }) => `${source}: ${kind}`,
  )
  return {
    title: 'Attacks taken for live at 0.5, frame by frame, by kind',
    columns: ['source and kind', 'frames', 'accepted'],
    rows: [...kinds].map(([name, own]) => [
      name,
      own.length,
      percentWithInterval(proportionOf(own, ({ cues }) => logOdds(cues) >= 0)),
    ]),
    note: 'Masks were not fitted on, so all of them are counted; of the others those of people not fitted on.',
  }
}

function targetsOf({ source, shipped, refusedInColour }: Judged): Target[] {
  const name = source.toLowerCase().replaceAll(' ', '-')
  const { area, refused, accepted } = shipped
  const isClips = source === 'Replay-Attack'
  return [
    ...(area && !isClips
      ? [{ name: `spoof-auc-${name}`, value: area.value, bound: LEAST_AUC, good: 'at least' as const }]
      : []),
    ...(refused ? [atMost(`spoof-refused-${name}`, refused.value, MOST_REFUSED)] : []),
    ...(refusedInColour
      ? [atMost(`spoof-refused-${name}-in-colour`, refusedInColour.value, MOST_REFUSED)]
      : []),
    ...(accepted ? [atMost(`spoof-accepted-${name}`, accepted.value, MOST_ACCEPTED)] : []),
  ]
}

function cueTable(
  clips: readonly ClipSeen[],
  reported: readonly ClipSeen[],
  inTune: ReadonlySet<string>,
  fitted: GenuinenessFit,
): Table {
  const tune = clips.filter(({ client }) => inTune.has(client))
  return {
    title: 'Cues of living faces, each alone, Replay-Attack, mean of a clip: AUC',
    columns: ['cue', 'used', 'fitted half', 'reported half', ...attackKinds],
    rows: cueNames.map((name) => [
      name,
      fusedCues.some((used) => used === name) ? 'yes' : '',
      withInterval(aucWithInterval(scoresBy(tune, ({ cues }) => sign(name) * cues[name]))),
      withInterval(aucWithInterval(scoresBy(reported, ({ cues }) => sign(name) * cues[name]))),
      ...attackKinds.map((kind) =>
        aucWithInterval(scoresBy(only(clips, kind), ({ cues }) => sign(name) * cues[name])).value.toFixed(2),
      ),
    ]),
    note: `Fit on half of the people of all sources: ${JSON.stringify(weightsOf(fitted))}; shipped are ${JSON.stringify(weights)}.`,
  }
}

interface Presented {
  readonly kind: string | undefined
  readonly frames: readonly Cues[]
}

const meansOver: Readonly<Record<string, (session: Presented) => number>> = {
  scores: ({ frames }) => mean(frames.map((cues) => probability(logOdds(cues)))),
  'log odds': ({ frames }) => probabilityOf(frames),
}

function severalFrames(
  sources: readonly { readonly source: string; readonly sessions: readonly Presented[] }[],
): Table {
  const rows = sources.flatMap(({ source, sessions }) =>
    Object.entries(meansOver).map(([over, score]) => {
      const several = sessions.filter(({ frames }) => frames.length > 1)
      const live = several.filter(({ kind }) => kind === undefined)
      const attacks = several.filter(({ kind }) => kind !== undefined && !isMask(kind))
      return [
        source,
        over,
        `${live.length} live, ${attacks.length} attacks`,
        withInterval(aucWithInterval({ positives: live.map(score), negatives: attacks.map(score) })),
        percentWithInterval(proportionOf(attacks, (one) => score(one) >= HALF)),
        percentWithInterval(proportionOf(live, (one) => score(one) < HALF)),
      ]
    }),
  )
  return {
    title: 'Genuineness of several frames: mean of scores or of log odds, at 0.5',
    columns: ['source', 'mean of', 'sessions', 'AUC', 'attacks taken for live', 'live refused'],
    rows,
    note: 'Only sessions of two frames or more: of one frame both are the same. A session of crops is what one source has of one person and kind.',
  }
}

function sessionsOf(rows: readonly SpoofRow[]): Presented[] {
  return [...Map.groupBy(rows, ({ session }) => session).values()].map((own) => ({
    kind: own[0]?.kind,
    frames: own.map(({ cues }) => cues),
  }))
}

/** The sign of cues that rise with attacks is inverted. */
const sign = (name: (typeof cueNames)[number]): 1 | -1 => (name === 'network' || name === 'relief' ? 1 : -1)

const only = (clips: readonly ClipSeen[], kind: string): ClipSeen[] =>
  clips.filter((clip) => clip.kind === undefined || clip.kind === kind)
