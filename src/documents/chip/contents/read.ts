// Reads what the files of a chip say. They are signed by then, so a part that we cannot read is reported, and the rest is used.
import { atLeast, type Check, softly } from '../../../checks.ts'
import { DerFault, Unsupported } from '../../../der/der.ts'
import { today } from '../../text/dates.ts'
import type { ChipFault, ChipFileName, ChipFiles } from '../chip.ts'
import { agreementChecks } from './agreement.ts'
import { readCitizenFile } from './citizen.ts'
import type { ChipContents } from './contents.ts'
import { readCommonFile, readDocumentFile, readPersonFile, readZoneFile } from './details.ts'
import { readFaceFile } from './face.ts'

const VIETNAM = 'VNM'

interface ContentsReading {
  readonly contents: ChipContents
  readonly checks: readonly Check[]
  /** Zone or portrait cannot be read: without them the chip is of no use. */
  readonly fault?: ChipFault | undefined
}

/** `nowMs` tells the century of a date of six digits. */
export async function readContents(files: ChipFiles, nowMs: number): Promise<ContentsReading> {
  const checks: Check[] = []
  let fault: ChipFault | undefined
  /** Each file that was sent has a check of whether it can be read. */
  const attempt = async <Value>(
    file: ChipFileName,
    bytes: Uint8Array | undefined,
    read: (bytes: Uint8Array) => Value | Promise<Value>,
    isNeeded: boolean,
  ): Promise<Value | undefined> => {
    if (!bytes) return undefined
    const check = (score: number): Check => ({ ...atLeast('chip-file-read', score, 1), field: file })
    try {
      const value = await read(bytes)
      checks.push(check(1))
      return value
    } catch (thrown) {
      if (!(thrown instanceof DerFault)) throw thrown
      checks.push(isNeeded ? check(0) : softly(check(0)))
      if (isNeeded) fault ??= faultOf(file, thrown)
      return undefined
    }
  }
  const { com, groups } = files
  const zone = await attempt('dg1', groups.get(1), readZoneFile, true)
  const isVietnamese = zone?.fields.issuer.text === VIETNAM
  const contents: ChipContents = {
    com: await attempt('com', com, readCommonFile, false),
    zone,
    portrait: await attempt('dg2', groups.get(2), readFaceFile, true),
    person: await attempt('dg11', groups.get(11), readPersonFile, false),
    document: await attempt('dg12', groups.get(12), readDocumentFile, false),
    // Every state writes into DG13 what it likes.
    citizen: isVietnamese ? await attempt('dg13', groups.get(13), readCitizenFile, false) : undefined,
  }
  return {
    contents,
    checks: [...checks, ...agreementChecks(files, contents, today(new Date(nowMs)))],
    fault,
  }
}

const faultOf = (file: ChipFileName, thrown: DerFault): ChipFault => ({
  file,
  offset: thrown.offset,
  reason: thrown instanceof Unsupported ? 'unsupported' : 'malformed',
  words: thrown.message,
})
