// Whether the tasks of a challenge can be told apart in time: done one after the other, and within its life.
import { atMost, type Check } from '../checks.ts'
import { type Frame, ofTask } from './frame.ts'

/** Pairs of tasks of which each began before the other ended: nobody does two things at a time. */
export function tasksInTurn(frames: readonly Frame[]): Check {
  const spans = [...new Set(frames.map(({ task }) => task))].map((task) => {
    const times = ofTask(frames, task).map(({ takenAtMs }) => takenAtMs)
    return { first: Math.min(...times), last: Math.max(...times) }
  })
  const mixed = spans.flatMap((one, i) =>
    spans.slice(i + 1).filter((other) => one.first < other.last && other.first < one.last),
  )
  return atMost('tasks-mixed-in-time', mixed.length, 0)
}

export function secondsTaken(frames: readonly Frame[], lifeMs: number): Check {
  const taken = frames.map(({ takenAtMs }) => takenAtMs)
  const seconds = taken.length === 0 ? 0 : (Math.max(...taken) - Math.min(...taken)) / 1000
  return atMost('seconds-taken', seconds, lifeMs / 1000)
}
