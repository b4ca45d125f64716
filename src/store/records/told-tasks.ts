// Every query about tasks that a person is told one by one, and about the arrival of their frames.
import type { Queries } from '../port.ts'
import type { ChallengePlace } from './challenges.ts'

export interface ToldTask {
  /** Its place in the order of tasks, from 1. */
  readonly turn: number
  readonly task: string
  /** So many frames of it must have come before the next task is told. */
  readonly frames: number
  /** Null until it is told. */
  readonly toldAt: number | null
}

/** Keeps the order of the tasks of a challenge; the first is told now. */
export async function addToldTasks(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  tasks: readonly Pick<ToldTask, 'task' | 'frames'>[],
  now: number,
): Promise<void> {
  for (const [at, { task, frames }] of tasks.entries())
    await queries.query(
      `INSERT INTO told_tasks (organisation_id, challenge_id, turn, task, frames, told_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [organisationId, id, at + 1, task, frames, at === 0 ? now : null],
    )
}

/** In their order; none where all tasks were told at start. */
export function toldTasksOf(queries: Queries, { organisationId, id }: ChallengePlace): Promise<ToldTask[]> {
  return queries.query<ToldTask>(
    `SELECT turn, task, frames, told_at AS "toldAt" FROM told_tasks
     WHERE organisation_id = $1 AND challenge_id = $2 ORDER BY turn`,
    [organisationId, id],
  )
}

/** A task is told once: asking again does not change when. */
export async function tellTask(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  turn: number,
  now: number,
): Promise<void> {
  await queries.query(
    `UPDATE told_tasks SET told_at = $4
     WHERE organisation_id = $1 AND challenge_id = $2 AND turn = $3 AND told_at IS NULL`,
    [organisationId, id, turn, now],
  )
}

interface NewArrival {
  readonly digest: string
  readonly arrivedAt: number
  /** Beyond so many arrivals none is kept. */
  readonly most: number
}

/**
 * Keeps that a frame came, and during which turn. The database counts the turns, so that clocks of several servers need
 * not agree. Of the same bytes the first arrival stays.
 */
export async function addArrival(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  { digest, arrivedAt, most }: NewArrival,
): Promise<void> {
  await queries.query(
    `INSERT INTO frame_arrivals (organisation_id, challenge_id, digest, turn, arrived_at)
     SELECT $1, $2, $3, told.turns, $4 FROM (
       SELECT COUNT(told_at) AS turns FROM told_tasks WHERE organisation_id = $1 AND challenge_id = $2) told
     WHERE (SELECT COUNT(*) FROM frame_arrivals WHERE organisation_id = $1 AND challenge_id = $2) < $5
     ON CONFLICT (organisation_id, challenge_id, digest) DO NOTHING`,
    [organisationId, id, digest, arrivedAt, most],
  )
}

interface Arrival {
  readonly digest: string
  readonly turn: number
  readonly arrivedAt: number
}

export function arrivalsOf(queries: Queries, { organisationId, id }: ChallengePlace): Promise<Arrival[]> {
  return queries.query<Arrival>(
    `SELECT digest, turn, arrived_at AS "arrivedAt" FROM frame_arrivals
     WHERE organisation_id = $1 AND challenge_id = $2 ORDER BY arrived_at`,
    [organisationId, id],
  )
}
