// Reads the files of a chip in a worker: everything that can be said of them without a trust store.
import { checkActive } from './active.ts'
import type { ChipFiles, ChipReading, DataGroup, UploadedChip } from './chip.ts'
import { readContents } from './contents/read.ts'
import { checkSigned } from './passive.ts'

const DATA_GROUPS: readonly DataGroup[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]

export async function readChip(upload: UploadedChip, nowMs = Date.now()): Promise<ChipReading> {
  const files = filesOf(upload)
  const signed = checkSigned(files)
  // Nothing of files that nobody signed is looked at.
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
