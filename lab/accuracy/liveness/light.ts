// Measures the light challenge on simulated sessions: who is accepted by skin and room, and which attacks pass.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { seededRandom } from '../../../specimens/random.ts'
import type { LightAnswer } from '../../../src/liveness/light/answer.ts'
import { durationOf } from '../../../src/liveness/light/plan.ts'
import { prepareNetworks } from '../../../src/models/cache.ts'
import { splitHalves } from '../../kit/datasets/halves.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { median, quantile } from '../../kit/statistics/summary.ts'
import { countOf, percentWithInterval, type Table } from '../../kit/table.ts'
import { atMost, none, type Target } from '../../kit/targets.ts'
import { type AttackName, attackNamed, attackNames } from '../../redteam/light/attacks.ts'
import { type LightPerson, lightPeople, tones } from '../../redteam/light/people.ts'
import { checksOf, refusalsOf } from '../../redteam/light/see-light.ts'
import {
  type LightCrew,
  type LightJobs,
  type LightTrial,
  type SeenTrial,
  type SessionKind,
  sequenceOf,
} from './light-jobs.ts'

const JOB_TIMEOUT_MS = 300_000
/** Sessions of each kind in a usual run, which takes ten minutes on two cores; `--whole` has so many times as many. */
const SESSIONS: Readonly<Record<SessionKind, number>> = {
  honest: 30,
  stranger: 6,
  'other-sequence': 2,
  'no-light': 2,
  'frame-tint': 3,
  'face-tint': 2,
  'painted-round': 4,
  'painted-soft': 3,
  print: 3,
  'second-screen': 2,
  'second-screen-film': 2,
  late: 2,
  'half-right': 3,
  'relit-puppet': 2,
}
/** More of those that have a bound, at the mesh that the attacker rendered: finding it anew in each frame takes most of the time. */
const AT_TRUE_MESH: Partial<Record<SessionKind, number>> = {
  'frame-tint': 47,
  'face-tint': 5,
  'painted-round': 46,
  'painted-soft': 47,
  print: 16,
  'second-screen': 8,
  'second-screen-film': 8,
  'half-right': 6,
}
const WHOLE = 5
/** Observed honest sessions are held against so many other sequences, all together: that is what a replay is. */
const WRONG = 1000
const LUX = [5, 50, 100, 200, 300] as const

interface Judged extends SeenTrial {
  readonly kind: SessionKind
  readonly person: LightPerson
  readonly answer: LightAnswer
  readonly cpuMs: number
  /** Names of the checks that refused it. */
  readonly failed: readonly string[]
}

export async function evaluateLight(context: Context): Promise<Report> {
  await prepareNetworks(context.networksFolder)
  return withCrew<LightJobs, Report>(
    {
      jobsModule: new URL('./light-jobs.ts', import.meta.url),
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: JOB_TIMEOUT_MS,
    },
    async (crew) => {
      const judged = await judgedTrials(context, crew, trialsOf(context))
      const honest = judged.filter(({ kind }) => kind === 'honest')
      const wrong = await wrongSequences(crew, honest, Math.min(WRONG, (context.limit ?? WRONG) * 20))
      return reportOf(judged, wrong, context.asked('tune'))
    },
  )
}

/** Half of the people of each source are for tuning, the others are reported. */
function trialsOf(context: Context): LightTrial[] {
  const halves = splitHalves(
    lightPeople(context.data),
    ({ name }) => name,
    ({ source }) => source,
  )
  const people = seededRandom(26).shuffled(context.asked('tune') ? halves.tune : halves.report)
  const kinds = Object.keys(SESSIONS) as SessionKind[]
  const planned = [SESSIONS, AT_TRUE_MESH].flatMap((counts, isTrueMesh) =>
    kinds.flatMap((kind, k) => {
      const count = Math.min((counts[kind] ?? 0) * (context.asked('whole') ? WHOLE : 1), context.limit ?? 1e6)
      return Array.from({ length: count }, (_, i) => {
        const number = i + isTrueMesh * 500
        const person = people[(number + 7 * k) % people.length] as LightPerson
        const trial = { kind, person, seed: 1000 * (1000 * k + number + 1), isTrueMesh: isTrueMesh === 1 }
        return { trial, at: (i + 0.5) / count }
      })
    }),
  )
  // Of all kinds some come early, so that a run that is broken off has kept some of each.
  return planned.toSorted((one, other) => one.at - other.at).map(({ trial }) => trial)
}

async function judgedTrials(
  context: Context,
  crew: LightCrew,
  trials: readonly LightTrial[],
): Promise<Judged[]> {
  const found = await seenTrials(context, crew, trials)
  const measured = sortOutcomes(
    await crew.run({
      label: 'light measured',
      job: 'measure-light',
      items: found,
      inputOf: ({ session }) => session,
    }),
  )
  for (const { item, error } of measured.failed) console.error(`${item.person.name}: ${error.message}`)
  return measured.done.map(({ item, output }) => ({ ...item, ...output, failed: refusals(output.answer) }))
}

/** Observed sessions are kept in the cache; `--kept-sessions` takes those of earlier runs. */
async function seenTrials(
  { cache, asked }: Context,
  crew: LightCrew,
  trials: readonly LightTrial[],
): Promise<(LightTrial & SeenTrial)[]> {
  const folder = join(cache, 'light-sessions')
  mkdirSync(folder, { recursive: true })
  const fileOf = ({ kind, person, seed }: LightTrial) =>
    join(folder, `${kind}-${person.name.replaceAll(' ', '-')}-${seed}`)
  const isKept = (trial: LightTrial) => asked('kept-sessions') && existsSync(fileOf(trial))
  const { failed } = sortOutcomes(
    await crew.run({
      label: 'light sessions',
      job: 'see-light-trial',
      items: trials.filter((trial) => !isKept(trial)),
      inputOf: (trial) => ({ trial, file: fileOf(trial) }),
    }),
  )
  for (const { item, error } of failed) console.error(`${item.kind} of ${item.person.name}: ${error.message}`)
  return trials.flatMap((trial) => {
    if (!existsSync(fileOf(trial))) return []
    const seen = deserialize(readFileSync(fileOf(trial))) as SeenTrial | undefined
    return seen ? [{ ...trial, ...seen }] : []
  })
}

const refusals = (answer: LightAnswer): string[] => refusalsOf(checksOf(answer))

interface Wrong {
  readonly failed: readonly string[]
}

/** No longer than what was filmed, so that no other check refuses them. */
async function wrongSequences(crew: LightCrew, honest: readonly Judged[], count: number): Promise<Wrong[]> {
  const items = Array.from({ length: honest.length === 0 ? 0 : count }, (_, i) => {
    const { session } = honest[i % honest.length] as Judged
    const filmedMs = (session.frames.at(-1)?.takenAtMs ?? 0) - (session.frames[0]?.takenAtMs ?? 0)
    for (let seed = 9_000_001 + 1000 * i; ; seed++) {
      const sequence = sequenceOf(seed)
      if (durationOf(sequence) <= filmedMs || seed % 1000 === 999) return { ...session, sequence }
    }
  })
  const { done, failed } = sortOutcomes(
    await crew.run({ label: 'other sequences', job: 'measure-light', items, inputOf: (one) => one }),
  )
  for (const { error } of failed) console.error(error.message)
  return done.map(({ output }) => ({ failed: refusals(output.answer) }))
}

const isAccepted = ({ failed }: Pick<Judged, 'failed'>): boolean => failed.length === 0
const accepted = (some: readonly Pick<Judged, 'failed'>[]): Proportion => proportionOf(some, isAccepted)

function reportOf(judged: readonly Judged[], wrong: readonly Wrong[], isTuned: boolean): Report {
  const of = (kind: SessionKind) => judged.filter((one) => one.kind === kind)
  const honest = of('honest')
  const groups = [
    { name: 'all', some: honest },
    ...tones.map((tone) => ({ name: `skin ${tone}`, some: honest.filter((one) => one.tone === tone) })),
    ...LUX.slice(1).map((most, i) => {
      const least = LUX[i] as number
      return { name: `${least} to ${most} lux`, some: honest.filter(({ lux }) => lux >= least && lux < most) }
    }),
    ...(['portraits', 'phones', 'east-asian', 'rendered'] as const).map((source) => ({
      name: source,
      some: honest.filter(({ person }) => person.source === source),
    })),
  ].filter(({ some }) => some.length > 0)
  const honestTable: Table = {
    title: `Simulated people before a phone of 300 nit, ${isTuned ? 'the half tuned on' : 'people not tuned on'}`,
    columns: ['who', 'sessions', 'accepted', 'correlation, tenth and median', 'refused for'],
    rows: groups.map(({ name, some }) => [
      name,
      some.length,
      percentWithInterval(accepted(some)),
      correlations(some),
      reasons(some),
    ]),
    note: 'Rendered from portraits, frames of phones and drawn people, relit by mesh normals; nobody was flashed.',
  }
  const attackTable: Table = {
    title: 'Simulated attacks on the light challenge, by the light alone',
    columns: ['attack', 'what', 'accepted', 'share', 'refused for'],
    rows: [
      ...attackNames.map((name) => [
        attackNamed(name).shouldPass ? `${name} (should pass)` : name,
        attackNamed(name).what,
        countOf(accepted(of(name))),
        percentWithInterval(accepted(of(name))),
        reasons(of(name)),
      ]),
      [
        'measures held against other sequences',
        'the observed honest sessions, judged by sequences that they did not see',
        countOf(accepted(wrong)),
        percentWithInterval(accepted(wrong)),
        reasons(wrong),
      ],
    ],
    note: 'The passive score, signs of injection and the comparison of frames, which the server asks for too, are left out here.',
  }
  const strangers = of('stranger')
  const strangerTable: Table = {
    title: 'The same people by a second renderer that shares no geometry (no target)',
    columns: ['who', 'sessions', 'accepted', 'correlation, tenth and median', 'refused for'],
    rows: [
      [
        'egg for a head, Phong, even noise, 8 or 15 frames a second',
        strangers.length,
        percentWithInterval(accepted(strangers)),
        correlations(strangers),
        reasons(strangers),
      ],
    ],
  }
  return {
    tables: [honestTable, attackTable, strangerTable],
    plots: [],
    figures: {
      light: {
        honest: Object.fromEntries(groups.map(({ name, some }) => [name, accepted(some)])),
        attacks: Object.fromEntries(attackNames.map((name) => [name, accepted(of(name))])),
        wrongSequences: accepted(wrong),
        stranger: accepted(strangers),
      },
    },
    targets: targetsOf(groups, of, wrong, honest),
  }
}

function targetsOf(
  groups: readonly { readonly name: string; readonly some: readonly Judged[] }[],
  of: (kind: SessionKind) => readonly Judged[],
  wrong: readonly Wrong[],
  honest: readonly Judged[],
): Target[] {
  const atLeast = (name: string, value: number, bound: number): Target => ({
    name,
    value,
    bound,
    good: 'at least',
  })
  const passing = (...names: readonly AttackName[]) => names.flatMap((name) => of(name)).filter(isAccepted)
  const shareOf = (...names: readonly AttackName[]) => {
    const { value } = accepted(names.flatMap((name) => of(name)))
    return Number.isNaN(value) ? 0 : 100 * value
  }
  const times = honest
    .map(({ cpuMs, session }) => (60 * cpuMs) / Math.max(1, session.frames.length))
    // The first of each worker also draws the other sequences.
    .toSorted((a, b) => a - b)
  return [
    ...groups
      .filter(({ name }) => /^(all|skin .*|.* lux)$/.test(name))
      .map(({ name, some }) =>
        atLeast(
          `light-honest-accepted-percent${name === 'all' ? '' : `-${name.replaceAll(' ', '-')}`}`,
          100 * accepted(some).value,
          95,
        ),
      ),
    none(
      'light-wrong-or-no-sequence-accepted',
      wrong.filter(isAccepted).length + passing('other-sequence', 'no-light', 'late').length,
    ),
    atMost('light-print-accepted-percent', shareOf('print'), 1),
    atMost('light-second-screen-accepted-percent', shareOf('second-screen', 'second-screen-film'), 1),
    atMost('light-frame-tint-accepted-percent', shareOf('frame-tint'), 1),
    none('light-painted-accepted', passing('painted-round', 'painted-soft').length),
    atMost('light-verify-ms', times.length > 0 ? median(times) : 0, 200),
  ]
}

function correlations(some: readonly Judged[]): string {
  const values = some.map(({ answer }) => answer.correlation)
  return values.length === 0 ? '' : `${quantile(values, 0.1).toFixed(2)}, ${median(values).toFixed(2)}`
}

/** Each check by how many sessions it refused, the commonest first. */
function reasons(some: readonly Pick<Judged, 'failed'>[]): string {
  return [
    ...Map.groupBy(
      some.flatMap(({ failed }) => failed),
      (name) => name,
    ),
  ]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, all]) => `${name} ${all.length}`)
    .join(', ')
}
