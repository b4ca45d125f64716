// How surely a person is there: what each check says for or against it in log odds, added up, from 0 to 100.
import { atLeast, type Check, type CheckName, hasFailed } from '../checks.ts'
import { codes } from '../codes.ts'
import { probability } from '../system/statistics.ts'
import type { LivenessVerdict } from './verdict.ts'

/** From `accept` on a person counts as there, below `refuse` as absent; between them lies doubt. 0 to 100. */
export interface PresenceLines {
  readonly accept: number
  readonly refuse: number
}

export const usualLines: PresenceLines = { accept: 50, refuse: 20 }

/** How far a score is beyond its threshold, in a unit in which evidence is even. */
const margins = {
  odds: (score: number, threshold: number) => oddsOfShare(score) - oddsOfShare(threshold),
  ratio: (score: number, threshold: number) => Math.log(Math.max(1e-3, score) / threshold),
  difference: (score: number, threshold: number) => score - threshold,
} as const

/** What several checks see of one thing is one piece of evidence: their sum is held between these. */
const groups = {
  skin: { most: 2.5 },
  detail: { most: 3 },
  identity: { most: 3 },
} as const

interface PartRow {
  readonly group: keyof typeof groups
  readonly margin: keyof typeof margins
  /** Log odds of a person at the threshold, and for each unit of the margin. */
  readonly level: number
  readonly weight: number
  /** It speaks against a person below its threshold, and for nobody above it. */
  readonly isOnlyAgainst?: true
  /** A margin below this refuses by itself, whatever else is seen. */
  readonly far: number
}

/**
 * The checks that refuse some honest people too often to decide. `npm run evaluate -- liveness --only presence` fits
 * `living-skin` by a logistic regression with an L2 penalty, over everybody but the person who is judged; here it is rounded.
 * Puppets do not tell the others' numbers: half of the detail or of the change of light that is asked for, or the likeness
 * of strangers, refuses; less is doubt.
 */
// biome-ignore format: one check a row
const parts: Readonly<Partial<Record<CheckName, PartRow>>> = {
  'living-skin': { group: 'skin', margin: 'odds', level: -0.3, weight: 1, far: -6 },
  'shading-change': { group: 'skin', margin: 'ratio', level: -0.5, weight: 1, isOnlyAgainst: true, far: -0.4 },
  'detail-for-size': { group: 'detail', margin: 'ratio', level: -1, weight: 1, isOnlyAgainst: true, far: -0.5 },
  'same-person': { group: 'identity', margin: 'difference', level: -2.7, weight: 2, isOnlyAgainst: true, far: -0.15 },
}

/** A person who did a task sooner or later than people do is asked again, and never refused for it alone. */
const REACTION_ODDS = -3
const isOddReaction = ({ name, outcome }: Check): boolean =>
  name.startsWith('reaction-seconds-') && outcome !== 'passed'

export interface PresencePart {
  readonly check: CheckName
  /** Above 0 for a person, below against one. */
  readonly logOdds: number
}

/** What checks say before they are weighed, in their order; those that say nothing, or that a family only notes, are left out. */
export const partsOf = (checks: readonly Check[]): PresencePart[] =>
  checks.flatMap(({ name, score, threshold, outcome }) => {
    const row = parts[name]
    if (!row || outcome === 'noted') return []
    const margin = margins[row.margin](score, threshold)
    if (row.isOnlyAgainst && margin >= 0) return []
    return [{ check: name, logOdds: held(row.level + row.weight * margin, groups[row.group].most) }]
  })

const held = (value: number, most: number): number => Math.max(-most, Math.min(most, value))

/** Before any check a person is as likely as none. */
export function presenceOdds(said: readonly PresencePart[]): number {
  const byGroup = Map.groupBy(said, ({ check }) => parts[check]?.group ?? 'skin')
  return [...byGroup].reduce((sum, [group, own]) => {
    const { most } = groups[group]
    const together = own.reduce((total, { logOdds }) => total + logOdds, 0)
    return sum + held(together, most)
  }, 0)
}

export const oddsOfShare = (share: number): number => {
  const within = Math.max(1e-9, Math.min(1 - 1e-9, share))
  return Math.log(within / (1 - within))
}

/** Whether a check decides by itself: what is no evidence does, and what is far beyond its line. */
export function decides({ name, score, threshold }: Check): boolean {
  const row = parts[name]
  return row === undefined || margins[row.margin](score, threshold) < row.far
}

type Weighing = Pick<LivenessVerdict, 'code' | 'checks'>

/** Before the frames were compared the evidence is not whole: it decides nothing yet, unless it is far beyond its line. */
export function notYetWeighed<Verdict extends Weighing>(verdict: Verdict): Verdict {
  const checks = verdict.checks.map(
    (check): Check => (hasFailed(check) && !decides(check) ? { ...check, outcome: 'noted' } : check),
  )
  const isGenuine = verdict.code === codes.notGenuine && !checks.some(hasFailed)
  return { ...verdict, checks, ...(isGenuine && { code: codes.success }) }
}

/**
 * Checks that are evidence decide no more by themselves; their sum does, and what it leaves open is doubt. A verdict that
 * something else refused stays as it is.
 */
export function weighed<Verdict extends Weighing>(
  verdict: Verdict,
  { accept, refuse }: PresenceLines = usualLines,
): Verdict & Pick<LivenessVerdict, 'presence' | 'presenceParts' | 'isDoubtful'> {
  const seen = partsOf(verdict.checks)
  const [odd] = verdict.checks.filter(isOddReaction)
  const presenceParts = odd ? [...seen, { check: odd.name, logOdds: REACTION_ODDS }] : seen
  if (presenceParts.length === 0) return verdict
  const percent = (odds: number) => Math.round(100 * probability(odds))
  const ofFrames = percent(presenceOdds(seen))
  const presence =
    odd && ofFrames >= refuse ? Math.max(refuse, percent(presenceOdds(seen) + REACTION_ODDS)) : ofFrames
  const outcome = presence < refuse ? 'failed' : presence < accept ? 'noted' : 'passed'
  const { code, checks } = notYetWeighed(verdict)
  const weighing = { presence, presenceParts }
  const all = [...checks, { ...atLeast('presence', presence, accept), outcome } as const]
  if (code !== codes.success) return { ...verdict, code, checks: all, ...weighing }
  if (outcome === 'failed') return { ...verdict, code: codes.notGenuine, checks: all, ...weighing }
  return { ...verdict, code, checks: all, ...weighing, ...(outcome === 'noted' && { isDoubtful: true }) }
}
