// Files on the local disk: written under a temporary name, synced, then renamed.
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../system/make-folder.ts'
import { assertKey, type Files, StoreUnavailable } from './port.ts'

/** Below this much free space nothing is accepted: the database may be on the same disk. */
const minFreeBytes = 64 * 1024 ** 2

const probeName = '.check'

export function openDisk(folder: string): Files {
  /** `organisation/0f3c…` lies in `organisation/0f/0f3c…`, so that no folder grows without bound. */
  const pathOf = (key: string): string => {
    assertKey(key)
    const parts = key.split('/')
    const name = parts.pop() as string
    return join(folder, ...parts, name.slice(0, 2), name)
  }

  return {
    engine: 'disk',

    async put(key, bytes) {
      const path = pathOf(key)
      const part = `${path}.${randomUUID()}.part`
      try {
        await makeDurableFolder(dirname(path))
        const file = await open(part, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await unlink(part).catch(() => undefined)
        throw faultOf(error)
      }
    },

    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw faultOf(error)
      }
    },

    async remove(key) {
      const path = pathOf(key)
      try {
        const parts = await readdir(dirname(path))
        const mine = parts.filter((name) => join(dirname(path), name).startsWith(`${path}.`))
        for (const name of mine) await rm(join(dirname(path), name), { force: true })
        await rm(path, { force: true })
        await syncFolder(dirname(path))
      } catch (error) {
        if (!isMissing(error)) throw faultOf(error)
      }
    },

    async *list(prefix) {
      for await (const path of walk(folder, '')) {
        // Names with a dot are the probe or unfinished writes; no key has a dot.
        if (path.includes('.')) continue
        const parts = path.split('/')
        parts.splice(-2, 1)
        const key = parts.join('/')
        if (key.startsWith(prefix)) yield key
      }
    },

    async check() {
      try {
        await makeDurableFolder(folder)
        if ((await freeBytes(folder)) < minFreeBytes)
          throw new StoreUnavailable('the disk of the files is full')
        // The probe is always the same file and stays: a killed process would leave a new one behind each time.
        const probe = await open(join(folder, probeName), 'w', 0o600)
        try {
          await probe.writeFile('.')
        } finally {
          await probe.close()
        }
      } catch (error) {
        throw faultOf(error)
      }
    },
  }
}

/** The free space of the disk of a folder, for users who are not root. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function* walk(root: string, below: string): AsyncIterable<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw faultOf(error)
  })
  for (const entry of entries) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* walk(root, path)
    else yield path
  }
}

/** The parent of a new folder is synced too: otherwise a crash loses the folder with its files. */
async function makeDurableFolder(folder: string): Promise<void> {
  const firstMade = await makeFolder(folder)
  if (firstMade === undefined) return
  for (let path = folder; path.length >= firstMade.length; path = dirname(path))
    await syncFolder(dirname(path))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

function faultOf(error: unknown): Error {
  const code = (error as { code?: string }).code
  if (code === undefined) return error as Error
  return new StoreUnavailable(`the disk of the files answers ${code}`)
}
