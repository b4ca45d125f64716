// Reads a folder of recordings that an operator brings: who is shown, alive or attacked with what, and who consented.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseCsvRecords } from '../kit/csv.ts'

export interface Recording {
  readonly file: string
  readonly person: string
  /** The kind of attack is absent for a living person. */
  readonly kind: string | undefined
  /** Where it was made: the device, the light, the day; whatever should be left out as a whole once. */
  readonly source: string
}

const RECORDED = /\.(jpe?g|png|webp|mp4|mov|3gp|webm)$/i
export const isVideo = (file: string): boolean => /\.(mp4|mov|3gp|webm)$/i.test(file)

/** What the operator must mend; the message is for the person at the terminal. */
export class UnfitFolder extends Error {
  override readonly name = 'UnfitFolder'
}

/**
 * `recordings.csv` (file, person, label, kind, source) says what each file is. Without it the folders do:
 * `live/PERSON/...` and `attack/KIND/PERSON/...`. `consent.csv` (person, reference) must name everybody.
 */
export function readRecordings(folder: string): Recording[] {
  const list = join(folder, 'recordings.csv')
  const recordings = existsSync(list) ? listed(folder, list) : foldered(folder)
  if (recordings.length === 0)
    throw new UnfitFolder(
      `${folder} has no recordings.csv, and no files under live/PERSON or attack/KIND/PERSON.`,
    )
  refuseWithoutConsent(folder, recordings)
  return recordings
}

export function refuseWithoutConsent(folder: string, recordings: readonly Pick<Recording, 'person'>[]): void {
  const file = join(folder, 'consent.csv')
  if (!existsSync(file))
    throw new UnfitFolder(`There is no ${file}: it must have a line "person,reference" for everybody shown.`)
  const consented = new Map(
    parseCsvRecords(readFileSync(file, 'utf8')).map((row) => [row.person ?? '', row.reference?.trim() ?? '']),
  )
  const without = [...new Set(recordings.map(({ person }) => person))].filter((one) => !consented.get(one))
  if (without.length > 0)
    throw new UnfitFolder(`${file} has no reference to the consent of ${without.join(', ')}.`)
}

function listed(folder: string, list: string): Recording[] {
  return parseCsvRecords(readFileSync(list, 'utf8')).map((row, i) => {
    const { file = '', person = '', label = '', kind = '', source = '' } = row
    const where = `${list}, line ${i + 2}`
    if (!existsSync(join(folder, file)) || !RECORDED.test(file))
      throw new UnfitFolder(`${where}: there is no picture or video "${file}".`)
    if (!person) throw new UnfitFolder(`${where}: nobody is named.`)
    if (label !== 'live' && label !== 'attack')
      throw new UnfitFolder(`${where}: the label is "${label}", not live or attack.`)
    if (label === 'attack' && !kind) throw new UnfitFolder(`${where}: an attack needs a kind.`)
    return {
      file: join(folder, file),
      person,
      kind: label === 'live' ? undefined : kind,
      source: source || 'all',
    }
  })
}

function foldered(folder: string): Recording[] {
  return filesIn(folder).flatMap((file) => {
    const [label, ...rest] = relative(folder, file).split('/')
    const [kind, person] = label === 'attack' ? rest : [undefined, rest[0]]
    const isNamed = person !== undefined && rest.length > (label === 'attack' ? 2 : 1)
    if ((label !== 'live' && label !== 'attack') || !isNamed) return []
    return [{ file, person, kind, source: 'all' }]
  })
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => RECORDED.test(name))
    .toSorted()
    .map((name) => join(folder, name))
}
