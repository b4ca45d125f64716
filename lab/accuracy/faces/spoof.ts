// Measures live faces against prints, phones and tablets: each cue alone, and all together, fitted on half of the people.
import { readFile } from 'node:fs/promises'
import { type Cues, logOdds, probability, weights } from '../../../src/vision/genuineness/combine.ts'
import { readHeadTurns, readSmiles, splitHeadTurns, splitSmiles } from '../../kit/datasets/liveness.ts'
import {
  attackKinds,
  type ModernCrop,
  readModernCrops,
  readSpoofFrames,
  type SpoofFrame,
  splitSpoofFrames,
} from '../../kit/datasets/spoof.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { attackErrors } from '../../kit/statistics/attacks.ts'
import { aucWithInterval } from '../../kit/statistics/auc.ts'
import { reliability } from '../../kit/statistics/calibration.ts'
import { fitLogistic } from '../../kit/statistics/logistic.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import type { Scores } from '../../kit/statistics/roc.ts'
import { mean } from '../../kit/statistics/summary.ts'
import { percentWithInterval, withInterval } from '../../kit/table.ts'
import { type ClipSeen, clipsOf, cueNames, fusedCues, scoresBy } from './clips.ts'
import type { FacesCrew } from './jobs.ts'
import { closeUp, type Observed, observe } from './observe-files.ts'
import { spoofPlots } from './spoof-plots.ts'

const HALF = 0.5
/** The clips are few and the cues strong: without a ridge the fit would be overconfident. */
const RIDGE = 1

export async function evaluateSpoof(context: Context, crew: FacesCrew): Promise<Report> {
  const frames = await readSpoofFrames(context.data)
  const halves = splitSpoofFrames(frames)
  const ask = { ...closeUp, genuineness: true } as const
  const outcomes = await crew.run({
    label: 'spoof frames',
    job: 'observe-spoof',
    items: [...context.sample(halves.tune), ...context.sample(halves.report)],
    inputOf: async ({ file }: SpoofFrame) => ({ bytes: await readFile(file), ask }),
  })
  const { done } = sortOutcomes(outcomes)
  const turns = splitHeadTurns(await readHeadTurns(context.data))
  const phone = await observe(crew, 'phone frames', context.sample(turns.report), ({ file }) => file, ask)
  const smiles = splitSmiles(await readSmiles(context.data))
  const web = await observe(
    crew,
    'photos from the web',
    context.sample(smiles.report),
    ({ file }) => file,
    ask,
  )
  const crops = await observe(
    crew,
    'crops of today',
    context.sample(await readModernCrops(context.data)),
    ({ file }) => file,
    ask,
  )
  const inTune = new Set(halves.tune.map(({ client }) => client))
  const clips = clipsOf(done)
  const tune = clips.filter(({ client }) => inTune.has(client))
  const report = clips.filter(({ client }) => !inTune.has(client))
  const fitted = fitLogistic(
    tune.map((clip) => fusedCues.map((name) => clip.cues[name])),
    tune.map(({ kind }) => kind === undefined),
    { ridge: RIDGE },
  )
  const together = (half: readonly ClipSeen[]): Scores => scoresBy(half, odds)
  const fused = aucWithInterval(together(report))
  const errors = attackErrors(
    report.map((clip) => ({ clip: clip.clip, kind: clip.kind, score: probability(odds(clip)) })),
    HALF,
  )
  const calibration = reliability(
    report.map((clip) => ({ probability: probability(odds(clip)), outcome: clip.kind === undefined })),
    5,
  )
  const takenForLive = (seen: readonly Observed<unknown>[]) =>
    proportionOf(seen, ({ faces: [face] }) => (face?.genuineness?.probability ?? 0) >= HALF)
  const means = [
    { source: 'Replay-Attack, reported half', sessions: report },
    { source: 'crops of today', sessions: sessionsOf(crops) },
  ].flatMap(({ source, sessions }) =>
    Object.entries(meansOver).map(([over, score]) => ({ source, over, ...errorsOf(sessions, score) })),
  )
  const livePhone = takenForLive(phone)
  const liveWeb = takenForLive(web)
  return {
    tables: [
      {
        title: 'Cues of living faces, each alone, mean of a clip: AUC',
        columns: ['cue', 'used', 'fitted half', 'reported half', ...attackKinds],
        rows: cueNames.map((name) => [
          name,
          fusedCues.some((used) => used === name) ? 'yes' : '',
          withInterval(aucWithInterval(scoresBy(tune, ({ cues }) => sign(name) * cues[name]))),
          withInterval(aucWithInterval(scoresBy(report, ({ cues }) => sign(name) * cues[name]))),
          ...attackKinds.map((kind) =>
            aucWithInterval(scoresBy(only(clips, kind), ({ cues }) => sign(name) * cues[name])).value.toFixed(
              2,
            ),
          ),
        ]),
        note: `Fitted on ${tune.length} clips of ${inTune.size} people; reported on ${report.length} clips of others. Fit gives ${JSON.stringify({ start: fitted.intercept, ...Object.fromEntries(fusedCues.map((name, i) => [name, fitted.weights[i]])) })}; shipped are ${JSON.stringify(weights)}.`,
      },
      {
        title: 'Genuineness at 0.5 on the reported half, mean of a clip',
        columns: ['figure', 'value (95 %)'],
        rows: [
          ['AUC of all together', withInterval(fused)],
          ...Object.entries(errors.apcer).map(([kind, share]) => [
            `APCER ${kind}`,
            percentWithInterval(share),
          ]),
          ['BPCER', percentWithInterval(errors.bpcer)],
          [
            'frames from other phones (head turns) taken for live, frame by frame',
            percentWithInterval(livePhone),
          ],
          ['photos from the web (GENKI-4K) taken for live, frame by frame', percentWithInterval(liveWeb)],
          ['expected calibration error', calibration.expectedCalibrationError.toFixed(3)],
        ],
      },
      {
        title: 'Genuineness of several frames: mean of scores or of log odds, at 0.5',
        columns: ['source', 'mean of', 'sessions', 'AUC', 'attacks taken for live', 'live refused'],
        rows: means.map(({ source, over, sessions, auc, apcer, bpcer }) => [
          source,
          over,
          sessions,
          withInterval(auc),
          percentWithInterval(apcer),
          percentWithInterval(bpcer),
        ]),
        note: 'Only sessions of two frames or more: of one frame both are the same. Crops of today are tight, 224 pixels wide, so that cues of the surroundings see little; a session is what one source has of one person and kind.',
      },
    ],
    plots: spoofPlots(report, errors, calibration, odds),
    figures: {
      spoof: { fitted, shipped: weights, auc: fused, errors, calibration, livePhone, liveWeb, means },
    },
    targets: [{ name: 'spoof-clip-auc', value: fused.value, bound: 0.985, good: 'at least' }],
  }
}

interface Presented {
  readonly kind: string | undefined
  readonly frames: readonly Cues[]
}

const meansOver: Readonly<Record<string, (session: Presented) => number>> = {
  scores: ({ frames }) => mean(frames.map((cues) => probability(logOdds(cues)))),
  'log odds': ({ frames }) => probability(mean(frames.map(logOdds))),
}

function errorsOf(presented: readonly Presented[], score: (session: Presented) => number) {
  const sessions = presented.filter(({ frames }) => frames.length > 1)
  const live = sessions.filter(({ kind }) => kind === undefined)
  const attacks = sessions.filter(({ kind }) => kind !== undefined)
  return {
    sessions: `${live.length} live, ${attacks.length} attacks`,
    auc: aucWithInterval({ positives: live.map(score), negatives: attacks.map(score) }),
    apcer: proportionOf(attacks, (one) => score(one) >= HALF),
    bpcer: proportionOf(live, (one) => score(one) < HALF),
  }
}

function sessionsOf(crops: readonly Observed<ModernCrop>[]): Presented[] {
  return [...Map.groupBy(crops, ({ item }) => item.session).values()].map((own) => ({
    kind: own[0]?.item.kind,
    frames: own.flatMap(({ faces: [face] }) => (face?.genuineness ? [face.genuineness.cues] : [])),
  }))
}

/** The shipped score is the mean of the log odds of the frames. */
const odds = ({ frames }: ClipSeen): number => mean(frames.map(logOdds))

/** The sign of cues that rise with attacks is inverted. */
const sign = (name: (typeof cueNames)[number]): 1 | -1 => (name === 'network' || name === 'relief' ? 1 : -1)

const only = (clips: readonly ClipSeen[], kind: string): ClipSeen[] =>
  clips.filter((clip) => clip.kind === undefined || clip.kind === kind)
