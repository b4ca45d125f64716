// Keeps photographs of specimens between runs: found by request while the sources are unchanged, otherwise by content.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The digest is over the contents of all files in these folders, and of these files, named from the root of the project. */
export function digestOfSources(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn).toSorted())
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(path: string): string[] {
  if (/\.[a-z]+$/.test(path)) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

/** Returns the file of a picture by what it shows; a missing picture is drawn. */
export async function keptPicture(
  folder: string,
  name: string,
  draw: () => Promise<Uint8Array>,
): Promise<{ readonly file: string; readonly drawn: boolean }> {
  const file = join(folder, name)
  if (existsSync(file)) return { file, drawn: false }
  await mkdir(folder, { recursive: true })
  // The file has another name until it is complete: a run may be stopped at any time, and two may draw the same.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, await draw())
  await rename(unfinished, file)
  return { file, drawn: true }
}

/** What is known about each requested picture; it is valid as long as the sources are unchanged. */
interface Index<Entry> {
  get(key: string): Entry | undefined
  put(key: string, entry: Entry): void
  save(): Promise<void>
}

export async function openIndex<Entry>(folder: string, sources: string): Promise<Index<Entry>> {
  const file = join(folder, `index-${sources}.json`)
  const read = async (): Promise<Map<string, Entry>> =>
    new Map(existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as [string, Entry][]) : [])
  const entries = await read()
  return {
    get: (key) => entries.get(key),
    put: (key, entry) => void entries.set(key, entry),
    save: async () => {
      await mkdir(folder, { recursive: true })
      // Another run may have drawn other pictures meanwhile.
      const all = new Map([...(await read()), ...entries])
      const unfinished = `${file}.${process.pid}`
      await writeFile(unfinished, JSON.stringify([...all]))
      await rename(unfinished, file)
    },
  }
}
