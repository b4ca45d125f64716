// Makes a folder that all threads of a test run share, for drawn pictures and the data of shared servers.
import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { locks } from 'node:worker_threads'

const VARIABLE = 'SELFSAME_TEST_RUN_FOLDER'

/** Makes the folder before the threads start, which learn of it by their environment. Returns how it is removed. */
export function openRunFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-run-'))
  process.env[VARIABLE] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Whether this is one of the threads of a test run, which end with all that they opened. */
export const isInRun = (): boolean => process.env[VARIABLE] !== undefined

/** Programs outside a test run have no such folder, and write among other temporary files. */
export const runFolder = (): string => process.env[VARIABLE] ?? tmpdir()

/** Draws a file under a name once per run; threads that want the same wait for the first. Outside a run it is drawn again. */
export async function drawnOnce<Drawn>(name: string, draw: () => Promise<Drawn>): Promise<Drawn> {
  const folder = process.env[VARIABLE]
  if (folder === undefined) return draw()
  const path = join(folder, 'pictures', hash('sha256', name))
  return locks.request(path, async () => {
    const kept = await readFile(path).catch(() => undefined)
    if (kept) return deserialize(kept) as Drawn
    const drawn = await draw()
    const unfinished = `${path}.${randomUUID()}`
    mkdirSync(join(folder, 'pictures'), { recursive: true })
    writeFileSync(unfinished, serialize(drawn))
    renameSync(unfinished, path)
    return drawn
  })
}
