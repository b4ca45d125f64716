// The keys and papers of a state that does not exist: its root, the one before, the link between them, signer, lists.
import type { Algorithm } from './algorithms.ts'
import type { ChipBreak } from './breaks.ts'
import {
  type Certificate,
  makeCertificate,
  makeRevocationList,
  type Names,
  type Validity,
} from './certificates.ts'
import { integer, sequence, setOf } from './der.ts'
import { MASTER_LIST, signedMessage } from './messages.ts'
import { type KeyMaker, type KeyPair, makeKeys } from './signing.ts'

export interface State {
  readonly algorithm: Algorithm
  readonly signerKeys: KeyPair
  /** Issued the signer. */
  readonly root: Certificate
  readonly rootBefore: Certificate
  /** The key of `root`, signed by `rootBefore`. */
  readonly link: Certificate
  readonly signer: Certificate
  readonly revocations: Uint8Array
  readonly masterList: Uint8Array
}

const after = (date: Date, years: number): Date => {
  const moved = new Date(date)
  moved.setUTCFullYear(date.getUTCFullYear() + years)
  return moved
}

const span = (from: Date, years: number): Validity => ({ from, until: after(from, years) })

/** Past every document that the signer signed. */
const SIGNER_YEARS = 16
/** Lists of specimens must not run out while somebody uses them. */
const LIST_VALIDITY: Validity = {
  from: new Date('2026-06-01T00:00:00Z'),
  until: new Date('2046-06-01T00:00:00Z'),
}

function signerValidity(issued: Date, breaks: ChipBreak | undefined): Validity {
  if (breaks === 'signer-expired') return { from: after(issued, -2), until: after(issued, -1) }
  if (breaks === 'signer-early') return span(after(issued, 1), SIGNER_YEARS)
  return span(new Date(issued.getTime() - 30 * 86_400_000), SIGNER_YEARS)
}

/** `issued` is the day on which documents are signed. */
export function makeState(
  algorithm: Algorithm,
  issued: Date,
  breaks?: ChipBreak,
  newKeys: KeyMaker = makeKeys,
): State {
  const { key, signature } = algorithm
  const country = breaks === 'signer-country' ? 'UT' : 'VN'
  const organisation = 'Specimen of a state'
  const stateNames: Names = { country, organisation, common: 'CSCA Specimen' }
  const keys = { before: newKeys(key), state: newKeys(key), signer: newKeys(key), list: newKeys(key) }
  const [before, state] = [keys.before, keys.state].map((pair) => ({ names: stateNames, keys: pair }))
  if (before === undefined || state === undefined) throw new Error('a state has two roots')
  const certificate = (
    ask: Pick<Parameters<typeof makeCertificate>[0], 'role' | 'keys' | 'issuer' | 'serial' | 'validity'>,
    rest: Partial<Parameters<typeof makeCertificate>[0]> = {},
  ) => makeCertificate({ subject: stateNames, signature, ...ask, ...rest })

  const rootBefore = certificate({
    role: 'state',
    keys: keys.before,
    issuer: before,
    serial: 1,
    validity: span(after(issued, -6), 30),
  })
  const rooted = { keys: keys.state, validity: span(after(issued, -3), 30) }
  const root = certificate({ role: 'state', issuer: state, serial: 2, ...rooted })
  const link = certificate({ role: 'link', issuer: before, serial: 3, ...rooted })
  const signer = certificate(
    {
      role: 'signer',
      keys: keys.signer,
      issuer: state,
      serial: 0x1001,
      validity: signerValidity(issued, breaks),
    },
    {
      subject: { country, organisation, common: 'Document Signer Specimen' },
      ...(breaks === 'signer-forged' ? { forger: keys.list } : {}),
      ...(breaks === 'signer-usage' ? { oddity: 'wrong-usage' } : {}),
      ...(breaks === 'signer-critical' ? { oddity: 'unknown-critical' } : {}),
    },
  )
  const listSigner = certificate(
    {
      role: 'list-signer',
      keys: keys.list,
      issuer: state,
      serial: 0x2001,
      validity: span(after(issued, -1), 30),
    },
    { subject: { country, organisation, common: 'Master List Signer Specimen' } },
  )
  const masterList = signedMessage({
    type: MASTER_LIST,
    content: sequence(integer(0), setOf(root.der, rootBefore.der, link.der)),
    signer: listSigner,
    keys: keys.list,
    signature,
    namedBy: 'key',
    certificates: [listSigner.der, root.der],
    at: LIST_VALIDITY.from,
  })
  const revoked = breaks === 'signer-revoked' ? [signer.serial] : []
  const revocations = makeRevocationList({
    issuer: state,
    signature,
    validity: LIST_VALIDITY,
    revoked: [0x0fff, ...revoked].map((serial) => ({ serial, at: LIST_VALIDITY.from })),
  })
  return { algorithm, signerKeys: keys.signer, root, rootBefore, link, signer, revocations, masterList }
}
