// Pictures for commands: read from a file and observed by a worker; every fault becomes a sentence.
import { readFile, stat } from 'node:fs/promises'
import type { Settings } from '../config.ts'
import { sizeText } from '../http/base64.ts'
import type { Jobs } from '../jobs.ts'
import { prepareNetworks } from '../models/cache.ts'
import { NetworkUnusable } from '../models/manifest.ts'
import { networksFolder } from '../open-workers.ts'
import type { Ask, Observation } from '../vision/observation.ts'
import { CageRequired } from '../workers/cage.ts'
import { NoWorkerReady } from '../workers/errors.ts'
import type { Pool } from '../workers/port.ts'
import { WorkerCannotStart } from './one-worker.ts'
import { CommandError, warn } from './terminal.ts'

export const organisation = 'command-line'

export async function prepareForCommand(config: Settings): Promise<void> {
  const folder = networksFolder(config)
  const prepared = await prepareNetworks(folder).catch(explain)
  if (prepared.some(({ made }) => made)) warn(`Prepared the networks in ${folder}; this happens once.`)
}

export async function readPicture(config: Settings, file: string): Promise<Uint8Array> {
  const isPdf = file.toLowerCase().endsWith('.pdf')
  const limit = isPdf ? config.pdfLimitBytes : config.imageLimitBytes
  try {
    const facts = await stat(file)
    if (!facts.isFile()) throw new CommandError(`${file} is not a file.`)
    if (facts.size > limit)
      throw new CommandError(
        `${file} is larger than ${sizeText(limit)}; ${isPdf ? 'SELFSAME_PDF_LIMIT' : 'SELFSAME_IMAGE_LIMIT'} allows more.`,
      )
    return await readFile(file)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`,
    )
  }
}

export async function observePicture(
  pool: Pool<Jobs>,
  config: Settings,
  file: string,
  bytes: Uint8Array,
  ask: Ask,
): Promise<Observation> {
  const input = { bytes, maxMegapixels: config.imageMegapixels, ask }
  const reading = await pool.run('observe-image', input, { organisation }).catch((error: Error) => {
    throw new CommandError(`${file} cannot be looked at: ${error.message}.`)
  })
  if ('fault' in reading) throw new CommandError(`${file} ${reading.fault}.`)
  return reading
}

export function explain(error: unknown): never {
  const kinds = [CageRequired, NetworkUnusable, NoWorkerReady, WorkerCannotStart]
  throw kinds.some((kind) => error instanceof kind) ? new CommandError((error as Error).message) : error
}
