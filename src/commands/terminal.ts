// What commands share: printing to the terminal, and opening the store and the gallery.
import type { Settings } from '../config.ts'
import type { GalleryWriter } from '../gallery/port.ts'
import { MasterKeyUnusable } from '../store/master-key.ts'
import type { Store } from '../store/open.ts'
import { StoredDataDamaged, StoreUnavailable } from '../store/port.ts'
import type { Organisation } from '../store/records/organisations.ts'
import { findOrganisation, listOrganisations } from '../store/records/organisations.ts'

/** Thrown by a command that cannot go on; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const say = (line = ''): void => void process.stdout.write(`${line}\n`)

export const warn = (line: string): void => void process.stderr.write(`${line}\n`)

const explained = [MasterKeyUnusable, StoreUnavailable, StoredDataDamaged]

export async function withStore<T>(config: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  // Help and a wrong option are answered without loading the libraries of the engines.
  const { openStore } = await import('../store/open.ts')
  const store = await openStore(config, Date.now, {
    migrated: (name) => say(`Database migrated: ${name}`),
    masterKeyMade: (path) => warn(`Made a master key in ${path}. Keep a copy apart from the data.`),
  }).catch((error: unknown) => {
    throw new CommandError((error as Error).message)
  })
  await using opened = new AsyncDisposableStack()
  opened.adopt(store, (open) => open.close())
  try {
    return await work(store)
  } catch (error) {
    throw explained.some((kind) => error instanceof kind) ? new CommandError((error as Error).message) : error
  }
}

/** Opens the gallery for commands that remove faces, so that the removal reaches Qdrant too. */
export async function withGallery<T>(
  config: Settings,
  store: Store,
  work: (gallery: GalleryWriter) => Promise<T>,
): Promise<T> {
  const { openGalleryWriter } = await import('../gallery/open.ts')
  const { rowNamed } = await import('../models/manifest.ts')
  const { name, version } = rowNamed('face-embedder')
  const log = (_level: 'info' | 'warn', _fields: object, message: string) => warn(message)
  const options = { config, store, embedder: { name, version }, now: Date.now, log }
  await using opened = new AsyncDisposableStack()
  const gallery = opened.adopt(await openGalleryWriter(options), (open) => open.close())
  return await work(gallery)
}

export async function organisationNamed(store: Store, name: string): Promise<Organisation> {
  const found = await findOrganisation(store.database, name)
  if (found) return found
  const names = (await listOrganisations(store.database)).map((one) => one.name)
  throw new CommandError(
    `There is no organisation ${JSON.stringify(name)}. ${names.length ? `There are: ${names.join(', ')}.` : 'There is none yet.'}`,
  )
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Shows a bar on a terminal, and elsewhere a line for every tenth of the way. */
export function progress(what: string): (state: { done: number; total: number }) => void {
  let lastTenth = -1
  return ({ done, total }) => {
    const share = total === 0 ? 1 : done / total
    if (process.stderr.isTTY) {
      const filled = Math.round(share * 30)
      process.stderr.write(
        `\r${what} [${'#'.repeat(filled)}${' '.repeat(30 - filled)}] ${done}/${total}${share === 1 ? '\n' : ''}`,
      )
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth !== lastTenth) warn(`${what}: ${done}/${total}`)
    lastTenth = tenth
  }
}
