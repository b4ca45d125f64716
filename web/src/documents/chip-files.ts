// The files of a chip as a person gives them: a folder, several files, or one JSON; made into a request.
import type { RequestOf } from '../../../client/src/index.ts'

export type ChipRequest = RequestOf<'createChipDocument'>

/** `EF_DG1.bin`, `dg1.bin`, `EF.SOD`: what stands last decides. */
const NAMED = /(?:^|[^a-z0-9])(?<name>sod|com|dg(?:1[0-6]|[1-9]))(?:\.[a-z0-9]+)?$/i
const NAME = /^(?:sod|com|dg(?:1[0-6]|[1-9]))$/

/** Undefined where the security object or the zone is missing. */
export async function chipRequest(files: readonly File[]): Promise<ChipRequest | undefined> {
  for (const file of files.filter(({ name }) => /\.json$/i.test(name))) {
    const request = fromJson(await file.text())
    if (request) return request
  }
  const named: Record<string, File> = {}
  for (const file of files) {
    const name = NAMED.exec(file.name)?.groups?.name?.toLowerCase()
    if (name) named[name] = file
  }
  const { sod, dg1, ...others } = named
  return sod && dg1 ? { sod, dg1, ...others } : undefined
}

function fromJson(text: string): ChipRequest | undefined {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof written !== 'object' || written === null) return undefined
  const entries = Object.entries(written)
  const files = Object.fromEntries(
    entries.filter((entry): entry is [string, string] => NAME.test(entry[0]) && typeof entry[1] === 'string'),
  )
  const { sod, dg1, ...others } = files
  if (sod === undefined || dg1 === undefined) return undefined
  const answer: unknown = Object.fromEntries(entries).active_authentication
  return { sod, dg1, ...others, ...(isAnswer(answer) && { active_authentication: answer }) }
}

const isAnswer = (value: unknown): value is { challenge_id: string; response: string } =>
  typeof value === 'object' &&
  value !== null &&
  'challenge_id' in value &&
  'response' in value &&
  typeof value.challenge_id === 'string' &&
  value.challenge_id !== '' &&
  typeof value.response === 'string'

/** What was dropped: a folder counts as the files in it. The entries are gone once the event is over. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const folders = entries.filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true)
  const files = [...transfer.files]
  return folders.length === 0
    ? Promise.resolve(files)
    : Promise.all(folders.map(filesOfFolder)).then((found) => found.flat())
}

async function filesOfFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader()
  const files: File[] = []
  for (;;) {
    // A reader gives a part at a time, and nothing once it is through.
    const part = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (part.length === 0) return files
    for (const entry of part)
      if (entry.isFile)
        files.push(await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail)))
  }
}
