// What a policy must keep to beyond the form of its fields: no contradiction, and nothing that this installation cannot do.
import {
  type AskedStrength,
  type KnownKind,
  type LivenessFamily,
  type LivenessStep,
  type Policy,
  strengths,
} from './policy.ts'

/** One field that is wrong, with dots between the steps of its path. */
export interface PolicyFault {
  readonly path: string
  readonly message: string
}

interface TrustedAuthority {
  /** Alpha-2, as certificates name it. */
  readonly country: string
  /** Such as `C=VN, O=Government, CN=CSCA`. */
  readonly subject: string
}

/** What this server can do. */
export interface Installation {
  /** The kinds of identity documents that are read; a law may end one while the server runs. */
  readonly kinds: () => readonly KnownKind[]
  /** The most that a challenge of each family proves. */
  readonly reach: Readonly<Record<LivenessFamily, AskedStrength>>
  /** The least strength that the operator lets the organisation ask for. */
  readonly floor: (organisationId: string) => Promise<AskedStrength>
  /** Whose certificates the trust store has: no other chip is genuine. */
  readonly trustedAuthorities: () => Promise<readonly TrustedAuthority[]>
  readonly readsVideos: () => Promise<boolean>
  readonly hasCollection: (organisationId: string, collectionId: string) => Promise<boolean>
}

const isBelow = (one: AskedStrength, other: AskedStrength): boolean =>
  strengths.indexOf(one) < strengths.indexOf(other)

interface Rule {
  readonly path: string
  readonly isBroken: (policy: Policy) => boolean
  readonly message: string
}

const hasPortrait = ({ steps }: Policy): boolean => Boolean(steps.document ?? steps.chip)

/** A policy that breaks one of these rules contradicts itself, on any server. */
const rules: readonly Rule[] = [
  {
    path: 'steps',
    isBroken: (policy) => !hasPortrait(policy) && policy.steps.liveness === undefined,
    message: 'must have a document, a chip or liveness: nothing else says anything of a person',
  },
  {
    path: 'match',
    isBroken: ({ match, steps }) =>
      match !== undefined && !((steps.document || steps.chip) && steps.liveness),
    message: 'needs a document or a chip, whose portrait is compared, and liveness, whose face is',
  },
  {
    path: 'match.review',
    isBroken: ({ match }) => match !== undefined && match.review > match.accept,
    message: 'must be at most match.accept',
  },
  {
    path: 'steps.liveness.presence.refuse',
    isBroken: ({ steps: { liveness } }) =>
      liveness?.presence !== undefined && liveness.presence.refuse > liveness.presence.accept,
    message: 'must be at most steps.liveness.presence.accept',
  },
  {
    path: 'steps.liveness.wanted_strength',
    isBroken: ({ steps: { liveness } }) =>
      liveness?.wanted_strength !== undefined && isBelow(liveness.wanted_strength, liveness.min_strength),
    message: 'must be at least steps.liveness.min_strength',
  },
  {
    path: 'steps.confirmation',
    isBroken: (policy) => policy.steps.confirmation !== undefined && !hasPortrait(policy),
    message: 'needs a document or a chip: there is nothing else to confirm',
  },
  {
    path: 'expected',
    isBroken: (policy) => policy.expected.length > 0 && !hasPortrait(policy),
    message: 'needs a document or a chip to compare with',
  },
  {
    path: 'expected',
    isBroken: ({ expected }) => new Set(expected).size < expected.length,
    message: 'must name each field once',
  },
  {
    path: 'age',
    isBroken: (policy) => policy.age !== undefined && !hasPortrait(policy),
    message: 'needs a document or a chip: nothing else says when a person was born',
  },
  {
    path: 'age.least',
    isBroken: ({ age }) => age?.least !== undefined && age.most !== undefined && age.least > age.most,
    message: 'must be at most age.most',
  },
  {
    path: 'screening',
    isBroken: ({ screening, steps }) => screening !== undefined && !steps.liveness,
    message: "needs liveness: a picture of somebody else's face must not be searched or registered",
  },
  {
    path: 'screening.duplicates.collection_id',
    isBroken: ({ screening }) =>
      screening?.duplicates?.register === true &&
      screening.duplicates.collection_id === screening.block_list?.collection_id,
    message: 'must not be that of the block list: everybody who is approved would be blocked the next time',
  },
  {
    path: 'link_minutes',
    isBroken: ({ link_minutes, expires_minutes }) => link_minutes > expires_minutes,
    message: 'must be at most expires_minutes',
  },
  {
    path: 'token_minutes',
    isBroken: ({ token_minutes, expires_minutes }) => token_minutes > expires_minutes,
    message: 'must be at most expires_minutes',
  },
]

/** `reasons` are those that a verdict can have. */
export function contradictions(policy: Policy, reasons: readonly string[]): PolicyFault[] {
  const { document, liveness } = policy.steps
  return [
    ...rules.filter(({ isBroken }) => isBroken(policy)).map(({ path, message }) => ({ path, message })),
    ...repeated(document?.kinds, 'steps.document.kinds'),
    ...repeated(liveness?.families, 'steps.liveness.families'),
    ...Object.keys(policy.outcomes)
      .filter((reason) => !reasons.includes(reason))
      .map((reason) => ({
        path: `outcomes.${reason.slice(0, 100)}`,
        message: `is no reason of a verdict; there are ${reasons.join(', ')}`,
      })),
  ]
}

const repeated = (words: readonly string[] | undefined, path: string): PolicyFault[] =>
  words !== undefined && new Set(words).size < words.length ? [{ path, message: 'must name each once' }] : []

/** For whom a policy is to be met. */
export interface Asker {
  readonly organisationId: string
  /** The sandbox brings its own state, whose chips are trusted there and nowhere else. */
  readonly isTest: boolean
}

/** Why this server cannot do what the policy asks; empty where it can. */
export async function unmet(
  policy: Policy,
  installation: Installation,
  { organisationId, isTest }: Asker,
): Promise<PolicyFault[]> {
  const { liveness } = policy.steps
  const found = await Promise.all([
    unmetKinds(policy, installation.kinds()),
    isTest ? [] : unmetChip(policy, installation),
    liveness ? unmetLiveness(liveness, installation, organisationId) : [],
    unmetCollections(policy, installation, organisationId),
  ])
  return found.flat()
}

function unmetKinds({ steps: { document, chip } }: Policy, kinds: readonly KnownKind[]): PolicyFault[] {
  if (!document) return []
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  const faults = document.kinds.flatMap((name, i) => {
    const path = `steps.document.kinds.${i}`
    const kind = byName.get(name)
    if (!kind)
      return { path, message: `is no kind that is read here; there are ${[...byName.keys()].join(', ')}` }
    if (chip?.mode === 'required' && !kind.hasChip)
      return { path, message: 'has no chip, which steps.chip requires' }
    return kind.isOver ? { path, message: 'is a kind of which no document is valid any more' } : []
  })
  return faults
}

/** Alpha-2, as certificates name it. */
const VIETNAM = 'VN'

async function unmetChip(
  { steps }: Policy,
  { kinds, trustedAuthorities }: Installation,
): Promise<PolicyFault[]> {
  if (steps.chip?.mode !== 'required') return []
  const authorities = await trustedAuthorities()
  const taken = kinds().filter(({ name }) => steps.document?.kinds.includes(name))
  const missing = missingAnchor(taken, authorities)
  if (missing === undefined) return []
  const message = `cannot be "required" on this server: ${missing}, so that no such chip is genuine. An operator imports certificates with \`selfsame trust import\``
  return [{ path: 'steps.chip.mode', message }]
}

/** Việt Nam signs passports and cards with keys of different authorities, and master lists have only the first. */
const isOfPassports = ({ subject }: TrustedAuthority): boolean => /passport/i.test(subject)

function missingAnchor(
  taken: readonly KnownKind[],
  authorities: readonly TrustedAuthority[],
): string | undefined {
  if (authorities.length === 0) return 'its trust store is empty'
  const vietnamese = taken.filter(({ isVietnamese }) => isVietnamese)
  if (vietnamese.length === 0) return undefined
  const own = authorities.filter(({ country }) => country === VIETNAM)
  if (own.length === 0) return `its trust store has no certificate of ${VIETNAM}`
  const cards = vietnamese.filter(({ isIdentityCard }) => isIdentityCard).map(({ name }) => name)
  if (cards.length === 0 || !own.every(isOfPassports)) return undefined
  return `its trust store has of ${VIETNAM} only what signs passports (${own.map(({ subject }) => subject).join('; ')}), and no certificate of the authority of identity cards, which signs ${cards.join(', ')}`
}

async function unmetLiveness(
  { families, min_strength }: LivenessStep,
  { floor, reach, readsVideos }: Installation,
  organisationId: string,
): Promise<PolicyFault[]> {
  const faults: PolicyFault[] = []
  const least = await floor(organisationId)
  if (isBelow(min_strength, least))
    faults.push({
      path: 'steps.liveness.min_strength',
      message: `must be at least ${least}, which the operator asks for (SELFSAME_LIVENESS_FLOOR, or \`selfsame org floor\`)`,
    })
  for (const [i, family] of families.entries()) {
    const path = `steps.liveness.families.${i}`
    if (isBelow(reach[family], min_strength))
      faults.push({
        path,
        message: `proves ${reach[family]} at most, which is below min_strength ${min_strength}`,
      })
    if (family === 'video' && !(await readsVideos()))
      faults.push({ path, message: 'cannot be had on this server: it has no ffmpeg that runs' })
  }
  return faults
}

async function unmetCollections(
  { screening }: Policy,
  { hasCollection }: Installation,
  organisationId: string,
): Promise<PolicyFault[]> {
  const faults: PolicyFault[] = []
  for (const [name, search] of Object.entries(screening ?? {}))
    if (search && !(await hasCollection(organisationId, search.collection_id)))
      faults.push({
        path: `screening.${name}.collection_id`,
        message: 'is no collection of yours; register it with POST /face-collections/sign-collection-id',
      })
  return faults
}
