// Reads the files of a chip in a worker: everything that can be said of them without a trust store.
import { checkActive } from './active.ts'
import type { ChipFault, ChipFileName, ChipFiles, ChipReading, DataGroup, UploadedChip } from './chip.ts'
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
  const active = checkActive(files, isKeySigned, upload.active)
  const { contents, checks, fault = active.fault } = await readContents(files, nowMs)
  return {
    checks: [...signed.checks, ...active.checks, ...checks],
    fault,
    signed: signed.signed,
    copy: active.copy,
    contents: fault ? undefined : contents,
    issuingState: contents.zone?.fields.issuer.text || undefined,
  }
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
