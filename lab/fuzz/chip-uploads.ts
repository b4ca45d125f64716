// Makes uploads of chips that are wrong: damaged after signing, or damaged and then signed, so that every reader meets them.
import { randomBytes } from 'node:crypto'
import { makeChip, type SpecimenChip, securityObject } from '../../specimens/chips/chip.ts'
import { PORTRAIT_FORMS } from '../../specimens/chips/portrait.ts'
import { keyPool } from '../../specimens/chips/signing.ts'
import { uploadOf } from '../../specimens/kit/trust/chip-trust.ts'
import type { ChipFileName, DataGroup, UploadedChip } from '../../src/documents/chip/chip.ts'
import { type RandomChoices, seededChoices } from '../kit/random-choices.ts'
import { anyFile } from './mutate/bytes.ts'
import { boxes } from './mutate/chunks.ts'
import { der } from './mutate/der.ts'

export interface DamagedUpload {
  readonly chip: SpecimenChip
  readonly upload: UploadedChip
  /** A signed byte differs, and was not signed again: the chip must not be called trusted. */
  readonly mustBeNoticed: boolean
  /** The answer to the challenge differs from that of the chip: it must not be called genuine. */
  readonly isAnswerDamaged: boolean
  readonly how: 'damaged' | 'damaged-and-signed' | 'mixed' | 'answer'
}

/** One of each kind, form of portrait and family of algorithms. */
const WANTED = [
  ['cccd-chip', 301, 'jp2', 'p256-sha256'],
  ['cccd-chip', 302, 'j2k', 'rsa-sha256'],
  ['can-cuoc', 303, 'jpeg', 'brainpool256-sha256-explicit'],
  ['passport', 304, 'jp2-39794', 'pss-sha256'],
  ['passport', 305, 'jpeg-39794', 'p384-sha384'],
  ['can-cuoc', 306, 'jp2', 'brainpool224-sha1-explicit'],
] as const

/** The first ones are quickest to make. */
export async function makeSources(count: number = WANTED.length): Promise<SpecimenChip[]> {
  const keys = keyPool()
  const sources: SpecimenChip[] = []
  for (const [kind, seed, form, algorithm] of WANTED.slice(0, count)) {
    const found = PORTRAIT_FORMS.find(({ name }) => name === form)
    // Small ones are decoded in a tenth of the time, by the same code.
    const portrait = found && { ...found, longestSide: 96 }
    sources.push(await makeChip({ kind, seed, algorithm, portrait, newKeys: keys() }))
  }
  return sources
}

/** The files of an upload by their names in a request: as they are, or damaged. */
export function requestFiles(
  sources: readonly SpecimenChip[],
  random: RandomChoices,
): [string, Uint8Array][] {
  const upload = random.is(0.4)
    ? uploadOf(random.pick(sources))
    : damagedUpload(sources, 1, random.whole(0, 1_000_000)).upload
  return namesOf(upload).map((name) => [name, upload[name] ?? new Uint8Array()])
}

const HOWS = [
  { how: 'damaged', weight: 45 },
  { how: 'damaged-and-signed', weight: 40 },
  { how: 'mixed', weight: 10 },
  { how: 'answer', weight: 5 },
] as const

const namesOf = (upload: UploadedChip): ChipFileName[] =>
  (Object.keys(upload) as (ChipFileName | 'active')[]).filter(
    (name): name is ChipFileName => name !== 'active' && upload[name] !== undefined,
  )

function damagedFile(
  bytes: Uint8Array,
  name: ChipFileName,
  random: RandomChoices,
  other: Uint8Array,
): Uint8Array {
  let file = Buffer.from(bytes)
  for (let times = random.pick([1, 1, 1, 2, 4]); times > 0; times--) {
    const alongPicture = name === 'dg2' && random.is(0.3)
    const mutations = alongPicture ? boxes : random.is(0.65) ? der : anyFile
    file = Buffer.from(random.pick(mutations)(file, { random, other: Buffer.from(other) }))
  }
  return new Uint8Array(file.subarray(0, 2 ** 20))
}

/** The same number makes the same damage; keys, and so signatures, differ from run to run. */
export function damagedUpload(sources: readonly SpecimenChip[], seed: number, nth: number): DamagedUpload {
  const random = seededChoices(seed, nth)
  const chip = random.pick(sources)
  const other = uploadOf(random.pick(sources))
  const whole = uploadOf(chip)
  const { how } = random.weighted(HOWS)
  const filesOf = (): UploadedChip => {
    const files: Record<string, Uint8Array> = {}
    for (const name of namesOf(whole)) files[name] = whole[name] ?? new Uint8Array()
    if (how === 'mixed') {
      const name = random.pick(namesOf(whole))
      const taken = random.pick(namesOf(other))
      if (random.is(0.2) && name !== 'sod') delete files[name]
      else
        files[name] =
          (random.is(0.8) ? other[taken] : new Uint8Array(random.whole(0, 70_000))) ?? new Uint8Array()
    } else if (how !== 'answer') {
      const names = namesOf(whole).filter((name) => how === 'damaged' || name !== 'sod')
      for (let count = random.pick([1, 1, 2]); count > 0; count--) {
        const name = random.pick(names)
        files[name] = damagedFile(
          files[name] ?? new Uint8Array(),
          name,
          random,
          other[random.pick(namesOf(other))] ?? whole.sod,
        )
      }
    }
    return { ...files, sod: files.sod ?? new Uint8Array() }
  }
  const files = filesOf()
  const upload = how === 'damaged-and-signed' ? signedAgain(chip, files) : files
  const answer = random.is(0.3) || how === 'answer' ? answered(chip, how, random) : undefined
  return {
    chip,
    upload: { ...upload, active: answer?.active },
    isAnswerDamaged: answer?.isDamaged === true,
    mustBeNoticed: how !== 'damaged-and-signed' && isChanged(whole, files),
    how,
  }
}

/** COM is not signed, and a file that is missing was not read. */
const isChanged = (whole: UploadedChip, files: UploadedChip): boolean =>
  namesOf(files).some(
    (name) =>
      name !== 'com' &&
      Buffer.compare(whole[name] ?? new Uint8Array(), files[name] ?? new Uint8Array()) !== 0,
  )

function signedAgain({ state, holder }: SpecimenChip, files: UploadedChip): UploadedChip {
  const groups = namesOf(files).flatMap((name): [DataGroup, Uint8Array][] => {
    const group = Number(/^dg(?<number>\d+)$/.exec(name)?.groups?.number)
    return Number.isNaN(group) ? [] : [[group as DataGroup, files[name] ?? new Uint8Array()]]
  })
  return { ...files, sod: securityObject(new Map(groups), state, holder.issued) }
}

function answered(chip: SpecimenChip, how: DamagedUpload['how'], random: RandomChoices) {
  const challenge = new Uint8Array(randomBytes(8))
  const whole = chip.answer(challenge)
  const response = how === 'answer' ? damagedFile(whole, 'sod', random, whole) : whole
  return { active: { challenge, response }, isDamaged: Buffer.compare(whole, response) !== 0 }
}
