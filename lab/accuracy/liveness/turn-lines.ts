// Measures how far the thresholds of the turning tasks could be moved without confusing tasks.

import type { Turn } from '../../../src/liveness/profile/measures.ts'
import { type TurnTask, turnTasks } from '../../../src/liveness/profile/tasks.ts'
import type { Table } from '../../kit/table.ts'

interface Known {
  readonly task: TurnTask | 'keep-face-ahead'
  readonly turn: Turn
}

const STEP_DEGREES = 0.5
const MOST_DEGREES = 60
const SHOWN = [8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 31, 35, 40]

export const turnTaskNames = Object.keys(turnTasks) as TurnTask[]

type Lines = Readonly<Record<TurnTask, number>>

const shipped = Object.fromEntries(turnTaskNames.map((task) => [task, turnTasks[task].degrees])) as Lines

/** Returns the task that a turn fulfils at these thresholds; of two, the one it goes further along. */
function taskBy(lines: Lines, turn: Turn): Known['task'] {
  const shares = turnTaskNames.map((task) => ({ task, share: turnTasks[task].along(turn) / lines[task] }))
  const furthest = shares.reduce((a, b) => (b.share > a.share ? b : a))
  return furthest.share >= 1 ? furthest.task : 'keep-face-ahead'
}

/** Returns the task that a turn fulfils at the server's thresholds. */
export const poseOf = (turn: Turn): Known['task'] => taskBy(shipped, turn)

const rightBy = (lines: Lines, judged: readonly Known[]): number =>
  judged.filter(({ task, turn }) => taskBy(lines, turn) === task).length

/** The degrees between which one threshold can be while the others stay and all frames are right; undefined when there are none. */
function roomOf(task: TurnTask, judged: readonly Known[]): string {
  const good = Array.from({ length: MOST_DEGREES / STEP_DEGREES }, (_, i) => STEP_DEGREES * (i + 1)).filter(
    (degrees) => rightBy({ ...shipped, [task]: degrees }, judged) === judged.length,
  )
  return good.length === 0 ? 'none' : `${good[0]} to ${good.at(-1)}`
}

export function lineTable(judged: readonly Known[]): Table {
  const straight = judged.filter(({ task }) => task === 'keep-face-ahead')
  const beyond = (task: TurnTask, own: readonly Known[], degrees: number) =>
    own.filter(({ turn }) => turnTasks[task].along(turn) >= degrees).length
  const room = turnTaskNames.map((task) => `${task} ${roomOf(task, judged)}`)
  return {
    title: 'Where the lines could be',
    columns: ['degrees', 'all frames right', ...turnTaskNames.map((task) => `${task}: done / straight`)],
    rows: SHOWN.map((degrees) => [
      String(degrees),
      `${rightBy({ 'turn-face-left': degrees, 'turn-face-right': degrees, 'tilt-face-up': degrees, 'tilt-face-down': degrees }, judged)}/${judged.length}`,
      ...turnTaskNames.map((task) => {
        const own = judged.filter((one) => one.task === task)
        return `${beyond(task, own, degrees)}/${own.length}, ${beyond(task, straight, degrees)}/${straight.length}`
      }),
    ]),
    note: `Frames of the task, and frames of heads held straight, that are beyond the degrees; second column with all four lines there. With the other lines as shipped, all are right with ${room.join(', ')} degrees.`,
  }
}
