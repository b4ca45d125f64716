// A trust store in memory, and a whole verification of a chip against it: what a server does, without its database.

import type { ChipReading, UploadedChip } from '../../../src/documents/chip/chip.ts'
import { readChip } from '../../../src/documents/chip/read-chip.ts'
import { keyIdsOf, readCertificate } from '../../../src/trust/certificate.ts'
import { judgeSigner } from '../../../src/trust/judge.ts'
import type { Authenticity, Judgement, TrustStore } from '../../../src/trust/judgement.ts'
import { readRevocationList } from '../../../src/trust/revocation-list.ts'
import { Channel, readCommand, writeAnswer } from '../../chips/card/commands.ts'
import { domainOf } from '../../chips/card/domains.ts'
import type { SpecimenChip } from '../../chips/chip.ts'

export function trustStoreOf(
  certificates: readonly Uint8Array[],
  lists: readonly Uint8Array[] = [],
): TrustStore {
  const read = certificates.map(readCertificate)
  const readLists = lists.map(readRevocationList)
  return {
    certificatesByKeyId: async (keyId) =>
      read.filter((one) => keyIdsOf(one).includes(keyId)).map(({ bytes }) => bytes),
    certificatesBySubject: async (subject) =>
      read.filter((one) => one.subject.text === subject).map(({ bytes }) => bytes),
    crlsByIssuer: async (keyId) =>
      readLists.filter(({ authorityKeyId }) => authorityKeyId === keyId).map(({ bytes }) => bytes),
  }
}

/** The store of an operator who imported everything that the state of this chip publishes. */
export const storeOf = ({ state }: SpecimenChip): TrustStore =>
  trustStoreOf([state.root.der, state.rootBefore.der, state.link.der], [state.revocations])

export function uploadOf({ files }: SpecimenChip, active?: UploadedChip['active']): UploadedChip {
  const groups = [...files.groups].map(([group, bytes]) => [`dg${group}`, bytes])
  return { ...Object.fromEntries(groups), sod: files.sod, com: files.com, active }
}

export interface Verified {
  readonly authenticity: Authenticity
  readonly reading: ChipReading
  readonly judgement?: Judgement | undefined
}

export async function verifyChip(
  upload: UploadedChip,
  store: TrustStore,
  now = new Date(),
): Promise<Verified> {
  const reading = await readChip(upload)
  if (reading.fault || !reading.signed) return { authenticity: 'broken', reading }
  const { signedAt, signer } = reading.signed
  const question = {
    signedAt: signedAt ? new Date(signedAt) : undefined,
    now,
    issuingState: reading.issuingState,
  }
  const judgement = await judgeSigner(signer, question, store)
  return { authenticity: judgement.authenticity, reading, judgement }
}

/** What a chip makes of the key and the command of a session. */
export function agreedAnswer(
  { agreementKey }: SpecimenChip,
  publicKey: Uint8Array,
  command: Uint8Array,
  status = 0x9000,
): Uint8Array {
  if (!agreementKey) throw new Error('the chip has no key to agree with')
  const { form, exponent } = agreementKey
  const domain = domainOf(form.domain)
  const other = domain.decode(publicKey)
  const read = readCommand(command)
  if (!other || !read) throw new Error('the chip does not understand the server')
  const channel = new Channel(form.cipher, domain.secret(domain.power(other, exponent)), 0n)
  const inner = channel.open(read)
  if (typeof inner === 'number') return Uint8Array.of(inner >> 8, inner & 0xff)
  return writeAnswer(channel.close({ status }, read))
}
