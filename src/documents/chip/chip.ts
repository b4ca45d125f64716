// Defines the files of a chip, what is sent to be read, and what a worker says of it without any trust store.
import type { Check } from '../../checks.ts'
import type { ChipContents } from './contents/contents.ts'

export type DataGroup = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16

/** The names of the files as requests, checks and faults write them. */
export type ChipFileName = 'sod' | 'com' | `dg${DataGroup}`

/** The files of a chip as they were read from it: raw bytes, tags and all. */
export interface ChipFiles {
  readonly sod: Uint8Array
  readonly com?: Uint8Array | undefined
  readonly groups: ReadonlyMap<DataGroup, Uint8Array>
}

/** What the server asked of the chip, and what the chip answered. */
export interface ActiveExchange {
  /** 8 random bytes of the server. */
  readonly challenge: Uint8Array
  readonly response: Uint8Array
}

/** What the server gave a chip to agree on keys with, and what the chip answered to a command under these keys. */
export interface AgreementExchange {
  /** Secret, and of one session: the server's key is made of it and of DG14. */
  readonly seed: Uint8Array
  /** Data and status, as the chip sent them. */
  readonly response: Uint8Array
}

/** The input of the job `read-chip`. The files stand at its top, because large bytes cross to a worker only there. */
export type UploadedChip = { readonly sod: Uint8Array } & {
  readonly [file in ChipFileName]?: Uint8Array | undefined
} & { readonly active?: ActiveExchange | undefined; readonly agreement?: AgreementExchange | undefined }

/** `genuine`: the chip has a private key that the state signed the public half of. `copy`: it was asked for one, and does not have it. */
export type CopyState = 'genuine' | 'copy' | 'not-asked'

/** What one way of asking shows. */
export interface CopyCheck {
  readonly copy: CopyState
  readonly checks: readonly Check[]
  readonly fault?: ChipFault | undefined
}

/** Why a chip is not accepted. */
export interface ChipFault {
  readonly file: ChipFileName
  /** Where in the file, in bytes from its start. */
  readonly offset?: number | undefined
  /** `malformed` cannot be read; `unsupported` can be, but not checked; `changed` is not what was signed. */
  readonly reason: 'malformed' | 'unsupported' | 'changed'
  /** What is wrong, in a sentence without the name of the file: "is cut off: 12 bytes are missing". */
  readonly words: string
}

/** How the security object is signed. */
export interface SignedReading {
  /** The certificate (DER) that the security object carries for its signer. */
  readonly signer: Uint8Array
  /** When it was signed, where the signature says so: ISO 8601, UTC. */
  readonly signedAt?: string | undefined
  /** Names of the algorithms, such as `SHA-256` and `ECDSA with SHA-256`. */
  readonly hashAlgorithm: string
  readonly signatureAlgorithm: string
  /** The size of the signer's key, such as `RSA 2048` or `brainpoolP256r1`. */
  readonly key: string
  /** The version of the LDS, such as `1.7`; only newer security objects say it. */
  readonly ldsVersion?: string | undefined
  /** The data groups that the security object has a hash of. */
  readonly signedGroups: readonly DataGroup[]
}

/** What can be said of a chip without a trust store. A fault means broken: nothing of it may be believed or kept. */
export interface ChipReading {
  readonly checks: readonly Check[]
  readonly fault?: ChipFault | undefined
  /** Stands unless the fault is such that the security object could not be taken apart. */
  readonly signed?: SignedReading | undefined
  readonly copy: CopyState
  /** What the files say; missing where there is a fault. */
  readonly contents?: ChipContents | undefined
  /** The issuing state in the MRZ of DG1, without fillers. */
  readonly issuingState?: string | undefined
}
