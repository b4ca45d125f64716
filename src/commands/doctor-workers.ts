// Asks the networks of this installation, and a worker that opens them all and decodes a picture.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { sizeText } from '../http/base64.ts'
import { ffmpegCandidates, oldestFfmpeg } from '../image/video/find-ffmpeg.ts'
import { prepareNetworks } from '../models/cache.ts'
import { inspectNetworks, type NetworkState } from '../models/inspect.ts'
import { networksFolder, openWorkersCage } from '../open-workers.ts'
import { whyNone } from '../vision/video-program.ts'
import { CageRequired } from '../workers/cage.ts'
import type { DoctorFinding } from './doctor-finding.ts'
import { type OneWorker, withWorker } from './one-worker.ts'

/** What several checks of one doctor want to know is asked once: it takes seconds. A doctor has one object of settings. */
const inspected = new WeakMap<Settings, Promise<NetworkState[]>>()
/** What the first worker said of ffmpeg; undefined where none could be asked. */
const asked = new WeakMap<Settings, Awaited<ReturnType<typeof askOfFfmpeg>> | undefined>()

function statesOf(config: Settings): Promise<NetworkState[]> {
  const states = inspected.get(config) ?? inspectNetworks(networksFolder(config))
  inspected.set(config, states)
  return states
}

export async function networks(config: Settings): Promise<DoctorFinding> {
  const folder = networksFolder(config)
  const states = await statesOf(config)
  const faults = states.flatMap(({ fault }) => fault ?? [])
  if (faults.length > 0)
    return {
      fault: faults.join(' '),
      fix: 'Run `npm ci` again: it installs the very files that were measured. `selfsame models` lists all.',
    }
  const waiting = states.filter(({ ready }) => !ready).length
  const sound = `all ${states.length} are the files that were measured`
  return waiting === 0
    ? { ok: `${sound}, ready in ${resolve(folder)}` }
    : { ok: `${sound}; the next start makes ${waiting} of them ready in ${resolve(folder)}` }
}

export async function workers(config: Settings): Promise<DoctorFinding> {
  const folder = networksFolder(config)
  const states = await statesOf(config)
  asked.set(config, undefined)
  if (states.some(({ fault }) => fault)) return { advice: 'not asked: the networks are not sound' }
  try {
    return await withReadyNetworks(folder, states, (ready) =>
      withWorker(
        config,
        async (worker) => {
          const finding = await tryOut(worker, config)
          asked.set(config, await askOfFfmpeg(worker, config))
          return finding
        },
        ready,
      ),
    )
  } catch (error) {
    if (error instanceof CageRequired) return { advice: 'not asked: they cannot be caged, as below' }
    return {
      fault: (error as Error).message,
      fix: 'Run `npm ci` again: a library is incomplete. If it persists, raise SELFSAME_WORKER_MEMORY and see the log of `selfsame serve`.',
    }
  }
}

/** Says what holds a decoder that was taken over, by trying it. */
export async function sandbox(config: Settings): Promise<DoctorFinding> {
  const cage = await openWorkersCage(config).catch((error: unknown) => error as Error)
  if (cage instanceof CageRequired) return { fault: cage.message, fix: allowing }
  if (cage instanceof Error) throw cage
  await cage.close()
  const { state, layers, lacking, open } = cage.sandbox
  const held = `workers are held by ${layers.join(', ')}`
  if (state === 'off') return { advice: 'off: a decoder that is taken over reads the key and the data' }
  if (open)
    return {
      advice: `open, as SELFSAME_CAGE=partial allows: a worker can read ${open.join(', ')}; ${held}, because ${lacking}. ${allowing}`,
    }
  if (state === 'partial') return { advice: `${held}; not whole: ${lacking}. ${allowing}` }
  return lacking === undefined ? { ok: held } : { advice: `${held}; not held by all: ${lacking}` }
}

const allowing =
  'Allow user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns, or the profiles of deploy/cage for a container) and install util-linux and perl: docs/guides/operations.md, "The cage of the workers".'

/** Asked of a worker, which alone may start other programs. */
export async function videos(config: Settings): Promise<DoctorFinding> {
  const states = await statesOf(config)
  const canAsk = !asked.has(config) && states.every(({ ready }) => ready)
  const choice = canAsk
    ? await withWorker(config, (worker) => askOfFfmpeg(worker, config)).catch(() => undefined)
    : asked.get(config)
  if (choice === undefined) return { ok: 'not asked: no worker can be asked yet' }
  const fault = whyNone(choice, config.ffmpeg)
  const fix =
    'Videos are answered 503 until an ffmpeg reads them: see "The cage of the workers" in docs/guides/operations.md.'
  if (fault || !choice.chosen) return { fault: fault ?? 'no ffmpeg reads videos', fix }
  const { path, lacks, isOld, ...chosen } = choice.chosen
  const version = chosen.version.replace(/ Copyright.*/, '') || 'it says no version'
  if (isOld)
    return {
      advice: `${path} is older than ffmpeg ${oldestFfmpeg} (${version}), and its faults are known to attackers; install a newer one on this machine, or set SELFSAME_FFMPEG`,
    }
  if (lacks.length > 0)
    return {
      advice: `${path} (${version}) has no decoder for ${lacks.join(', ')}, which phones and browsers send`,
    }
  return { ok: `${path}: ${version}; it decodes a video inside the cage` }
}

const askOfFfmpeg = ({ pool }: OneWorker, { ffmpeg }: Settings) =>
  pool.run('choose-ffmpeg', ffmpegCandidates(ffmpeg), { organisation: 'doctor' })

/** A doctor changes nothing: what the cache lacks is made in a folder that goes away. */
async function withReadyNetworks<T>(
  folder: string,
  states: readonly NetworkState[],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (states.every(({ ready }) => ready)) return use(folder)
  const temporary = await mkdtemp(join(tmpdir(), 'selfsame-doctor-'))
  try {
    await prepareNetworks(temporary)
    return await use(temporary)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** 16 x 16, the smallest picture there is for us: a worker that decodes it has loaded everything. */
const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAA1BMVEWAgICQdD0xAAAADklEQVQYlWNgGAUMSAAAARAAAVGhZwQAAAAASUVORK5CYII=',
  'base64',
)

/** A worker that fills this share before it is given a large picture will not get through it. */
const ROOM_SHARE = 0.5

async function tryOut({ pool, startMs }: OneWorker, config: Settings): Promise<DoctorFinding> {
  const ask = { search: 'frame', closely: 1 } as const
  const input = { bytes: tinyPicture, maxMegapixels: 1, ask }
  const reading = await pool.run('observe-image', input, { organisation: 'doctor' })
  if ('fault' in reading)
    return {
      fault: 'a worker cannot decode a PNG',
      fix: 'Run `npm ci` again: the image library is incomplete.',
    }
  const rss = pool.stats().children[0]?.rssBytes ?? 0
  const seen = `a worker opened all networks in ${(startMs / 1000).toFixed(1)} s, and decodes and sees; it takes ${sizeText(rss)}`
  const limit = config.workerMemoryBytes
  return rss <= ROOM_SHARE * limit
    ? { ok: seen }
    : { advice: `${seen} of ${sizeText(limit)} before any work; raise SELFSAME_WORKER_MEMORY` }
}
