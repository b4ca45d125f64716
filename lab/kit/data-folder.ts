// Lists the files in a data folder, and the storage key of each.
import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

interface FoundFile {
  readonly path: string
  readonly key: string
  /** False for a file that an unfinished write left. */
  readonly whole: boolean
}

/** The readiness check writes this file to test the disk. */
const probe = '.check'

/** `organisation/0f/0f3c…` has the key `organisation/0f3c…`; a `.part` beside it belongs to the same key. */
export async function filesBelow(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(missing)
  return entries
    .filter((entry) => !entry.isDirectory() && entry.name !== probe)
    .map((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name))
      const [organisation = ''] = path.split(sep)
      const [name = ''] = entry.name.split('.')
      return { path, key: `${organisation}/${name}`, whole: name === entry.name }
    })
}

const expected = /^(selfsame\.db(-wal|-shm)?|serving\.lock(-journal)?|master\.key|files)$/

/** Names directly in the data folder that no part of the server owns. */
export function unknownNamesIn(data: string): string[] {
  return readdirSync(data).filter((name) => !expected.test(name))
}

function missing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [] // No file was kept yet.
  throw error
}
