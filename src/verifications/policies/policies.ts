// The policies of an organisation: made, changed, archived, and chosen for a verification; presets are copied when first used.
import { codes, Refusal, refuse, refuseBecause } from '../../codes.ts'
import type { Database, Queries } from '../../store/port.ts'
import * as records from '../../store/records/policies.ts'
import { type Policy, presetPolicy, presets } from './policy.ts'
import { type Asker, contradictions, type Installation, type PolicyFault, unmet } from './rules.ts'

export interface PolicyStore {
  readonly database: Database
  readonly installation: Installation
  /** Names of the reasons that a verdict can have. */
  readonly reasons: readonly string[]
  readonly now: () => number
}

/** A version of a policy, as a verification keeps it. */
export interface ChosenPolicy {
  readonly id: string
  readonly version: number
  readonly policy: Policy
}

/** What is shown of a policy. */
export interface ShownPolicy {
  readonly id: string
  /** Null for a preset that was not used yet. */
  readonly version: number | null
  readonly isPreset: boolean
  readonly createdAt: number | null
  readonly archivedAt: number | null
}

/** More than anybody needs, and few enough to be listed at once. */
const MOST_POLICIES = 200
const MOST_VERSIONS = 1000

const isPreset = (id: string): boolean => Object.hasOwn(presets, id)
const read = (definition: string): Policy => JSON.parse(definition) as Policy

/** Refuses with every fault, each under the name that its field has in the request. */
function refuseFaults(faults: readonly PolicyFault[], under: string): void {
  if (faults.length === 0) return
  throw new Refusal(codes.badRequest, {
    errors: faults.map(({ path, message }) => ({ path: `${under}.${path}`, message })),
  })
}

/** An operator may have to repair several things before a policy can be used, so all faults are answered at once. */
async function check(
  { installation, reasons }: PolicyStore,
  asker: Asker,
  policy: Policy,
  under: string,
): Promise<void> {
  refuseFaults([...contradictions(policy, reasons), ...(await unmet(policy, installation, asker))], under)
}

export async function makePolicy(
  store: PolicyStore,
  asker: Asker,
  id: string,
  policy: Policy,
): Promise<ChosenPolicy> {
  refusePresets(id, 'id')
  await check(store, asker, policy, 'definition')
  const place = { ...asker, id }
  if ((await records.countPolicies(store.database, asker.organisationId)) >= MOST_POLICIES)
    throw refuse(codes.conflict, 'id', `would be one more than the ${MOST_POLICIES} policies you may have`)
  const made = await store.database.transaction((queries) =>
    records.addPolicy(queries, place, JSON.stringify(policy), store.now()),
  )
  if (!made) throw refuse(codes.conflict, 'id', 'is the name of a policy of yours; PUT makes a new version')
  return { id, version: made.version, policy }
}

export async function changePolicy(
  store: PolicyStore,
  asker: Asker,
  id: string,
  policy: Policy,
): Promise<ChosenPolicy> {
  refusePresets(id, 'policy_id')
  const place = { ...asker, id }
  const found = await records.findPolicy(store.database, place)
  if (!found) throw noSuchPolicy()
  await check(store, asker, policy, 'definition')
  if (found.version >= MOST_VERSIONS)
    throw refuse(codes.conflict, 'policy_id', `has ${MOST_VERSIONS} versions; make another policy`)
  const made = await store.database.transaction((queries) =>
    records.addPolicyVersion(queries, place, JSON.stringify(policy), store.now()),
  )
  if (!made) throw noSuchPolicy()
  return { id, version: made.version, policy }
}

function refusePresets(id: string, field: string): void {
  if (isPreset(id))
    throw refuse(codes.badRequest, field, 'is the name of a preset; choose another for a policy of your own')
}

const noSuchPolicy = (): Refusal => refuseBecause(codes.notFound, 'you have no such policy')

export async function archivePolicy(
  store: PolicyStore,
  { organisationId }: Asker,
  id: string,
): Promise<void> {
  refusePresets(id, 'policy_id')
  const place = { organisationId, id }
  if (!(await records.findPolicy(store.database, place))) throw noSuchPolicy()
  await records.archivePolicy(store.database, place, store.now())
}

/** A draft as a trial takes it: it must hold as a policy does, and its cases are those of a policy that is there. */
export async function checkDraft(
  store: PolicyStore,
  asker: Asker,
  id: string,
  policy: Policy,
): Promise<void> {
  await findPolicy(store, asker.organisationId, id)
  await check(store, asker, policy, 'definition')
}

/** Presets that were not used yet are listed too. */
export async function listPolicies(
  { database }: PolicyStore,
  organisationId: string,
): Promise<ShownPolicy[]> {
  const kept = (await records.listPolicies(database, organisationId)).map(shown)
  const unused = Object.keys(presets).filter((name) => kept.every(({ id }) => id !== name))
  return [...kept, ...unused.map(unusedPreset)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const shown = ({ id, version, createdAt, archivedAt }: records.PolicyRow): ShownPolicy => ({
  id,
  version,
  createdAt,
  archivedAt,
  isPreset: isPreset(id),
})

const unusedPreset = (id: string): ShownPolicy => ({
  id,
  version: null,
  createdAt: null,
  archivedAt: null,
  isPreset: true,
})

interface WholePolicy extends ShownPolicy {
  readonly policy: Policy
  readonly versions: Awaited<ReturnType<typeof records.versionsOfPolicy>>
}

/** A preset shows what the next use of it would take. */
export async function findPolicy(
  { database, installation }: PolicyStore,
  organisationId: string,
  id: string,
): Promise<WholePolicy> {
  const place = { organisationId, id }
  const row = await records.findPolicy(database, place)
  const preset = presetPolicy(id, installation.kinds())
  if (!row) {
    if (preset) return { ...unusedPreset(id), policy: preset, versions: [] }
    throw noSuchPolicy()
  }
  const versions = await records.versionsOfPolicy(database, place)
  const policy = preset ?? (await versionOf(database, place, row.version)).policy
  return { ...shown(row), policy, versions }
}

export async function findVersion(
  { database }: PolicyStore,
  organisationId: string,
  id: string,
  version: number,
): Promise<ChosenPolicy & { readonly createdAt: number }> {
  return versionOf(database, { organisationId, id }, version)
}

async function versionOf(queries: Queries, place: records.PolicyPlace, version: number) {
  const found = await records.findPolicyVersion(queries, place, version)
  if (!found) throw refuseBecause(codes.notFound, 'you have no such version of a policy')
  const { definition, createdAt } = found
  return { id: place.id, version, policy: read(definition), createdAt }
}

/** What a verification was started with, whatever became of the policy since. */
export async function policyOfVersion(
  queries: Queries,
  place: records.PolicyPlace,
  version: number,
): Promise<Policy> {
  return (await versionOf(queries, place, version)).policy
}

/** More names in one refusal help nobody. */
const MOST_NAMED = 10

/**
 * The newest version of the policy that a new verification asks for in its field `policy`. Refuses one that is unknown,
 * archived, or cannot be met: what it needs may have gone since it was made.
 */
export async function policyFor(store: PolicyStore, asker: Asker, id: string): Promise<ChosenPolicy> {
  const { database, installation } = store
  const place = { organisationId: asker.organisationId, id }
  const preset = presetPolicy(id, installation.kinds())
  if (preset) {
    await refuseUnmet(store, asker, preset)
    return copied(store, place, preset)
  }
  const row = await records.findPolicy(database, place)
  if (!row) {
    const own = await records.listPolicies(database, asker.organisationId)
    const ids = own.filter(({ archivedAt }) => archivedAt === null).map((one) => one.id)
    const there = [...new Set([...ids, ...Object.keys(presets)])].slice(0, MOST_NAMED).join(', ')
    throw refuse(codes.badRequest, 'policy', `is no policy of yours, and no preset; there are: ${there}`)
  }
  if (row.archivedAt !== null) throw refuse(codes.badRequest, 'policy', 'is archived')
  const kept = await versionOf(database, place, row.version)
  await refuseUnmet(store, asker, kept.policy)
  return kept
}

async function refuseUnmet({ installation }: PolicyStore, asker: Asker, policy: Policy): Promise<void> {
  const faults = await unmet(policy, installation, asker)
  if (faults.length === 0) return
  const why = faults.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw refuse(codes.badRequest, 'policy', `cannot be met by this server: ${why}`)
}

/**
 * The version that says what the program's preset says, and a new one where there is none: servers of two releases
 * beside each other then have one version each. Of two first uses at the same moment one makes it, and both take it.
 */
async function copied(
  { database, now }: PolicyStore,
  place: records.PolicyPlace,
  policy: Policy,
): Promise<ChosenPolicy> {
  const definition = JSON.stringify(policy)
  const chosen = ({ version }: { readonly version: number }) => ({ id: place.id, version, policy })
  const kept = await records.findVersionSaying(database, place, definition)
  if (kept) return chosen(kept)
  return database.transaction(async (queries) => {
    const first = await records.addPolicy(queries, place, definition, now())
    if (first) return chosen(first)
    await records.lockPolicy(queries, place)
    const other = await records.findVersionSaying(queries, place, definition)
    const made = other ?? (await records.addPolicyVersion(queries, place, definition, now()))
    if (!made) throw noSuchPolicy()
    return chosen(made)
  })
}
