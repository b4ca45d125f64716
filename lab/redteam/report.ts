// Counts the sessions of a red team by species and stage: who got in, what refused the others, and the target lines.
import { type Proportion, proportionOf, wilson } from '../kit/statistics/proportion.ts'
import { atMost, none, type Target } from '../kit/targets.ts'
import type { Stage } from './films.ts'
import type { Outcome } from './session.ts'
import type { Species } from './species.ts'

/** One session, as it is also written to a file. */
export interface Game extends Outcome {
  readonly species: string
  readonly stage: Stage
  readonly number: number
}

/** Prints what was played of a species, and returns its targets. */
export function report(species: Species, games: readonly Game[]): Target[] {
  const own = games.filter((game) => game.species === species.name)
  if (own.length === 0) return []
  const counted = (all: readonly Game[]) => proportionOf(all, species.isHonest ? isOut : isIn)
  console.log(`\n${species.name}: ${species.what}`)
  console.log(`  ${species.isHonest ? 'refused, BPCER' : 'accepted, APCER'} ${text(counted(own))}`)
  for (const stage of species.stages) {
    const here = own.filter((game) => game.stage === stage)
    if (here.length > 0) console.log(`  ${stage.padEnd(9)} ${text(counted(here))}  ${refusals(here)}`)
    const doubtful = here.filter((game) => game.isDoubtful).length
    if (doubtful > 0) console.log(`            of those accepted ${doubtful} in doubt`)
  }
  return species.bounds.flatMap(({ target, percent: bound, stage }) => {
    const among = own.filter((game) => stage === undefined || game.stage === stage)
    if (among.length === 0) return []
    const sure = atMost(`${target}-without-doubt`, percent(proportionOf(among, isSure).value), bound)
    return [atMost(target, percent(counted(among).value), bound), ...(species.isHonest ? [] : [sure])]
  })
}

const CHANGED = 'replay-'

/** Replays of accepted sessions, all together. */
export function reportReplays(games: readonly Game[]): Target[] {
  const all = games.filter(({ species }) => species.startsWith(CHANGED))
  if (all.length === 0) return []
  const accepted = all.filter(isIn).length
  console.log(`\nchanged replays together: accepted ${text(wilson(accepted, all.length))}`)
  return [none('redteam-changed-replays', accepted)]
}

const BENT = 'bent-replay-'
/** Stronger bends are played and reported, but not promised. */
const MOST_PIXELS = 4

/** Replays with each frame bent its own way, all together. */
export function reportBentReplays(games: readonly Game[]): Target[] {
  const all = games.filter(
    ({ species }) =>
      species.startsWith(BENT) && Number.parseInt(species.slice(BENT.length), 10) <= MOST_PIXELS,
  )
  if (all.length === 0) return []
  const accepted = proportionOf(all, isIn)
  console.log(`\nreplays bent by up to ${MOST_PIXELS} pixels together: accepted ${text(accepted)}`)
  return [atMost('redteam-bent-replays', percent(accepted.value), 2)]
}

const isIn = ({ code }: Outcome): boolean => code === 200
/** A verification takes it at once: doubt is asked again. */
const isSure = (outcome: Outcome): boolean => isIn(outcome) && outcome.isDoubtful !== true
const isOut = (outcome: Outcome): boolean => !isIn(outcome)

/** Which checks refused, how often, and how often no other did; then the codes that are no verdict. */
function refusals(games: readonly Game[]): string {
  const counts = new Map<string, { all: number; alone: number }>()
  for (const { code, failed } of games.filter(isOut)) {
    const reasons = failed.length > 0 ? failed : [String(code)]
    for (const reason of new Set(reasons)) {
      const { all, alone } = counts.get(reason) ?? { all: 0, alone: 0 }
      counts.set(reason, { all: all + 1, alone: alone + (reasons.length === 1 ? 1 : 0) })
    }
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b.all - a.all)
    .map(([reason, { all, alone }]) => `${reason} ${all}${alone > 0 ? ` (alone ${alone})` : ''}`)
    .join(', ')
}

const percent = (share: number): number => Math.round(1000 * share) / 10

const text = ({ count, total, value, low, high }: Proportion): string =>
  `${count} of ${total}, ${percent(value)} % (${percent(low)}-${percent(high)})`
