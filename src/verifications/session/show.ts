// What a person may know about their own verification: its state, the steps ahead, and what was read so far.

import type { Findings, Visit } from '../../access/visits.ts'
import { codes, Refusal } from '../../codes.ts'
import type { Database } from '../../store/port.ts'
import { findBrand } from '../../store/records/brands.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import { organisationName } from '../../store/records/organisations.ts'
import { ownClocksOf } from '../../store/records/retention.ts'
import { attemptsOf } from '../../store/records/verification-attempts.ts'
import { findVerification, type VerificationState } from '../../store/records/verifications.ts'
import type { Vault } from '../../store/vault.ts'
import type { Policy } from '../policies/policy.ts'
import type { LeftDoubt } from './doubt.ts'
import { type StepNow, stepsNow } from './steps.ts'
import { type OpenVisits, placeOf } from './visits.ts'

export interface Showing {
  readonly database: Database
  readonly vault: Vault
  readonly visits: Pick<OpenVisits, 'policyOf'>
  readonly config: KeepingSettings
}

/** How long the server keeps what an organisation sets no time for, in milliseconds. */
interface KeepingSettings {
  readonly fileRetentionMs: number
  readonly frameRetentionMs: number
  readonly readingRetentionMs: number
  readonly verificationRetentionMs: number
}

/** How long each is kept, in whole hours; null where nothing removes it by itself. */
interface KeptHours {
  readonly pictures: number | null
  readonly face_pictures: number | null
  readonly data: number | null
  readonly result: number | null
}

export interface ShownSession {
  readonly verificationId: string
  readonly organisation: string
  readonly state: VerificationState
  readonly isTest: boolean
  readonly expiresAt: number
  readonly locale: string | undefined
  readonly returnUrl: string | undefined
  readonly policy: Policy
  readonly steps: readonly StepNow[]
  readonly document: ShownDocument | undefined
  readonly keptHours: KeptHours
  readonly brand: ShownBrand | undefined
  /** What left doubt, while liveness is open. */
  readonly doubts: readonly LeftDoubt[]
}

/** How the organisation looks, as it set it. */
interface ShownBrand {
  /** JSON that the routes of the brand have checked. */
  readonly settings: string
  readonly hasLogo: boolean
}

interface ShownDocument {
  readonly id: string
  readonly kind: string
  readonly sides: readonly string[]
  /** Whether its front was also photographed tilted, where the policy asks for that. */
  readonly tilted?: boolean
  /** What was read, by the names that the answers of documents have. */
  readonly read: Readonly<Record<string, string>>
  /** What reading its chip takes, while that is open to the person. */
  readonly chip?: ShownChip
}

interface ShownChip {
  readonly files: readonly string[]
  readonly key?: {
    readonly document_number: string
    readonly date_of_birth: string
    readonly date_of_expiry: string
  }
}

export async function showSession(
  { database, vault, visits, config }: Showing,
  visit: Visit,
): Promise<ShownSession> {
  const { organisationId, verificationId } = visit
  const found = await findVerification(database, placeOf(visit))
  const name = found && (await organisationName(database, organisationId))
  if (!found || name === undefined) throw new Refusal(codes.unauthorized)
  const brand = await findBrand(database, organisationId)
  const attempts = await attemptsOf(database, placeOf(visit))
  const policy = await visits.policyOf(found)
  const opened = async (part: 'attempt' | 'verification', id: string, sealed: Uint8Array) =>
    JSON.parse(
      (await vault.open(organisationId, placeOfPart(part, organisationId, id).label, sealed)).toString(),
    ) as Record<string, unknown>
  const asked = found.redactedAt === null ? await opened('verification', verificationId, found.request) : {}
  const newest = attempts.findLast(
    ({ step, subjectId, outcome }) =>
      step === 'document' && subjectId !== null && (outcome === 'open' || outcome === 'passed'),
  )
  const findings: Findings | undefined =
    newest && found.redactedAt === null ? await opened('attempt', newest.id, newest.findings) : undefined
  const steps = stepsNow(policy, attempts)
  const isOpen = (name: string) => steps.some(({ step, state }) => step === name && state === 'open')
  const doubtful = isOpen('liveness') ? attempts.filter(({ outcome }) => outcome === 'doubtful') : []
  const chip = isOpen('chip') && findings?.chip
  return {
    verificationId,
    organisation: name,
    state: found.state,
    isTest: found.isTest,
    expiresAt: found.expiresAt,
    policy,
    steps,
    brand,
    doubts: await Promise.all(
      doubtful.map(({ id, findings }) => opened('attempt', id, findings) as Promise<LeftDoubt>),
    ),
    locale: textIn(asked, 'locale'),
    returnUrl: textIn(asked, 'return_url'),
    document: findings && {
      id: newest?.subjectId ?? '',
      kind: findings.kind ?? '',
      sides: findings.sides ?? [],
      ...(policy.steps.document?.tilt && { tilted: findings.isTilted === true }),
      read: (findings.read as ShownDocument['read'] | undefined) ?? {},
      ...(chip ? { chip: chip as ShownChip } : {}),
    },
    keptHours: await keptHours(database, config, found),
  }
}

const HOUR_MS = 3_600_000
/** Everything of a test verification goes after a day. */
const TEST_HOURS = 24

async function keptHours(
  database: Database,
  config: KeepingSettings,
  { organisationId, isTest }: { readonly organisationId: string; readonly isTest: boolean },
): Promise<KeptHours> {
  const own = await ownClocksOf(database, organisationId)
  const hours = (clock: string, setting: keyof KeepingSettings): number | null => {
    const mine = own.find((one) => one.clock === clock)
    const ms = mine ? (mine.keepMs ?? Number.POSITIVE_INFINITY) : config[setting]
    const whole = Math.ceil(ms / HOUR_MS)
    if (isTest) return Math.min(TEST_HOURS, whole)
    return Number.isFinite(whole) ? whole : null
  }
  return {
    pictures: hours('files', 'fileRetentionMs'),
    face_pictures: hours('frames', 'frameRetentionMs'),
    data: hours('readings', 'readingRetentionMs'),
    result: hours('verifications', 'verificationRetentionMs'),
  }
}

const textIn = (held: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = held[name]
  return typeof value === 'string' ? value : undefined
}
