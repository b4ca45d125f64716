// Makes specimen chips for tests over HTTP, has a server trust their states, and answers its challenges.
import { createHash } from 'node:crypto'
import type { SpecimenChip } from '../../specimens/chips/chip.ts'
import { bodyOf } from '../../specimens/chips/commands.ts'
import type { State } from '../../specimens/chips/state.ts'
import { type Answered, basic, type TestServer } from '../../specimens/kit/servers/server.ts'
import { addCertificate, addRevocationList, removeFromStore } from '../../src/store/records/trust.ts'
import { readCertificate } from '../../src/trust/certificate.ts'
import { readRevocationList } from '../../src/trust/revocation-list.ts'

/** As `selfsame trust import` would. */
export async function trustState(
  server: TestServer,
  { root, revocations }: State,
): Promise<{ forget(): Promise<void> }> {
  const { database } = server.server.runtime.store
  const one = readCertificate(root.der)
  const origin = { origin: 'test', importedAt: Date.now() }
  await addCertificate(database, {
    sha256: one.fingerprint,
    country: one.subject.country ?? '',
    subject: one.subject.text,
    serial: one.serialNumber,
    keyId: one.subjectKeyId ?? one.keyHash,
    keyHash: one.keyHash,
    notBefore: one.validity.notBefore.getTime(),
    notAfter: one.validity.notAfter.getTime(),
    der: one.bytes,
    ...origin,
  })
  const list = readRevocationList(revocations)
  const sha256 = createHash('sha256').update(revocations).digest('hex')
  await addRevocationList(database, {
    sha256,
    country: list.issuer.country ?? '',
    issuer: list.issuer.text,
    issuerKeyId: list.authorityKeyId ?? one.keyHash,
    madeAt: list.issuedAt.getTime(),
    nextAt: list.nextUpdate?.getTime() ?? null,
    revoked: list.revoked.size,
    der: revocations,
    ...origin,
  })
  return {
    async forget() {
      for (const each of [one.fingerprint, sha256]) await removeFromStore(database, each)
    },
  }
}

export function chipCaller(server: TestServer, as = server.credentials) {
  const challenge = async () => (await server.post('/chip-documents/challenge', {}, as)).body
  /** The answer of the chip to a new challenge. */
  const answered = async (chip: SpecimenChip) => {
    const { challenge_id, challenge: bytes } = await challenge()
    const response = chip.answer(new Uint8Array(Buffer.from(String(bytes), 'base64')))
    return { challenge_id, response: Buffer.from(response).toString('base64') }
  }
  return {
    challenge,
    answered,
    session: (chip: SpecimenChip): Promise<Answered> =>
      server.post('/chip-sessions', { dg14: bodyOf(chip).dg14 }, as),
    send: (chip: SpecimenChip, more: object = {}): Promise<Answered> =>
      server.post('/chip-documents', { ...bodyOf(chip), ...more }, as),
    post: (body: object): Promise<Answered> => server.post('/chip-documents', body, as),
    async evidence(id: unknown): Promise<Answered> {
      const answer = await fetch(`${server.url}/chip-documents/${id}/evidence`, {
        headers: { authorization: basic(as) },
      })
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Record<string, unknown>,
      }
    },
    confirm: (id: unknown, body: object): Promise<Answered> =>
      server.post(`/chip-documents/${id}/confirmation`, body, as),
  }
}

export const outcomeOf = ({ body }: Answered) => [body.result_code, body.authenticity, body.copy]

export const dataOf = ({ body }: Answered) => body.recognized_data as Record<string, unknown>
