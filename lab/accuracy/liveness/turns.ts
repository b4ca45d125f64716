// Measures head turns as a profile challenge judges them: against the person's own straight frames.

import { straightAngles, type Turn, turnFrom } from '../../../src/liveness/profile/measures.ts'
import { type TurnTask, turnTasks } from '../../../src/liveness/profile/tasks.ts'
import { plotScatter } from '../../kit/plots/scatter.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'
import { observeHeadTurns } from './observe-frames.ts'
import { type PersonFrame, peopleOf, taskOfPose } from './people-frames.ts'
import { lineTable, poseOf, turnTaskNames } from './turn-lines.ts'

interface Judged {
  readonly task: TurnTask | 'keep-face-ahead'
  /** The turn from the median of the straight frames; a straight frame is measured from the median of the others. */
  readonly turn: Turn
  /** The turn from each of the other straight frames alone. */
  readonly fromOne: readonly Turn[]
}

export async function evaluateTurns(context: Context, crew: LivenessCrew): Promise<Report> {
  const people = peopleOf(await observeHeadTurns(context, crew))
  const judged = people.flatMap(({ frames }) => frames.map((frame) => judge(frame, frames)))
  const right = proportionOf(judged, ({ task, turn }) => poseOf(turn) === task)
  const alone = judged.flatMap(({ task, fromOne }) => fromOne.map((turn) => ({ task, turn })))
  const rightAlone = proportionOf(alone, ({ task, turn }) => poseOf(turn) === task)
  const byTask = (['keep-face-ahead', ...turnTaskNames] as const).map((task) => {
    const own = judged.filter((one) => one.task === task)
    const margins = own.map(({ turn }) => marginOf(task, turn))
    return { task, own, right: proportionOf(own, ({ turn }) => poseOf(turn) === task), margins }
  })
  return {
    tables: [
      {
        title: `Head turns, ${judged.length} frames of ${people.length} people`,
        columns: ['task', 'right', 'line, degrees', 'least margin', 'median margin'],
        rows: byTask.map(({ task, right, margins }) => [
          task,
          countOf(right),
          task === 'keep-face-ahead' ? '' : String(turnTasks[task].degrees),
          Math.min(...margins).toFixed(1),
          quantile(margins, 0.5).toFixed(1),
        ]),
        note: `Each against the median of the person's straight frames, a straight one against that of the others. Against one straight frame alone, whichever: ${percentWithInterval(rightAlone)} of ${rightAlone.total}. The margin is how far beyond its line a turn went, and how far short of all lines a straight head stayed.`,
      },
      lineTable(judged),
    ],
    plots: [turnPlot(judged)],
    figures: {
      turns: {
        right,
        rightFromOneStraightFrame: rightAlone,
        leastMargins: Object.fromEntries(byTask.map(({ task, margins }) => [task, Math.min(...margins)])),
      },
    },
    targets: [{ name: 'liveness-head-turns', value: right.count, bound: judged.length, good: 'at least' }],
  }
}

function judge(frame: PersonFrame, own: readonly PersonFrame[]): Judged {
  const straight = own.filter((one) => one !== frame && one.pose === 'front').map(({ face }) => face)
  const from = (faces: typeof straight) => turnFrom(straightAngles(faces), frame.face.angles, false)
  return {
    task: taskOfPose[frame.pose],
    turn: from(straight),
    fromOne: straight.map((face) => from([face])),
  }
}

function marginOf(task: Judged['task'], turn: Turn): number {
  if (task !== 'keep-face-ahead') return turnTasks[task].along(turn) - turnTasks[task].degrees
  return Math.min(...turnTaskNames.map((name) => turnTasks[name].degrees - turnTasks[name].along(turn)))
}

function turnPlot(judged: readonly Judged[]) {
  const degrees = (task: TurnTask) => turnTasks[task].degrees
  return plotScatter({
    name: 'turns',
    title: 'Heads turned from where the same person looks ahead',
    xLabel: 'to the person’s left (degrees)',
    yLabel: 'up (degrees)',
    classes: [...Map.groupBy(judged, ({ task }) => task)].map(([name, own]) => ({
      name,
      points: own.map(({ turn }) => ({ x: turn.leftDegrees, y: turn.upDegrees })),
    })),
    verticals: [degrees('turn-face-left'), -degrees('turn-face-right')].map((at) => ({ name: '', at })),
    horizontals: [degrees('tilt-face-up'), -degrees('tilt-face-down')].map((at) => ({ name: '', at })),
  })
}
