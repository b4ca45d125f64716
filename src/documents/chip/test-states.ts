// The states whose chips the personas of the sandbox bring: trusted in test verifications, and nowhere else.
import { readFile } from 'node:fs/promises'
import { keyIdsOf, readCertificate } from '../../trust/certificate.ts'
import type { TrustStore } from '../../trust/judgement.ts'
import { readRevocationList } from '../../trust/revocation-list.ts'

interface TestState {
  readonly der: Uint8Array
  readonly keyIds: readonly string[]
  readonly subject: string
  readonly revocations: Uint8Array
  readonly issuerKeyId: string | undefined
}

let opened: Promise<readonly TestState[]> | undefined

/** `npm run sandbox` makes the file, and throws the keys away: there are no further chips of these states. */
async function open(): Promise<readonly TestState[]> {
  const written = JSON.parse(await readFile(new URL('test-states.json', import.meta.url), 'utf8')) as {
    readonly certificate: string
    readonly revocations: string
  }[]
  return written.map(({ certificate, revocations }) => {
    const one = readCertificate(Buffer.from(certificate, 'base64'))
    const list = Buffer.from(revocations, 'base64')
    return {
      der: one.bytes,
      keyIds: keyIdsOf(one),
      subject: one.subject.text,
      revocations: list,
      issuerKeyId: readRevocationList(list).authorityKeyId,
    }
  })
}

/** The store of the server, and beside it the states of the sandbox. */
export function withTestStates(store: Required<TrustStore>): TrustStore {
  const those = async (
    kept: Promise<readonly Uint8Array[]>,
    isMeant: (state: TestState) => boolean,
    part: 'der' | 'revocations',
  ): Promise<readonly Uint8Array[]> => {
    opened ??= open()
    return [...(await kept), ...(await opened).filter(isMeant).map((state) => state[part])]
  }
  return {
    certificatesByKeyId: (keyId) =>
      those(store.certificatesByKeyId(keyId), ({ keyIds }) => keyIds.includes(keyId), 'der'),
    certificatesBySubject: (subject) =>
      those(store.certificatesBySubject(subject), (state) => state.subject === subject, 'der'),
    crlsByIssuer: (keyId) =>
      those(store.crlsByIssuer(keyId), ({ issuerKeyId }) => issuerKeyId === keyId, 'revocations'),
    // Each state revokes its own: that of another key of the same country says nothing of them.
    crlsByCountry: (country) => store.crlsByCountry(country),
  }
}
