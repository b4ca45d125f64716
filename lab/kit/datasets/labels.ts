// Opens the labels of a measurement set, and reports which set is missing and what its terms are.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CsvRecord, parseCsvRecords } from '../csv.ts'

/** None of these sets is in the repository: their terms allow measuring, but not passing them on. */
const sets = {
  'faces/lfw': 'Labeled Faces in the Wild, http://vis-www.cs.umass.edu/lfw/ (research benchmark)',
  'faces/populations': 'photos of East Asian people and of Japanese women (measure only)',
  'liveness/head-turns': 'frames of phone videos of people turning the head',
  'liveness/videos': 'live selfie videos and replays filmed from a screen',
  'liveness/motion': 'films of people who turn, nod, come nearer or speak (measure only)',
  'liveness/smile': 'the MPLab GENKI-4K Database, http://mplab.ucsd.edu (to be cited)',
  'liveness/occlusion': 'faces with masks, with glasses and bare',
  'spoof/frames': 'frames of Replay-Attack, https://www.idiap.ch/dataset/replayattack (under its EULA)',
  'spoof/modern': 'face crops of CelebA-Spoof, OULU-NPU, masks and phones, live and attacks (measure only)',
  'documents/mrz': 'specimen passports, cards and visas with their machine-readable zones',
  'documents/vn-passports': 'generated Vietnamese passports, grey and noisy',
  'documents/print-lines': 'crops of lines of real print, with no person in them',
  'documents/recapture': 'phone photos of scenes, screens and printouts',
} as const

type SetName = keyof typeof sets

/** Nothing can be measured; the message is for the person at the terminal. */
export class DataMissing extends Error {
  override readonly name = 'DataMissing'
}

export async function readLabels(data: string, set: SetName, file = 'labels.csv'): Promise<CsvRecord[]> {
  const path = join(data, set, file)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new DataMissing(
      `The set ${set} is missing (${sets[set]}): there is no ${path}. ${whereTermsAre(data)}`,
    )
  }
  try {
    return parseCsvRecords(text)
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

export function folderMissing(data: string): DataMissing {
  const list = Object.entries(sets).map(([set, what]) => `  ${set.padEnd(20)} ${what}`)
  return new DataMissing(
    `The measurement data is missing: there is no folder ${data}. Selfsame is measured on photographs that it may not pass on.\n${whereTermsAre(data)}\n${list.join('\n')}`,
  )
}

const whereTermsAre = (data: string) =>
  `Each set has its own terms: they stand in the README.md of the data folder (${join(data, 'README.md')}); ask for the sets at their source, lay them out as named there, and give the folder with --data.`

/** The field of a row, which must be one of the values. */
export function oneOf<Value extends string>(row: CsvRecord, name: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === row[name])
  if (found !== undefined) return found
  throw new Error(`${JSON.stringify(row)}: ${name} is none of ${values.join(', ')}`)
}

export function textOf(row: CsvRecord, name: string): string {
  const value = row[name]
  if (value) return value
  throw new Error(`${JSON.stringify(row)}: ${name} is empty or not there`)
}

export function numberOf(row: CsvRecord, name: string): number {
  const value = Number(textOf(row, name))
  if (Number.isFinite(value)) return value
  throw new Error(`${JSON.stringify(row)}: ${name} is not a number`)
}
