// Draws how well live faces and attacks are separated.
import { plotBars } from '../../kit/plots/bars.ts'
import { plotHistogram } from '../../kit/plots/histogram.ts'
import { plotReliability } from '../../kit/plots/reliability.ts'
import { plotRoc } from '../../kit/plots/roc.ts'
import type { Plot } from '../../kit/plots/svg.ts'
import type { AttackErrors } from '../../kit/statistics/attacks.ts'
import type { reliability } from '../../kit/statistics/calibration.ts'
import { type ClipSeen, scoresBy } from './clips.ts'

export function spoofPlots(
  clips: readonly ClipSeen[],
  errors: AttackErrors,
  calibration: ReturnType<typeof reliability>,
  odds: (clip: ClipSeen) => number,
): Plot[] {
  const kinds = [...new Set(clips.map(({ kind }) => kind))]
  return [
    plotRoc({
      name: 'spoof-roc',
      title: 'Living faces: clips of people not fitted on',
      curves: [
        { name: 'all together', scores: scoresBy(clips, odds) },
        { name: 'network alone', scores: scoresBy(clips, ({ cues }) => cues.network) },
        { name: 'moire alone', scores: scoresBy(clips, ({ cues }) => -cues.moire) },
      ],
      falseLabel: 'attacks taken for live',
      trueLabel: 'live taken for live',
    }),
    plotHistogram({
      name: 'spoof-scores',
      title: 'Log odds of life, mean of a clip',
      label: 'log odds',
      classes: kinds.map((kind) => ({
        name: kind ?? 'live',
        values: clips.filter((clip) => clip.kind === kind).map(odds),
      })),
      thresholds: [{ name: '0.5', at: 0 }],
    }),
    plotBars({
      name: 'spoof-errors',
      title: 'Errors at 0.5, with 95 % intervals',
      label: 'share of clips',
      bars: [
        ...Object.entries(errors.apcer).map(([kind, share]) => ({ name: `APCER ${kind}`, share })),
        { name: 'BPCER', share: errors.bpcer },
      ],
    }),
    plotReliability({
      name: 'spoof-calibration',
      title: 'Probability of life against clips that were live',
      of: 'live',
      curves: [{ name: 'genuineness', reliability: calibration }],
    }),
  ]
}
