// Fits what tells living skin from one picture by people, on one half of them, and reports it on the other; beside it the check as it is.
import { seededRandom } from '../../../../specimens/random.ts'
import { hasFailed } from '../../../../src/checks.ts'
import { leastOdds, oddsOf, skinChecks } from '../../../../src/liveness/one-picture.ts'
import type { FrameComparison } from '../../../../src/vision/one-picture/comparison.ts'
import { type Context, mergeReports, type Report } from '../../../kit/report.ts'
import { auc } from '../../../kit/statistics/auc.ts'
import { fitLogistic, probabilityOf } from '../../../kit/statistics/logistic.ts'
import { proportionOf, wilson } from '../../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../../kit/table.ts'
import { atMost } from '../../../kit/targets.ts'
import type { LivenessCrew } from '../jobs.ts'
import { actedSessions } from './acted-sessions.ts'
import { everybody, keptOfPeople } from './everybody.ts'
import { failedIn, isRefused, type JudgedSession, judgeSessions } from './judge.ts'
import { judgePuppetFilms } from './videos.ts'

const families = ['profile', 'nose'] as const

/** Puppets that are played, and the most of each that may be accepted, in percent. */
export const puppetBounds: Readonly<Record<string, number>> = {
  'puppet-plain': 2,
  'puppet-small': 2,
  'puppet-still-background': 2,
  'puppet-warp': 2,
  'puppet-relit': 30,
  'puppet-warp-relit': 30,
  'puppet-careful': 30,
  'puppet-relief': 30,
  'puppet-warp-restless': 30,
}
const SESSIONS_OF_PUPPET = 6

/** What is told apart by, each by its logarithm but the gaze where the head only nodded. */
const features = ['shading', 'shift', 'detail', 'gaze', 'eyes', 'turn'] as const
type Feature = (typeof features)[number]

/** Where a measure could not be made it says nothing: midway between people and puppets. */
const UNKNOWN = { gaze: 0.07, eyes: 1.3 }
const GAZE_NOISE = 0.02
/** Eyes that move less move by noise. */
const LEAST_EYES = 0.1
const USUAL_TURN_DEGREES = 25

function featuresOf({ skin, eyesMotion }: FrameComparison): Record<Feature, number> | undefined {
  if (!skin) return undefined
  return {
    shading: Math.log(skin.shadingChange),
    shift: Math.log(skin.skinShift),
    detail: Math.log(skin.detailChange),
    gaze: Math.log(GAZE_NOISE + (skin.gazeChange ?? UNKNOWN.gaze)),
    eyes: Math.log(Math.max(LEAST_EYES, eyesMotion ?? UNKNOWN.eyes)),
    turn: Math.log(skin.turnDegrees / USUAL_TURN_DEGREES),
  }
}

interface Example {
  readonly who: string
  /** A puppet's kind; empty of people. */
  readonly puppet: string
  readonly family: string
  readonly input: readonly number[]
  readonly session: JudgedSession
}

/** Penalties on squared weights of standardised features, of which leaving one person out chooses. */
const RIDGES = [0.03, 0.1, 0.3, 1, 3]

export async function evaluateLivingSkin(context: Context, crew: LivenessCrew): Promise<Report> {
  const kept = keptOfPeople(context)
  const people = (await everybody(context, crew)).flatMap((one): JudgedSession[] =>
    one.family === 'profile' || one.family === 'nose' ? [one] : [],
  )
  const asked = Object.keys(puppetBounds).flatMap((who) =>
    families.flatMap((family, i) =>
      Array.from({ length: context.limit ?? SESSIONS_OF_PUPPET }, (_, number) => ({
        who,
        family,
        seed: 5001 + 1000 * i + number,
      })),
    ),
  )
  const played = await judgeSessions(crew, kept, await actedSessions(crew, kept, context.data, asked))
  const examples = [...people, ...played].flatMap((session): Example[] => {
    const own = featuresOf(session.compared)
    const puppet = session.source === 'puppet' ? session.person.replace(/ \d+$/, '') : ''
    const input = own ? features.map((name) => own[name]) : undefined
    return input ? [{ who: session.person, puppet, family: session.family, input, session }] : []
  })
  const films = await judgePuppetFilms(
    crew,
    kept,
    context.data,
    Object.keys(filmBounds).flatMap((variant) =>
      Array.from({ length: context.limit ?? FILMS_OF_PUPPET }, (_, i) => ({ variant, number: 7001 + i })),
    ),
  )
  return mergeReports([reportOf(examples, [...people, ...played]), reportOfFilms(films)])
}

/** Videos of puppets, and the most of each that may be accepted, in percent. */
export const filmBounds: Readonly<Record<string, number>> = {
  'puppet-plain': 2,
  'puppet-slight': 2,
  'puppet-still-background': 2,
  'puppet-warp': 2,
  'puppet-relit': 30,
  'puppet-careful': 30,
  'puppet-relief': 30,
  'puppet-speaking': 30,
}
const FILMS_OF_PUPPET = 3

function reportOfFilms(films: Awaited<ReturnType<typeof judgePuppetFilms>>): Report {
  const rows = Object.entries(filmBounds).flatMap(([name, bound]) => {
    const own = films.filter(({ variant }) => variant === name)
    return own.length === 0
      ? []
      : [{ name, bound, own, accepted: proportionOf(own, (film) => !isRefused(film)) }]
  })
  const score = (film: (typeof films)[number], name: string) =>
    film.checks.find((check) => check.name === name)?.score.toFixed(2) ?? ''
  return {
    tables: [
      {
        title: 'Videos of puppets: what turns them away',
        columns: ['puppet', 'accepted (95 %)', 'lips-own-motion', 'living-skin', 'failed'],
        rows: rows.map(({ name, own, accepted }) => [
          name,
          percentWithInterval(accepted),
          own.map((film) => score(film, 'lips-own-motion')).join(' '),
          own.map((film) => score(film, 'living-skin')).join(' '),
          [...new Set(own.flatMap(failedIn))].join(', '),
        ]),
      },
    ],
    plots: [],
    figures: { puppetFilms: rows.map(({ name, accepted }) => ({ name, accepted })) },
    targets: rows.map(({ name, bound, accepted }) =>
      atMost(`people-${name}-video-accepted`, Math.round(1000 * accepted.value) / 10, bound),
    ),
  }
}

/** Everybody counts the same, and so do both sides; a puppet counts as one of its kind. */
function importanceOf(examples: readonly Example[]): number[] {
  const groupOf = ({ who, puppet }: Example) => puppet || who
  const sizes = Map.groupBy(examples, groupOf)
  const sides = { people: 0, puppets: 0 }
  for (const own of sizes.values()) sides[own[0]?.puppet ? 'puppets' : 'people'] += 1
  return examples.map((one) => {
    const side = one.puppet ? sides.puppets : sides.people
    return SCALE / side / (sizes.get(groupOf(one))?.length ?? 1)
  })
}
/** As many examples as the penalty is weighed against, on each side. */
const SCALE = 20

const modelOf = (examples: readonly Example[], ridge: number) =>
  fitLogistic(
    examples.map(({ input }) => input),
    examples.map(({ puppet }) => puppet === ''),
    { ridge, importance: importanceOf(examples) },
  )

const oddsBy = (model: ReturnType<typeof modelOf>, { input }: Example): number => {
  const probability = Math.min(1 - 1e-9, Math.max(1e-9, probabilityOf(model, input)))
  return Math.log(probability / (1 - probability))
}

/** The photographs of puppets are left out in as many parts, so that no side is judged by a fit that saw it. */
const PARTS = 8
const partOf = ({ who }: Example): number => Number(/\d+$/.exec(who)?.[0] ?? 0) % PARTS

/** Everybody by a fit without the person; each puppet by one without its photograph. */
function leftOut(examples: readonly Example[], ridge: number): Map<Example, number> {
  const odds = new Map<Example, number>()
  const people = [...new Set(examples.filter(({ puppet }) => !puppet).map(({ who }) => who))]
  for (const [i, person] of people.entries()) {
    const part = i % PARTS
    const model = modelOf(
      examples.filter((one) => one.who !== person && !(one.puppet && partOf(one) === part)),
      ridge,
    )
    for (const one of examples)
      if (one.who === person || (one.puppet && partOf(one) === part && !odds.has(one)))
        odds.set(one, oddsBy(model, one))
  }
  return odds
}

function lossOf(examples: readonly Example[], odds: ReadonlyMap<Example, number>): number {
  const importance = importanceOf(examples)
  return examples.reduce((sum, one, i) => {
    const margin = (odds.get(one) ?? 0) * (one.puppet ? 1 : -1)
    return sum + (importance[i] ?? 0) * Math.log1p(Math.exp(Math.min(50, margin)))
  }, 0)
}

const bestRidge = (examples: readonly Example[]): number =>
  RIDGES.map((ridge) => ({ ridge, loss: lossOf(examples, leftOut(examples, ridge)) })).reduce((a, b) =>
    b.loss < a.loss ? b : a,
  ).ridge

/** Of the weights that are served: how far above their line. */
const beyondLine = ({ session: { compared } }: Example): number =>
  compared.skin ? oddsOf(compared.skin) - leastOdds(compared.skin.turnDegrees) : 0

const MOST_REFUSED = 0.03
const MOST_OF_ONE = 0.25

/** The highest line that refuses so few of the sessions and nobody more often. */
function lineFor(examples: readonly Example[], odds: ReadonlyMap<Example, number>): number {
  const people = examples.filter(({ puppet }) => !puppet)
  const lines = [...new Set(people.map((one) => odds.get(one) ?? 0))].toSorted((a, b) => b - a)
  return lines.find((line) => refusals(people, odds, line).isBearable) ?? Number.NEGATIVE_INFINITY
}

function refusals(people: readonly Example[], odds: ReadonlyMap<Example, number>, line: number) {
  const out = (own: readonly Example[]) => own.filter((one) => (odds.get(one) ?? 0) < line).length
  const all = wilson(out(people), people.length)
  const byOne = [...Map.groupBy(people, ({ who }) => who).values()].map((own) => out(own) / own.length)
  const worst = Math.max(0, ...byOne)
  return { all, worst, isBearable: all.value <= MOST_REFUSED && worst <= MOST_OF_ONE }
}

function halvesOf(examples: readonly Example[]): [Example[], Example[]] {
  const real = [...new Set(examples.filter(({ puppet }) => !puppet).map(({ who }) => who))].toSorted()
  const first = new Set(
    seededRandom(SEED)
      .shuffled(real)
      .slice(0, Math.ceil(real.length / 2)),
  )
  const isFirst = (one: Example) => (one.puppet ? partOf(one) % 2 === 0 : first.has(one.who))
  return [examples.filter(isFirst), examples.filter((one) => !isFirst(one))]
}
const SEED = 20_261_119

function reportOf(examples: readonly Example[], sessions: readonly JudgedSession[]): Report {
  const halves = halvesOf(examples)
  const onHalves = ([0, 1] as const).map((from) => {
    const [fitted, reported] = [halves[from], halves[1 - from] as Example[]]
    const ridge = bestRidge(fitted)
    const line = lineFor(fitted, leftOut(fitted, ridge))
    const model = modelOf(fitted, ridge)
    return { ridge, line, model, reported, odds: new Map(reported.map((one) => [one, oddsBy(model, one)])) }
  })
  const asTheyAre = new Map(examples.map((one) => [one, beyondLine(one)]))
  const shifted = ([0, 1] as const).map((from) => ({
    line: lineFor(halves[from], asTheyAre),
    reported: halves[1 - from] as Example[],
  }))
  const ridge = bestRidge(examples)
  const odds = leftOut(examples, ridge)
  const model = modelOf(examples, ridge)
  const line = lineFor(examples, odds)
  const asItIs = new Set(
    examples.filter(({ session }) => skinChecks(session.compared, false).some(hasFailed)),
  )
  const kinds = Object.keys(puppetBounds)
  const rowsOf = (name: string, passes: (one: Example) => boolean, among: readonly Example[]) => {
    const own = among.filter((one) => (name === 'people' ? !one.puppet : one.puppet === name))
    return wilson(own.filter(passes).length, own.length)
  }
  const others = onHalves.flatMap((half) => half.reported.map((one) => ({ one, ...half })))
  const passesHalf = new Map(others.map(({ one, odds, line }) => [one, (odds.get(one) ?? 0) >= line]))
  const served = (name: string, family: string) => {
    const own = sessions.filter((one) => one.family === family && one.person.replace(/ \d+$/, '') === name)
    return wilson(own.filter((one) => !isRefused(one)).length, own.length)
  }
  return {
    tables: [
      {
        title: 'Weights of living skin by a logistic regression with an L2 penalty',
        columns: ['fitted on', 'penalty', 'line', 'level', ...features],
        rows: [
          ...onHalves.map((half, i) => [
            `half ${i + 1}`,
            half.ridge,
            half.line,
            half.model.intercept,
            ...half.model.weights,
          ]),
          ['all', ridge, line, model.intercept, ...model.weights],
        ],
        note: 'Logarithms of each measure; the penalty is that with the least loss where one person and the photographs of an eighth of the puppets are left out. The line is the highest that refuses 3 % of the sessions of the fitted people and nobody more than 1 in 4, each by a fit without the person.',
      },
      {
        title: 'People refused by the skin alone',
        columns: ['by', 'sessions', 'refused (95 %)', 'worst person, percent', 'AUC'],
        rows: [
          [
            'the checks as they are',
            ...peopleRow(examples, (one) => !asItIs.has(one)),
            areaOf(examples, asTheyAre),
          ],
          ...shifted.map(({ line: shift, reported }, i) => [
            `the weights as they are, the line moved by ${shift.toFixed(2)} on half ${i + 1}, the other half`,
            ...peopleRow(reported, (one) => (asTheyAre.get(one) ?? 0) >= shift),
            areaOf(reported, asTheyAre),
          ]),
          ...onHalves.map((half, i) => [
            `a fit on half ${i + 1}, the other half`,
            ...peopleRow(half.reported, (one) => (half.odds.get(one) ?? 0) >= half.line),
            areaOf(half.reported, half.odds),
          ]),
          [
            'a fit on all, without the person',
            ...peopleRow(examples, (one) => (odds.get(one) ?? 0) >= line),
            areaOf(examples, odds),
          ],
        ],
      },
      {
        title: 'Puppets accepted by the skin alone, and by all checks of a session',
        columns: [
          'puppet',
          'sessions',
          'as it is',
          'fit on the other half',
          'fit on all',
          'all checks, profile',
          'all checks, nose',
        ],
        rows: kinds.map((name) => [
          name,
          rowsOf(name, () => true, examples).total,
          percentWithInterval(rowsOf(name, (one) => !asItIs.has(one), examples)),
          percentWithInterval(rowsOf(name, (one) => passesHalf.get(one) ?? false, examples)),
          percentWithInterval(rowsOf(name, (one) => (odds.get(one) ?? 0) >= line, examples)),
          ...families.map((family) => percentWithInterval(served(name, family))),
        ]),
        note: 'All checks but the memory of earlier sessions and what is sent along; the verdict as the server gives it now.',
      },
      {
        title: 'What each measure tells alone (AUC of people against each puppet)',
        columns: ['puppet', ...features],
        rows: kinds.map((name) => [
          name,
          ...features.map((_, i) => {
            const value = ({ input }: Example) => input[i] ?? 0
            return auc({
              positives: examples.filter(({ puppet }) => !puppet).map(value),
              negatives: examples.filter(({ puppet }) => puppet === name).map(value),
            }).toFixed(3)
          }),
        ]),
      },
    ],
    plots: [],
    figures: {
      livingSkin: {
        features,
        all: { ridge, line, intercept: model.intercept, weights: model.weights },
        people: [
          ...Map.groupBy(
            examples.filter(({ puppet }) => !puppet),
            ({ who }) => who,
          ),
        ].map(([who, own]) => ({
          who,
          sessions: own.length,
          odds: own.map((one) => Number((odds.get(one) ?? 0).toFixed(2))),
          inputs: own.map(({ input }) => input.map((value) => Number(value.toFixed(2)))),
        })),
      },
    },
    targets: [
      ...kinds.flatMap((name) =>
        families.map((family) =>
          atMost(
            `people-${name}-${family}-accepted`,
            Math.round(1000 * served(name, family).value) / 10,
            puppetBounds[name] ?? 0,
          ),
        ),
      ),
    ],
  }
}

function peopleRow(
  examples: readonly Example[],
  passes: (one: Example) => boolean,
): [number, string, number] {
  const people = examples.filter(({ puppet }) => !puppet)
  const byOne = [...Map.groupBy(people, ({ who }) => who).values()].map(
    (own) => own.filter((one) => !passes(one)).length / own.length,
  )
  const refused = wilson(people.filter((one) => !passes(one)).length, people.length)
  return [people.length, percentWithInterval(refused), Math.round(100 * Math.max(0, ...byOne))]
}

const areaOf = (examples: readonly Example[], odds: ReadonlyMap<Example, number>): string =>
  auc({
    positives: examples.filter(({ puppet }) => !puppet).map((one) => odds.get(one) ?? 0),
    negatives: examples.filter(({ puppet }) => puppet).map((one) => odds.get(one) ?? 0),
  }).toFixed(3)
