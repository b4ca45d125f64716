// Makes verifications without their routes, and calls a server as the person whose link was opened.
import { randomUUID } from 'node:crypto'
import type { Answered, TestServer } from '../../specimens/kit/servers/server.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { placeOfPart } from '../../src/store/records/frame-keys.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { addPolicy } from '../../src/store/records/policies.ts'
import { addVerification } from '../../src/store/records/verifications.ts'
import { linkSecret, newLink } from '../../src/verifications/links.ts'
import type { Policy } from '../../src/verifications/policies/policy.ts'

export const policyWith = (steps: Policy['steps'], more: Partial<Policy> = {}): Policy => ({
  steps,
  expected: [],
  ...{ link_minutes: 60, expires_minutes: 120, token_minutes: 30, outcomes: {} },
  ...more,
})

interface Wanted {
  readonly as?: Credentials
  readonly externalPersonId?: string
  readonly consentReference?: string
  /** Milliseconds from now. */
  readonly linkLifeMs?: number
  readonly lifeMs?: number
  readonly isTest?: boolean
}

/** A verification that was created a moment ago, and its link. */
export async function newVisit(server: TestServer, policy: Policy, wanted: Wanted = {}) {
  const { store } = server.server.runtime
  const { as = server.credentials, linkLifeMs = 3_600_000, lifeMs = 7_200_000 } = wanted
  const { externalPersonId = 'anna', consentReference = 'contract 7', isTest = false } = wanted
  const organisation = await findOrganisation(store.database, as.name)
  if (!organisation) throw new Error(`there is no ${as.name}`)
  const organisationId = organisation.id
  const now = Date.now()
  const [policyId, id] = [`p-${randomUUID()}`, randomUUID()]
  await addPolicy(store.database, { organisationId, id: policyId }, JSON.stringify(policy), now)
  const secret = await linkSecret(store.keyring)
  const request = { locale: 'vi', return_url: 'https://shop.example/done' }
  const label = placeOfPart('verification', organisationId, id).label
  const makeLink = (madeBy: 'organisation' | 'person' = 'organisation') =>
    store.database.transaction(async (queries) => {
      const expiresAt = Date.now() + linkLifeMs
      const made = await newLink(queries, secret, {
        ...{ organisationId, verificationId: id, madeBy, now: Date.now(), expiresAt },
      })
      return made?.token ?? ''
    })
  await store.vault.keep(
    organisationId,
    [],
    (queries, { asked }) =>
      addVerification(queries, {
        ...{
          organisationId,
          id,
          externalPersonId,
          consentReference,
          policyId,
          policyVersion: 1,
          isTest,
        },
        ...{ createdAt: now, expiresAt: now + lifeMs, webhookEndpointId: null },
        ...{ request: asked.bytes, keyVersion: asked.keyVersion },
      }),
    { asked: { label, bytes: Buffer.from(JSON.stringify(request)) } },
  )
  return { id, organisationId, link: await makeLink(), makeLink }
}

/** Calls with a link or token. */
export function bearerCaller({ url }: Pick<TestServer, 'url'>, bearer: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> => {
    const isRaw = body instanceof FormData
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>,
    }
  }
}

export type PersonCall = ReturnType<typeof bearerCaller>

export interface Session {
  readonly state: string
  readonly steps: readonly {
    readonly step: string
    readonly state: string
    readonly attempts_left: number
    readonly may_be_skipped: boolean
  }[]
  readonly document?: { readonly id: string; readonly sides: readonly string[] }
}

export const sessionIn = ({ body }: Answered): Session => body.session as Session

/** Opens a link, as the page of the person does. */
export async function enter(
  server: Pick<TestServer, 'url'>,
  link: string,
): Promise<{ readonly call: PersonCall; readonly token: string; readonly session: Session }> {
  const answer = await bearerCaller(server, link)('POST', '/verification-session/token')
  if (answer.status !== 200) throw new Error(`the link did not open: ${JSON.stringify(answer.body)}`)
  const token = String(answer.body.token)
  return { call: bearerCaller(server, token), token, session: sessionIn(answer) }
}
