// Measures how often faces that do not wink are judged to, and how often synthetic winks are seen; no set has real ones.

import { openEyes, WINK, winkOf } from '../../../src/liveness/profile/measures.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { readSpoofFrames } from '../../kit/datasets/spoof.ts'
import { plotHistogram } from '../../kit/plots/histogram.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'
import { drawnWinks, pastedWinks, renderedWinks } from './made-winks.ts'
import { observe, observeHeadTurns, observeLfw, observeSmiles } from './observe-frames.ts'
import { peopleOf } from './people-frames.ts'

interface Winks {
  readonly kind: string
  readonly winks: readonly number[]
}

const LINES = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5]

export async function evaluateWink(context: Context, crew: LivenessCrew): Promise<Report> {
  const made = [
    ...(await pastedWinks(context, crew)),
    ...(await drawnWinks(context, crew)),
    ...(await renderedWinks(context, crew)),
  ]
  const hits = [...Map.groupBy(made, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    winks: own.map((wink) => wink.own),
    usual: own.map((wink) => wink.usual),
  }))
  const none = await withoutWink(context, crew)
  const rows = [...none, ...hits]
  return {
    tables: [
      {
        title: 'Winks',
        columns: [
          'faces',
          'number',
          'median',
          '99 %',
          `wink at ${WINK.own}`,
          ...LINES.map((line) => `at ${line}`),
        ],
        rows: rows.map(({ kind, winks }) => [
          kind,
          winks.length,
          quantile(winks, 0.5).toFixed(2),
          quantile(winks, 0.99).toFixed(2),
          percentWithInterval(over(winks, WINK.own)),
          ...LINES.map((line) => `${(100 * over(winks, line).value).toFixed(1)} %`),
        ]),
        note: 'First those that do not wink: above the line is wrong. Then winks that were made: above the line is right. All against the person’s own open eyes, where the row does not say otherwise.',
      },
    ],
    plots: [
      plotHistogram({
        name: 'winks',
        title: 'Winks made, and faces that do not wink',
        label: 'one eye shut more than the other (0 to 1)',
        classes: [
          { name: 'no wink', values: none.flatMap(({ winks }) => winks) },
          ...hits
            .filter(({ kind }) => kind.includes('1') || kind.includes('laid'))
            .map(({ kind, winks }) => ({ name: kind, values: winks })),
        ],
        thresholds: [{ name: 'winks', at: WINK.own }],
      }),
    ],
    figures: {
      wink: {
        none: none.map(({ kind, winks }) => ({ kind, taken: over(winks, WINK.own) })),
        made: hits.map(({ kind, winks, usual }) => ({
          kind,
          seen: over(winks, WINK.own),
          seenAgainstUsual: over(usual, WINK.usual),
        })),
      },
    },
    targets: [],
  }
}

const over = (winks: readonly number[], line: number) => proportionOf(winks, (wink) => wink >= line)

async function withoutWink(context: Context, crew: LivenessCrew): Promise<Winks[]> {
  const usual = openEyes([])
  const againstUsual = (seen: readonly { readonly frame: { readonly face?: SeenFace } }[]) =>
    seen.flatMap(({ frame: { face } }) => (face ? [winkOf(face, usual)] : []))
  const people = peopleOf(await observeHeadTurns(context, crew))
  const turning = people.flatMap(({ frames }) =>
    frames.map((frame) => {
      const straight = frames.filter((one) => one !== frame && one.pose === 'front').map(({ face }) => face)
      return { isStraight: frame.pose === 'front', wink: winkOf(frame.face, openEyes(straight)) }
    }),
  )
  return [
    {
      kind: 'heads held straight',
      winks: turning.filter(({ isStraight }) => isStraight).map(({ wink }) => wink),
    },
    { kind: 'heads turned', winks: turning.filter(({ isStraight }) => !isStraight).map(({ wink }) => wink) },
    { kind: 'people before a webcam, from the first frame', winks: await clipWinks(context, crew) },
    { kind: 'GENKI-4K, against usual eyes', winks: againstUsual(await observeSmiles(context, crew)) },
    { kind: 'LFW, against usual eyes', winks: againstUsual(await observeLfw(context, crew)) },
  ]
}

/** People blink in the live clips of Replay-Attack; the first frame is their straight one. */
async function clipWinks(context: Context, crew: LivenessCrew): Promise<number[]> {
  const frames = (await readSpoofFrames(context.data)).filter(({ label }) => label === 'live')
  const seen = await observe(crew, 'people before a webcam', context.sample(frames), ({ file }) => file)
  return [...Map.groupBy(seen, ({ item }) => item.clip).values()].flatMap((clip) => {
    const [first, ...rest] = clip
      .toSorted((a, b) => a.item.frame - b.item.frame)
      .flatMap(({ frame: { face } }) => (face ? [face] : []))
    return first ? rest.map((face) => winkOf(face, openEyes([first]))) : []
  })
}
