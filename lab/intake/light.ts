// Measures the light challenge on sessions that an operator brings: who is accepted, with intervals, and what each check measured.
import type { Check } from '../../src/checks.ts'
import { measureLight } from '../../src/liveness/light/measure.ts'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import { type Proportion, proportionOf } from '../kit/statistics/proportion.ts'
import { quantiles } from '../kit/statistics/summary.ts'
import { countOf, markdownTable, percentWithInterval, type Table } from '../kit/table.ts'
import { checksOf, refusalsOf, seeLight } from '../redteam/light/see-light.ts'
import type { LightRecording } from './light-sessions.ts'

export interface JudgedRecording extends Omit<LightRecording, 'frames' | 'sequence'> {
  /** Frames that were sent, and those in which a face was found. */
  readonly sent: number
  readonly seen: number
  readonly checks: readonly Check[]
}

export async function judgeLightSessions(
  recordings: readonly LightRecording[],
  networksFolder: string,
): Promise<JudgedRecording[]> {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  const judged: JudgedRecording[] = []
  for (const { frames, sequence, ...rest } of recordings) {
    const taken = frames.map(({ takenAtMs, bytes }) => ({ takenAtMs, jpeg: bytes() }))
    const session = await seeLight(networks, taken, sequence)
    if (session.frames.length < 2) console.error(`${rest.name}: no face found, refused`)
    const checks = session.frames.length < 2 ? [] : checksOf(measureLight(session))
    judged.push({ ...rest, sent: frames.length, seen: session.frames.length, checks })
  }
  return judged
}

const isAccepted = ({ checks }: JudgedRecording): boolean =>
  checks.length > 0 && refusalsOf(checks).length === 0

/** Upper bounds of rooms, in lux. */
const ROOMS = [50, 100, 200, 300, 1000, Number.POSITIVE_INFINITY]

export interface LightIntake {
  readonly people: number
  readonly groups: readonly {
    readonly name: string
    readonly accepted: Proportion
    readonly people: number
  }[]
  readonly checks: readonly {
    readonly name: string
    readonly threshold: number
    readonly rule: Check['rule']
    /** Tenth, median and ninetieth of a hundred, of living people and of attacks. */
    readonly live: readonly number[]
    readonly attacks: readonly number[]
    readonly refusedLive: number
  }[]
}

export function reportLight(judged: readonly JudgedRecording[]): LightIntake {
  const live = judged.filter(({ kind }) => kind === undefined)
  const attacks = judged.filter(({ kind }) => kind !== undefined)
  const group = (name: string, some: readonly JudgedRecording[]) => ({
    name,
    accepted: proportionOf(some, isAccepted),
    people: new Set(some.map(({ person }) => person)).size,
  })
  const known = live.filter(({ lux }) => lux !== undefined)
  const rooms = ROOMS.map((most, i) => {
    const least = ROOMS[i - 1] ?? 0
    const name = Number.isFinite(most)
      ? `living people, ${least} to ${most} lux`
      : `living people, from ${least} lux`
    return group(
      name,
      known.filter(({ lux = 0 }) => lux >= least && lux < most),
    )
  })
  const phones = [...Map.groupBy(live, ({ phone }) => phone)].flatMap(([phone, own]) =>
    phone === undefined ? [] : [group(`living people, ${phone}`, own)],
  )
  const kinds = [...Map.groupBy(attacks, ({ kind }) => kind ?? '')].map(([kind, own]) =>
    group(`attack: ${kind}`, own),
  )
  return {
    people: new Set(judged.map(({ person }) => person)).size,
    groups: [group('living people', live), ...rooms, ...phones, ...kinds].filter(({ people }) => people > 0),
    checks: [...new Set(judged.flatMap(({ checks }) => checks.map(({ name }) => name)))].map((name) => {
      const of = (some: readonly JudgedRecording[]) =>
        some.flatMap(({ checks }) => checks.filter((check) => check.name === name))
      const spread = (checks: readonly Check[]) =>
        checks.length === 0
          ? []
          : quantiles(
              checks.map(({ score }) => score),
              [0.1, 0.5, 0.9],
            )
      const [first] = of(judged)
      return {
        name,
        threshold: first?.threshold ?? 0,
        rule: first?.rule ?? 'at-least',
        live: spread(of(live)),
        attacks: spread(of(attacks)),
        refusedLive: refusalsOf(of(live)).length,
      }
    }),
  }
}

export function lightCard(report: LightIntake): string {
  const numbers = (values: readonly number[]) =>
    values.map((value) => String(Number(value.toPrecision(3)))).join(', ')
  const who: Table = {
    title: 'Who is accepted, by the light alone',
    columns: ['who', 'people', 'accepted', 'share'],
    rows: report.groups.map(({ name, people, accepted }) => [
      name,
      people,
      countOf(accepted),
      percentWithInterval(accepted),
    ]),
    note: 'Sessions of one person are not independent, so the intervals are too narrow.',
  }
  const checks: Table = {
    title: 'What each check measured: tenth, median and ninetieth of a hundred',
    columns: ['check', 'asked', 'living people', 'attacks', 'living people refused by it'],
    rows: report.checks.map(({ name, threshold, rule, live, attacks, refusedLive }) => [
      name,
      `${rule.replace('-', ' ')} ${threshold}`,
      numbers(live),
      numbers(attacks),
      refusedLive,
    ]),
  }
  return `# The light challenge on recordings of an operator

${report.people} people. \`docs/guides/measure-light.md\` says how they were recorded.

${markdownTable(who)}

${markdownTable(checks)}

## Limits

These figures hold for the people, phones, rooms and attacks of this folder. Nothing was sent anywhere; the recordings were read and not copied.
`
}
