// Registers faces in a process that is killed again and again, and proves after each start that none was lost.
import { existsSync, watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../specimens/random.ts'
import { databasePath, type Store } from '../../../src/store/open.ts'
import { addCollection, type CollectionKey } from '../../../src/store/records/collections.ts'
import { sqliteFaults } from '../../kit/installation.ts'
import { addMember, type Installation, openInstallation } from '../installation.ts'
import type { Violation } from '../violation.ts'
import { inspectFaces } from './inspect.ts'
import { FaceLedger } from './ledger.ts'
import { damagedPhotos, leftovers } from './leftovers.ts'
import { allOf, askFor } from './search.ts'
import { type FaceWriting, Killed, startFaceWriter, within } from './writer-process.ts'

interface FacesOptions {
  /** How many registrations are to be acknowledged. */
  readonly registrations: number
  /** The approximate number of kills. */
  readonly kills: number
  readonly seed: number
  readonly onRound?: (outcome: FacesOutcome) => void
}

export interface FacesOutcome {
  readonly registrations: number
  round: number
  kills: number
  killedStarts: number
  /** Kills while a snapshot of the gallery was being written. */
  killedSnapshots: number
  registered: number
  removed: number
  /** The count of searches, by the writer process and by this one after each start. */
  searched: number
  refused: number
  /** The time under load; starts and inspections are not counted. */
  loadMs: number
  readonly startupMs: number[]
  readonly logged: Record<string, number>
  readonly violations: (Violation & { readonly round: number })[]
}

const LANES = 16

interface Run {
  readonly installation: Installation
  readonly collectionKey: CollectionKey
  readonly ledger: FaceLedger
  readonly outcome: FacesOutcome
  readonly random: () => number
  /** Every change up to this one was inspected. */
  seen: number
}

export async function runFaces({ registrations, kills, seed, onRound }: FacesOptions): Promise<FacesOutcome> {
  const installation = await openInstallation('sqlite')
  const outcome = newOutcome(registrations)
  const ledger = new FaceLedger()
  try {
    const collectionKey = await installation.withStore(makeCollection)
    await mkdir(join(installation.config.data, 'gallery'), { mode: 0o700 })
    const run: Run = {
      installation,
      collectionKey,
      ledger,
      outcome,
      random: seededRandom(seed).next,
      seen: 0,
    }
    while (ledger.registered < registrations && !outcome.violations.some(({ kind }) => isHopeless(kind))) {
      outcome.round += 1
      await oneRound(run, facePlanOf(seed, outcome.round, registrations / kills))
      Object.assign(outcome, { registered: ledger.registered, removed: ledger.removed })
      outcome.refused = ledger.refused.length
      onRound?.(outcome)
    }
    await lastRound(run)
  } catch (error) {
    accuse(outcome, [{ kind: 'unrecovered', what: (error as Error).stack ?? String(error) }])
  } finally {
    await installation.close()
  }
  return outcome
}

const isHopeless = (kind: Violation['kind']): boolean => kind === 'unrecovered' || kind === 'wrong'

async function oneRound(run: Run, plan: FacePlan): Promise<void> {
  const { installation, collectionKey, ledger, outcome, random } = run
  const { folder, config } = installation
  const order = { config, collectionKey, seed: plan.seed, lanes: LANES, first: ledger.next }
  const enough = Promise.withResolvers<void>()
  const until = ledger.registered + plan.registrations
  const heard = (line: Parameters<FaceLedger['take']>[0]) => {
    ledger.take(line)
    if (ledger.registered >= Math.min(until, outcome.registrations)) enough.resolve()
  }
  const writing = startFaceWriter(folder, { ...order, living: ledger.living(500, random) }, heard)
  const watching = plan.kills === 'snapshot' ? killAtSnapshot(installation, writing, outcome) : undefined
  const dying = plan.kills === 'start' ? sleep(plan.afterMs).then(() => writing.kill()) : undefined
  try {
    await writing.ready
    outcome.startupMs.push(writing.startupMs())
    await inspectAfterKill(run, writing)
    const startedAt = performance.now()
    writing.go()
    const ends = [enough.promise, ...(dying ? [dying] : []), ...(watching ? [watching.killed] : [])]
    const heardSoFar = () => `${ledger.registered} of ${until}, refused ${ledger.refused.slice(-3)}`
    await within('the acknowledgements of a round', Promise.race(ends), heardSoFar)
    if (plan.kills === 'load') await sleep(plan.afterMs)
    outcome.loadMs += performance.now() - startedAt
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    outcome.killedStarts += 1
  } finally {
    watching?.stop()
    await writing.kill()
    outcome.kills += 1
    hear(outcome, writing, ledger)
  }
}

/** The process is killed as soon as a part file of a snapshot is in the folder. */
function killAtSnapshot({ config }: Installation, writing: FaceWriting, outcome: FacesOutcome) {
  const killed = Promise.withResolvers<void>()
  const folder = join(config.data, 'gallery')
  const watcher = watch(folder, (_, name) => {
    // The watcher also reports when the file gets its name, and when leftovers of an earlier kill are removed.
    if (!name?.includes('.faces.') || !existsSync(join(folder, name))) return
    watcher.close()
    outcome.killedSnapshots += 1
    writing.kill().then(killed.resolve, killed.reject)
  })
  return { killed: killed.promise, stop: () => watcher.close() }
}

/** Inspects what the last kill left before anything new is written: all of the newest changes, and a few of the older ones. */
async function inspectAfterKill(run: Run, writing: FaceWriting): Promise<void> {
  const { installation, collectionKey, ledger, outcome, random } = run
  const touched = new Set(ledger.touched)
  await installation.withStore(async (store) => {
    const { data } = installation.config
    const { found, changes } = await inspectFaces({ store, collectionKey, ledger, data, after: run.seen })
    run.seen = changes
    accuse(outcome, found)
    accuse(outcome, await damagedPhotos(store, collectionKey, ledger.living(20, random)))
    if (outcome.round % 10 === 0) accuse(outcome, await leftovers(store, data))
  })
  const latest = [...touched].slice(-200)
  const sample = ledger.living(300, random)
  const gone = latest.filter((n) => ledger.faces.entries.get(n)?.state === 'gone')
  const earlier = ledger.gone(50, random).map(({ n }) => n)
  const there = latest.flatMap((n) => {
    const { state, id, fileId } = ledger.faces.entries.get(n) ?? {}
    return state === 'there' && id && fileId ? [{ n, id, fileId }] : []
  })
  const living = new Map([...there, ...sample].map((face) => [face.n, face]))
  const questions = { living: [...living.values()], gone: [...new Set([...gone, ...earlier])] }
  accuse(outcome, await askFor(writing, questions))
  outcome.searched += questions.living.length + questions.gone.length
}

/** The last round inspects everything in full. */
async function lastRound(run: Run): Promise<void> {
  const { installation, collectionKey, ledger, outcome, random } = run
  const { folder, config } = installation
  outcome.round += 1
  const order = { config, collectionKey, seed: 0, lanes: 0, first: ledger.next, living: [] }
  const writing = startFaceWriter(folder, order, () => undefined)
  await writing.ready
  outcome.startupMs.push(writing.startupMs())
  await inspectAfterKill(run, writing)
  await installation.withStore(async (store) => {
    accuse(outcome, (await inspectFaces({ store, collectionKey, ledger, data: config.data, after: 0 })).found)
    accuse(outcome, await leftovers(store, config.data))
    accuse(outcome, await damagedPhotos(store, collectionKey, ledger.living(1000, random)))
  })
  const questions = allOf(ledger)
  accuse(outcome, await askFor(writing, questions))
  outcome.searched += questions.living.length + questions.gone.length + ledger.found
  await writing.kill()
  hear(outcome, writing, ledger)
  accuse(
    outcome,
    sqliteFaults(databasePath(config)).map((what) => ({ kind: 'lost', what })),
  )
}

function hear(outcome: FacesOutcome, { logged }: FaceWriting, ledger: FaceLedger): void {
  for (const line of logged) outcome.logged[line] = (outcome.logged[line] ?? 0) + 1
  accuse(
    outcome,
    ledger.wrong.splice(0).map((what) => ({ kind: 'lost', what })),
  )
}

function accuse(outcome: FacesOutcome, found: readonly Violation[]): void {
  const reported = new Set(outcome.violations.map(({ what }) => what))
  for (const one of found)
    if (!reported.has(one.what)) outcome.violations.push({ ...one, round: outcome.round })
}

async function makeCollection(store: Store): Promise<CollectionKey> {
  const { id: organisationId } = await addMember(store)
  const collection = { organisationId, id: 'faces', externalPersonId: 'fault', createdAt: Date.now() }
  await addCollection(store.database, collection)
  return { organisationId, collectionId: collection.id }
}

function newOutcome(registrations: number): FacesOutcome {
  return {
    registrations,
    round: 0,
    kills: 0,
    killedStarts: 0,
    killedSnapshots: 0,
    registered: 0,
    removed: 0,
    searched: 0,
    refused: 0,
    loadMs: 0,
    startupMs: [],
    logged: {},
    violations: [],
  }
}

/** When the process dies in each round, drawn from a seed. */
interface FacePlan {
  /** The process is killed during this activity. */
  readonly kills: 'load' | 'start' | 'snapshot'
  /** The time is counted from its start, or from the registrations of this round. */
  readonly afterMs: number
  /** The process is killed after so many more acknowledgements at the latest. */
  readonly registrations: number
  readonly seed: number
}

function facePlanOf(seed: number, round: number, registrations: number): FacePlan {
  const random = seededRandom(seed * 1_000_003 + round * 89).next
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  const choice = random()
  const kills = choice < 0.15 ? 'start' : choice < 0.5 ? 'snapshot' : 'load'
  return {
    kills,
    afterMs: kills === 'start' ? between(30, 1500) : between(0, 30),
    registrations: between(1, 2.2 * registrations),
    seed: between(0, 2 ** 31),
  }
}
