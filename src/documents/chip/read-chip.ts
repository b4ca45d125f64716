// Reads the files of a chip in a worker: everything that can be said of them without a trust store.
import { childrenOf, contentOf, readDer } from '../../der/der.ts'
import { checkActive } from './active.ts'
import type { ChipFiles, ChipReading, DataGroup, UploadedChip } from './chip.ts'
import { checkSigned } from './passive.ts'

const DATA_GROUPS: readonly DataGroup[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]

export function readChip(upload: UploadedChip): ChipReading {
  const files = filesOf(upload)
  const signed = checkSigned(files)
  // Nothing of files that nobody signed is looked at.
  if (signed.fault) return { ...signed, copy: 'not-asked' }
  const isKeySigned = signed.signed?.signedGroups.includes(15) === true
  const active = checkActive(files, isKeySigned, upload.active)
  const issuingState = issuingStateOf(files.groups.get(1))
  return {
    checks: [...signed.checks, ...active.checks],
    fault: active.fault,
    signed: signed.signed,
    copy: active.copy,
    issuingState,
  }
}

function filesOf(upload: UploadedChip): ChipFiles {
  const groups = DATA_GROUPS.flatMap((group): [DataGroup, Uint8Array][] => {
    const file = upload[`dg${group}`]
    return file ? [[group, file]] : []
  })
  return { sod: upload.sod, com: upload.com, groups: new Map(groups) }
}

/** In every form of MRZ the third to fifth character name the state. */
function issuingStateOf(file: Uint8Array | undefined): string | undefined {
  if (!file) return undefined
  try {
    const mrz = childrenOf(readDer(file, { hasShortestLengths: false })).find(({ tag }) => tag === 0x5f1f)
    const state = mrz && Buffer.from(contentOf(mrz)).toString('latin1').slice(2, 5)
    return state === undefined ? undefined : /^(?<letters>[A-Z]{1,3})<*$/.exec(state)?.groups?.letters
  } catch {
    return undefined
  }
}
