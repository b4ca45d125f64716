// Wires the journey: its routes, and what policies may ask of this server, since a wing imports no other.

import { isIdentityDocument, isPassport, KINDS, sidesOf } from '../documents/kinds/kinds.ts'
import type { Route } from '../http/route-spec.ts'
import { type Asked, strengthAsked, strengthWithCapture } from '../liveness/strength.ts'
import type { FaceRemoval } from '../retention/remove.ts'
import type { Runtime } from '../runtime.ts'
import { findCollection } from '../store/records/collections.ts'
import { livenessFloorOf } from '../store/records/organisations.ts'
import { trustedAuthorities } from '../store/records/trust.ts'
import type { PolicyStore } from '../verifications/policies/policies.ts'
import { families, type KnownKind } from '../verifications/policies/policy.ts'
import { policyRoutes } from '../verifications/policies/routes.ts'
import type { Installation } from '../verifications/policies/rules.ts'
import type { Judging } from '../verifications/process.ts'
import { reasonNames } from '../verifications/reasons.ts'
import { reportRoutes } from '../verifications/reports/routes.ts'
import { reviewRoutes } from '../verifications/review/routes.ts'
import { verificationRoutes } from '../verifications/routes.ts'
import type { PersonaRuns } from '../verifications/sandbox/persona-runs.ts'
import { sandboxRoutes } from '../verifications/sandbox/routes.ts'
import { sessionRoutes } from '../verifications/session/routes.ts'
import type { OpenVisits } from '../verifications/session/visits.ts'
import { openEvidence } from './evidence.ts'

/** What the routes of the journey are given. */
export interface JourneyParts extends Runtime, FaceRemoval {
  readonly visits: OpenVisits
  readonly judging: Judging
  /** Walks the test verifications of personas. */
  readonly personaRuns: PersonaRuns
}

/** The routes of policies, of verifications, and of the person who goes through one. */
export function journeyRoutes(runtime: JourneyParts): Route[] {
  const policies = policyStoreOf(runtime)
  const { store, judging, personaRuns, visits, receipts, now } = runtime
  const evidence = openEvidence(runtime)
  const managing = { store, policies, judging, personaRuns, now }
  return [
    ...policyRoutes(policies, { store, judging, evidence }),
    ...verificationRoutes(runtime, managing),
    ...reviewRoutes({ ...managing, evidence }),
    ...reportRoutes({
      ...managing,
      evidence,
      receiptOf: (organisationId, id) => receipts.find(organisationId, id),
    }),
    ...sessionRoutes(runtime, visits),
    ...sandboxRoutes(),
  ]
}

function policyStoreOf(runtime: Runtime): PolicyStore {
  const { store, now } = runtime
  return { database: store.database, installation: installationOf(runtime), reasons: reasonNames, now }
}

function installationOf({ store, config, videos, now }: Runtime): Installation {
  const { database } = store
  return {
    kinds: () => kindsAt(now()),
    reach: Object.fromEntries(
      families.map((family) => [family, strengthWithCapture(strengthAsked(most[family]).strength)]),
    ) as Installation['reach'],
    floor: async (organisationId) =>
      (await livenessFloorOf(database, organisationId)) ?? config.livenessFloor,
    trustedAuthorities: () => trustedAuthorities(database),
    readsVideos: async () => (await videos.path()) !== undefined,
    hasCollection: async (organisationId, collectionId) =>
      (await findCollection(database, { organisationId, collectionId })) !== undefined,
  }
}

/** What each family asks at its most. */
const most: Readonly<Record<Asked['family'], Asked>> = {
  profile: {
    family: 'profile',
    tasks: ['keep-face-ahead', 'turn-face-left', 'turn-face-right'],
    threshold: 1,
  },
  nose: { family: 'nose', tasks: [], threshold: 1 },
  distance: { family: 'distance', tasks: [], growth: Number.POSITIVE_INFINITY, threshold: 1 },
  light: { family: 'light', tasks: [], threshold: 1 },
  video: { family: 'video', tasks: [], threshold: 1 },
}

/** The documents that a journey takes, as they are on that day. */
const kindsAt = (now: number): KnownKind[] =>
  KINDS.filter(({ kind }) => isIdentityDocument(kind)).map((definition) => {
    const { kind, family, chip, lastValidDay: last } = definition
    return {
      name: kind,
      isIdentityCard: !isPassport(kind),
      isVietnamese: family !== 'foreign',
      hasBack: sidesOf(definition).length > 1,
      hasChip: chip !== undefined,
      isOver: last !== undefined && now > Date.UTC(last.year, last.month - 1, last.day + 1),
    }
  })
