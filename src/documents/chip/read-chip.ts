// Reads the files of a chip in a worker: everything that can be said of them without a trust store.
import { checkActive } from './active.ts'
import type {
  ChipFault,
  ChipFileName,
  ChipFiles,
  ChipReading,
  CopyCheck,
  CopyState,
  DataGroup,
  UploadedChip,
} from './chip.ts'
import { checkAgreement } from './chip-authentication.ts'
import { readContents } from './contents/read.ts'
import { checkSigned } from './passive.ts'

const DATA_GROUPS: readonly DataGroup[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]

/** The portrait has 15 to 50 kB, fingers and irises more; all other files are texts and keys. Larger ones are not even hashed. */
const MAX_BYTES: Readonly<Partial<Record<ChipFileName, number>>> = {
  dg2: 4 * 1024 * 1024,
  dg3: 4 * 1024 * 1024,
  dg4: 4 * 1024 * 1024,
  dg5: 4 * 1024 * 1024,
  dg7: 4 * 1024 * 1024,
}
const MAX_OTHER_BYTES = 256 * 1024

export async function readChip(upload: UploadedChip, nowMs = Date.now()): Promise<ChipReading> {
  const tooLarge = sizeFault(upload)
  if (tooLarge) return { checks: [], fault: tooLarge, copy: 'not-asked' }
  const files = filesOf(upload)
  const signed = checkSigned(files)
  // Files that are not signed are not read.
  if (signed.fault) return { ...signed, copy: 'not-asked' }
  const isKeySigned = signed.signed?.signedGroups.includes(15) === true
  const proofs = [checkActive(files, isKeySigned, upload.active), checkAgreement(files, upload.agreement)]
  const unproved = proofs.find((proof) => proof.fault)?.fault
  const { contents, checks, fault = unproved } = await readContents(files, nowMs)
  return {
    checks: [...signed.checks, ...proofs.flatMap((proof) => proof.checks), ...checks],
    fault,
    signed: signed.signed,
    copy: copyOf(proofs),
    contents: fault ? undefined : contents,
    issuingState: contents.zone?.fields.issuer.text || undefined,
  }
}

/** One wrong answer is that of a copy, whatever else was answered. */
function copyOf(proofs: readonly CopyCheck[]): CopyState {
  const has = (state: CopyState): boolean => proofs.some(({ copy }) => copy === state)
  return has('copy') ? 'copy' : has('genuine') ? 'genuine' : 'not-asked'
}

function filesOf(upload: UploadedChip): ChipFiles {
  const groups = DATA_GROUPS.flatMap((group): [DataGroup, Uint8Array][] => {
    const file = upload[`dg${group}`]
    return file ? [[group, file]] : []
  })
  return { sod: upload.sod, com: upload.com, groups: new Map(groups) }
}

function sizeFault(upload: UploadedChip): ChipFault | undefined {
  for (const file of ['sod', 'com', ...DATA_GROUPS.map((group) => `dg${group}` as const)] as const) {
    const bytes = upload[file]?.byteLength ?? 0
    const most = MAX_BYTES[file] ?? MAX_OTHER_BYTES
    if (bytes > most)
      return { file, reason: 'malformed', words: `has ${bytes} bytes; at most ${most} are read` }
  }
  return undefined
}
