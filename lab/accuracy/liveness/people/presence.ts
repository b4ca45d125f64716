// Measures presence by people and puppets: who is refused, who is asked again, by numbers that were fitted without the person.
import type { Check } from '../../../../src/checks.ts'
import { type PresenceLines, presenceOdds, usualLines } from '../../../../src/liveness/presence.ts'
import { type LeftDoubt, weighDoubts } from '../../../../src/verifications/session/doubt.ts'
import type { Context, Report } from '../../../kit/report.ts'
import { bootstrap } from '../../../kit/statistics/bootstrap.ts'
import { fitLogistic } from '../../../kit/statistics/logistic.ts'
import { type Estimate, wilson } from '../../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../../kit/table.ts'
import { atMost } from '../../../kit/targets.ts'
import type { LivenessCrew } from '../jobs.ts'
import { actedSessions } from './acted-sessions.ts'
import { everybody, type JudgedPerson, keptOfPeople } from './everybody.ts'
import { sources } from './films.ts'
import { failedIn, isRefused, judgeSessions } from './judge.ts'
import { filmBounds, puppetBounds } from './living-skin.ts'
import { judgePuppetFilms } from './videos.ts'

const families = ['profile', 'nose', 'distance', 'video'] as const
const SESSIONS_OF_PUPPET = 6
/** The best of them, so that its share can be told. */
const MORE_OF_BEST = { 'puppet-relief': 24 }
const FILMS_OF_PUPPET = 3

/** In percent. */
const MOST_REFUSED = 3
const MOST_OF_ONE = 25
/** Of fewer sessions in a family one refusal says little about a person. */
const FEWEST_OF_ONE = 4
const HALF = 0.5
/** Puppets of which so few may be accepted, the others 30. */
const FEW = 2

interface Judged extends Omit<JudgedPerson, 'family' | 'file'> {
  readonly family: string
  /** A puppet's kind; empty of people. */
  readonly puppet: string
}

const isDoubt = (one: Judged): boolean => !isRefused(one) && one.isDoubtful === true
const isAccepted = (one: Judged): boolean => !isRefused(one) && one.isDoubtful !== true

export async function evaluatePresence(context: Context, crew: LivenessCrew): Promise<Report> {
  const people = (await everybody(context, crew)).map((one): Judged => ({ ...one, puppet: '' }))
  const real = people.filter(({ source }) => source !== 'rendered')
  const puppets = await judgedPuppets(context, crew)
  const fit = fitted([...real, ...puppets])
  const rows = families.flatMap((family) =>
    [...sources, 'real'].flatMap((source) => {
      const own = people.filter(
        (one) =>
          one.family === family &&
          (one.source === source || (source === 'real' && one.source !== 'rendered')),
      )
      return own.length === 0 ? [] : [{ family, source, own }]
    }),
  )
  const byKind = puppetRows(puppets)
  const likeness = likenessOfAttempts(real)
  const journeys = journeysOf(real, puppets)
  return {
    tables: [
      {
        title: 'Honest sessions refused and asked again, by family and source',
        columns: [
          'family',
          'source',
          'people',
          'sessions',
          'refused (95 %, by person)',
          'doubt (95 %)',
          'worst person refused, percent',
        ],
        rows: rows.map(({ family, source, own }) => [
          family,
          source,
          new Set(own.map(({ person }) => person)).size,
          own.length,
          percentWithInterval(shareOf(own, isRefused)),
          percentWithInterval(shareOf(own, isDoubt)),
          Math.round(100 * worstOf(own, isRefused)),
        ]),
        note: 'By the numbers that the server has. Sessions are those of `--only people`; intervals resample people.',
      },
      {
        title: 'Checks that refuse real people by themselves',
        columns: [
          'family',
          'check',
          'sessions (95 %)',
          `people with ${FEWEST_OF_ONE} sessions, half of them refused`,
        ],
        rows: families.flatMap((family) =>
          checksOf(
            family,
            real.filter((one) => one.family === family),
          ),
        ),
      },
      {
        title: 'People refused or asked again',
        columns: ['person', 'source', 'family', 'sessions', 'refused', 'doubt', 'presence at least'],
        rows: [...Map.groupBy(real, ({ person, family }) => `${person} ${family}`).values()]
          .filter((own) => own.some((one) => isRefused(one) || isDoubt(one)))
          .map((own) => [
            own[0]?.person,
            own[0]?.source,
            own[0]?.family,
            own.length,
            own.filter(isRefused).length,
            own.filter(isDoubt).length,
            Math.min(...own.map(({ presence = 100 }) => presence)),
          ]),
      },
      {
        title: 'Puppets, by kind and family',
        columns: ['puppet', 'family', 'sessions', 'accepted (95 %)', 'doubt', 'refused'],
        rows: byKind.map(({ puppet, family, own, accepted }) => [
          puppet,
          family,
          own.length,
          percentWithInterval(accepted),
          own.filter(isDoubt).length,
          own.filter(isRefused).length,
        ]),
        note: 'All checks but the memory of earlier sessions. Doubt is not accepted in a verification, nor where the operator asks for a strength above low.',
      },
      {
        title: 'Living skin as evidence: fitted by a logistic regression with an L2 penalty',
        columns: [
          'fitted on',
          'penalty',
          'level',
          'weight',
          'judged',
          `people below ${usualLines.refuse}`,
          `people below ${usualLines.accept}`,
          `worst person below ${usualLines.refuse}`,
          `puppets at ${usualLines.accept} and more`,
        ],
        rows: fit.rows,
        note: 'Log odds = level + weight x (log odds of `living-skin` less those of its line). The server has -0.3 and 1. Each person, and each photograph of puppets, by a fit without them; then each half by the other.',
      },
      {
        title: 'A verification that asks for profile, and in doubt for nose',
        columns: ['who', 'pairs', 'passed at once, percent', 'passed after both', 'to a reviewer', 'refused'],
        rows: journeys.map(({ who, pairs, ends }) => [
          who,
          pairs,
          ...journeyEnds.map((end) => percent(ends[end] / Math.max(1, pairs))),
        ]),
        note: 'Every profile session of a person with every nose session of the same person; of puppets, with every one of the same kind. One attempt of each: a refusal ends it here, where policies give three.',
      },
      {
        title: 'How alike two attempts of one person are, in different families',
        columns: ['people', 'pairs', 'correlation of log odds'],
        rows: [[likeness.people, likeness.pairs, likeness.value.toFixed(2)]],
        note: 'Of honest people. Attackers repeat themselves more: two attempts are added up as if half of the second was known from the first (src/verifications/session/doubt.ts).',
      },
    ],
    plots: [],
    figures: { presence: { fit: fit.figures, likeness, journeys } },
    targets: [
      ...rows
        .filter(({ source }) => source === 'real')
        .map(({ family, own }) =>
          atMost(`presence-refused-people-${family}`, percent(shareOf(own, isRefused).value), MOST_REFUSED),
        ),
      atMost('presence-refused-people', percent(shareOf(real, isRefused).value), MOST_REFUSED),
      atMost(
        'presence-refused-one-person',
        percent(
          Math.max(
            ...[...Map.groupBy(real, ({ person, family }) => `${person} ${family}`).values()]
              .filter((own) => own.length >= FEWEST_OF_ONE)
              .map((own) => worstOf(own, isRefused)),
          ),
        ),
        MOST_OF_ONE,
      ),
      ...journeys
        .filter(({ who }) => who in puppetBounds)
        .map(({ who, pairs, ends }) =>
          atMost(
            `presence-${who}-verification-accepted`,
            percent((ends.passed + ends['passed-after-both']) / Math.max(1, pairs)),
            puppetBounds[who] ?? FEW,
          ),
        ),
      ...byKind.map(({ puppet, family, accepted, bound }) =>
        atMost(`presence-${puppet}-${family}-accepted`, percent(accepted.value), bound),
      ),
    ],
  }
}

const sessionsOf = (who: string): number =>
  (MORE_OF_BEST as Readonly<Record<string, number>>)[who] ?? SESSIONS_OF_PUPPET

const percent = (share: number): number => Math.round(1000 * share) / 10

async function judgedPuppets(context: Context, crew: LivenessCrew): Promise<Judged[]> {
  const kept = keptOfPeople(context)
  const asked = Object.keys(puppetBounds).flatMap((who) =>
    (['profile', 'nose'] as const).flatMap((family, i) =>
      Array.from({ length: context.limit ?? sessionsOf(who) }, (_, number) => ({
        who,
        family,
        seed: 5001 + 1000 * i + number,
      })),
    ),
  )
  const sessions = await judgeSessions(crew, kept, await actedSessions(crew, kept, context.data, asked))
  const wanted = Object.keys(filmBounds).flatMap((variant) =>
    Array.from({ length: context.limit ?? FILMS_OF_PUPPET }, (_, i) => ({ variant, number: 7001 + i })),
  )
  const films = await judgePuppetFilms(crew, kept, context.data, wanted)
  return [
    ...sessions.map((one): Judged => ({ ...one, puppet: one.person.replace(/ \d+$/, '') })),
    ...films.map(
      ({ variant, number, ...one }): Judged => ({
        ...one,
        person: `${variant} ${number}`,
        source: 'puppet',
        family: 'video',
        puppet: variant,
      }),
    ),
  ]
}

function puppetRows(puppets: readonly Judged[]) {
  return [...Map.groupBy(puppets, ({ puppet, family }) => `${puppet} ${family}`).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { puppet, family } = first
    const bounds = family === 'video' ? filmBounds : puppetBounds
    const accepted = wilson(own.filter(isAccepted).length, own.length)
    return [{ puppet, family, own, accepted, bound: bounds[puppet] ?? FEW }]
  })
}

/** Whole people are drawn again; of nobody the interval is that of so many people, each once. */
function shareOf(some: readonly Judged[], holds: (one: Judged) => boolean): Estimate {
  const figure = (own: readonly Judged[]) => own.filter(holds).length / own.length
  const value = figure(some)
  if (value > 0 && value < 1) return bootstrap({ items: some, groupOf: ({ person }) => person, figure })
  const people = new Set(some.map(({ person }) => person)).size
  return wilson(value * people, people)
}

function worstOf(some: readonly Judged[], holds: (one: Judged) => boolean): number {
  const people = [...Map.groupBy(some, ({ person }) => person).values()]
  return Math.max(0, ...people.map((own) => own.filter(holds).length / own.length))
}

function checksOf(family: string, some: readonly Judged[]): (string | number)[][] {
  const names = [...new Set(some.flatMap(failedIn))].filter((name) => name !== 'presence')
  return names.map((name) => {
    const fails = (one: Judged) => failedIn(one).includes(name)
    const halfOf = [...Map.groupBy(some, ({ person }) => person)]
      .filter(([, own]) => own.length >= FEWEST_OF_ONE && own.filter(fails).length >= HALF * own.length)
      .map(([person]) => person)
    return [family, name, percentWithInterval(shareOf(some, fails)), halfOf.join(', ')]
  })
}

/** Penalties on the squared weight of the standardised margin, of which leaving one person out chooses. */
const RIDGES = [0.1, 0.3, 1, 3]
/** As many examples as the penalty is weighed against, on each side. */
const SCALE = 20
const PARTS = 6
const MARGIN_HELD = { least: -6, most: 3 }

interface Example {
  readonly one: Judged
  readonly margin: number
}

interface Line {
  readonly level: number
  readonly weight: number
}

const oddsOf = (share: number): number => {
  const within = Math.max(1e-9, Math.min(1 - 1e-9, share))
  return Math.log(within / (1 - within))
}

function examplesIn(all: readonly Judged[]): Example[] {
  return all.flatMap((one): Example[] => {
    const skin = one.checks.find(({ name }: Check) => name === 'living-skin')
    if (!skin) return []
    const margin = oddsOf(skin.score) - oddsOf(skin.threshold)
    return [{ one, margin: Math.max(MARGIN_HELD.least, Math.min(MARGIN_HELD.most, margin)) }]
  })
}

/** Everybody counts the same, and so do both sides; a puppet counts as one of its kind. */
function importanceOf(examples: readonly Example[]): number[] {
  const groupOf = ({ one }: Example) => one.puppet || one.person
  const sizes = Map.groupBy(examples, groupOf)
  const kinds = [...sizes.values()].filter(([first]) => first?.one.puppet).length
  return examples.map((example) => {
    const side = example.one.puppet ? kinds : sizes.size - kinds
    return SCALE / side / (sizes.get(groupOf(example))?.length ?? 1)
  })
}

function lineOf(examples: readonly Example[], ridge: number): Line {
  const { intercept, weights } = fitLogistic(
    examples.map(({ margin }) => [margin]),
    examples.map(({ one }) => one.puppet === ''),
    { ridge, importance: importanceOf(examples) },
  )
  return { level: intercept, weight: weights[0] ?? 0 }
}

/** The same photographs make puppets of every kind. */
const partOf = ({ one }: Example): number => Number(/\d+$/.exec(one.person)?.[0] ?? 0) % PARTS

/** Presence of each by a line that was fitted without the person, and without the photograph. */
function leftOut(examples: readonly Example[], ridge: number): Map<Example, number> {
  const found = new Map<Example, number>()
  const people = [...new Set(examples.filter(({ one }) => !one.puppet).map(({ one }) => one.person))]
  const without = (isOut: (example: Example) => boolean) => {
    const line = lineOf(
      examples.filter((example) => !isOut(example)),
      ridge,
    )
    for (const example of examples.filter(isOut)) found.set(example, presenceBy(line, example))
  }
  for (const person of people) without(({ one }) => one.person === person)
  for (let part = 0; part < PARTS; part++)
    without((example) => example.one.puppet !== '' && partOf(example) === part)
  return found
}

/** 0 to 100, the other parts as the server has them. */
function presenceBy({ level, weight }: Line, { one, margin }: Example): number {
  const said = (one.presenceParts ?? []).map((part) =>
    part.check === 'living-skin' ? { ...part, logOdds: level + weight * margin } : part,
  )
  return 100 / (1 + Math.exp(-presenceOdds(said)))
}

function lossOf(examples: readonly Example[], presence: ReadonlyMap<Example, number>): number {
  const importance = importanceOf(examples)
  return examples.reduce((sum, example, i) => {
    const share = Math.max(1e-6, Math.min(1 - 1e-6, (presence.get(example) ?? 0) / 100))
    return sum - (importance[i] ?? 0) * Math.log(example.one.puppet ? 1 - share : share)
  }, 0)
}

function fitted(all: readonly Judged[]) {
  const examples = examplesIn(all)
  const tried = RIDGES.map((ridge) => {
    const presence = leftOut(examples, ridge)
    return { ridge, presence, loss: lossOf(examples, presence) }
  })
  const best = tried.reduce((a, b) => (b.loss < a.loss ? b : a))
  const line = lineOf(examples, best.ridge)
  const names = [
    ...new Set(examples.filter(({ one }) => !one.puppet).map(({ one }) => one.person)),
  ].toSorted()
  const isFirst = ({ one }: Example) =>
    (one.puppet ? Number(/\d+$/.exec(one.person)?.[0]) : names.indexOf(one.person)) % 2 === 0
  const onHalves = [true, false].map((first) => {
    const fittedOn = examples.filter((example) => isFirst(example) === first)
    const reported = examples.filter((example) => isFirst(example) !== first)
    const own = lineOf(fittedOn, best.ridge)
    return { own, presence: new Map(reported.map((example) => [example, presenceBy(own, example)])) }
  })
  const row = (
    on: string,
    { level, weight }: Line,
    judged: string,
    presence: ReadonlyMap<Example, number>,
  ) => [
    on,
    best.ridge,
    Number(level.toFixed(2)),
    Number(weight.toFixed(2)),
    judged,
    ...judgedBy(presence, usualLines),
  ]
  return {
    rows: [
      row('all', line, 'everybody, left out', best.presence),
      ...onHalves.map(({ own, presence }, i) => row(`half ${i + 1}`, own, 'the other half', presence)),
    ],
    figures: { ridge: best.ridge, ...line, losses: tried.map(({ ridge, loss }) => ({ ridge, loss })) },
  }
}

function judgedBy(
  presence: ReadonlyMap<Example, number>,
  { accept, refuse }: PresenceLines,
): (string | number)[] {
  const people = [...presence].filter(([{ one }]) => !one.puppet)
  const puppets = [...presence].filter(([{ one }]) => one.puppet)
  const below = (line: number, own = people) => own.filter(([, value]) => value < line).length
  const worst = [...Map.groupBy(people, ([{ one }]) => one.person).values()].map(
    (own) => below(refuse, own) / own.length,
  )
  return [
    percentWithInterval(wilson(below(refuse), people.length)),
    percentWithInterval(wilson(below(accept), people.length)),
    Math.round(100 * Math.max(0, ...worst)),
    percentWithInterval(wilson(puppets.length - below(accept, puppets), puppets.length)),
  ]
}

/** Everybody counts the same, by all pairs of sessions of different families. */
function likenessOfAttempts(real: readonly Judged[]) {
  const weighed = real.flatMap((one) =>
    one.presence === undefined ? [] : [{ one, odds: presenceOdds(one.presenceParts ?? []) }],
  )
  const mean = weighed.reduce((sum, { odds }) => sum + odds, 0) / Math.max(1, weighed.length)
  let [together, spread, pairs, people] = [0, 0, 0, 0]
  for (const own of Map.groupBy(weighed, ({ one }) => one.person).values()) {
    const both = own.flatMap((a, i) =>
      own
        .slice(i + 1)
        .flatMap((b) => (a.one.family === b.one.family ? [] : [[a.odds - mean, b.odds - mean] as const])),
    )
    if (both.length === 0) continue
    people += 1
    pairs += both.length
    together += both.reduce((sum, [a, b]) => sum + a * b, 0) / both.length
    spread += both.reduce((sum, [a, b]) => sum + (a * a + b * b) / 2, 0) / both.length
  }
  return { people, pairs, value: spread === 0 ? 0 : together / spread }
}

const journeyEnds = ['passed', 'passed-after-both', 'review', 'refused'] as const
type JourneyEnd = (typeof journeyEnds)[number]

/** How a verification by profile ends that asks for nose in doubt. */
function endOf(first: Judged, second: Judged): JourneyEnd {
  if (isRefused(first)) return 'refused'
  if (!isDoubt(first)) return 'passed'
  if (isRefused(second)) return 'refused'
  const before = [{ presence: first.presence, family: first.family }] as LeftDoubt[]
  const weighed = weighDoubts({}, second.presence === undefined ? {} : { presence: second.presence }, before)
  return weighed === 'passed' ? 'passed-after-both' : weighed === 'failed' ? 'refused' : 'review'
}

function journeysOf(real: readonly Judged[], puppets: readonly Judged[]) {
  const groups = [
    { who: 'real people', own: [...Map.groupBy(real, ({ person }) => person).values()] },
    ...[...Map.groupBy(puppets, ({ puppet }) => puppet)].map(([who, own]) => ({ who, own: [own] })),
  ]
  return groups.flatMap(({ who, own }) => {
    const found = own.flatMap((sessions) =>
      sessions
        .filter(({ family }) => family === 'profile')
        .flatMap((first) =>
          sessions.filter(({ family }) => family === 'nose').map((second) => endOf(first, second)),
        ),
    )
    const count = (end: JourneyEnd) => found.filter((one) => one === end).length
    const ends = Object.fromEntries(journeyEnds.map((end) => [end, count(end)])) as Record<JourneyEnd, number>
    return found.length === 0 ? [] : [{ who, pairs: found.length, ends }]
  })
}
