// selfsame see: looks at picture files as the server would, and says or draws what it sees.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Settings } from '../config.ts'
import type { Jobs } from '../jobs.ts'
import type { DrawnFace } from '../vision/draw-faces.ts'
import { drawingLegend } from '../vision/drawing-colours.ts'
import type { Ask, Observation } from '../vision/observation.ts'
import type { Pool } from '../workers/port.ts'
import { withWorker } from './one-worker.ts'
import { explain, observePicture, organisation, prepareForCommand, readPicture } from './pictures.ts'
import { describeFace } from './see-face.ts'
import { CommandError, say } from './terminal.ts'

export interface SeeOptions {
  readonly overlay?: string
  readonly everywhere?: boolean
  readonly cover?: boolean
  readonly json?: boolean
}

/** Every face that is found is looked at: a command has no other callers to serve. */
const ALL = Number.MAX_SAFE_INTEGER

interface Looked {
  readonly file: string
  readonly seen: Observation
}

export async function see(config: Settings, files: readonly string[], options: SeeOptions): Promise<void> {
  const { overlay, json = false } = options
  if (overlay !== undefined) checkOverlay(overlay, files)
  const faults: string[] = []
  const pictures = await readPictures(config, files, faults)
  if (pictures.length === 0) throw new CommandError(faults.join('\n'))
  await prepareForCommand(config)
  const looked: Looked[] = []
  await withWorker(config, async ({ pool }) => {
    for (const { file, bytes } of pictures)
      await noting(faults, async () => {
        const seen = await observePicture(pool, config, file, bytes, askOf(options))
        looked.push({ file, seen })
        if (!json) describe(file, seen)
        if (overlay !== undefined) await draw(pool, config, overlay, bytes, seen.faces)
      })
  }).catch(explain)
  if (json) say(JSON.stringify(looked.map(flat), plainArrays))
  else if (overlay !== undefined && faults.length === 0)
    say(`${overlay} shows\n  ${drawingLegend.join('\n  ')}`)
  if (faults.length > 0) throw new CommandError(faults.join('\n'))
}

function checkOverlay(overlay: string, files: readonly string[]): void {
  if (files.length > 1) throw new CommandError('--overlay goes with one picture.')
  if (!overlay.toLowerCase().endsWith('.png'))
    throw new CommandError('--overlay writes a PNG: give it a name that ends in .png.')
  if (files.some((file) => resolve(file) === resolve(overlay)))
    throw new CommandError('--overlay names the picture itself, which would be lost: give it another name.')
}

interface Picture {
  readonly file: string
  readonly bytes: Uint8Array
}

async function readPictures(
  config: Settings,
  files: readonly string[],
  faults: string[],
): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const file of files)
    await noting(faults, async () => void pictures.push({ file, bytes: await readPicture(config, file) }))
  return pictures
}

/** One picture that cannot be seen does not keep the others from being seen. */
async function noting(faults: string[], look: () => Promise<void>): Promise<void> {
  try {
    await look()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    faults.push(error.message)
  }
}

function askOf({ everywhere = false, cover = false }: SeeOptions): Ask {
  const search = everywhere ? 'everywhere' : 'frame'
  return { search, closely: ALL, expression: true, genuineness: true, vector: true, cover }
}

async function draw(
  pool: Pool<Jobs>,
  config: Settings,
  overlay: string,
  bytes: Uint8Array,
  faces: readonly DrawnFace[],
): Promise<void> {
  const input = {
    bytes,
    maxMegapixels: config.imageMegapixels,
    faces: faces.map(({ box, mesh }) => ({ box, mesh })),
  }
  try {
    const drawing = await pool.run('draw-observation', input, { organisation })
    if ('fault' in drawing) throw new Error(drawing.fault)
    await writeFile(overlay, drawing.png)
  } catch (error) {
    throw new CommandError(`${overlay} cannot be written: ${(error as Error).message}`)
  }
}

function describe(file: string, { image, faces, embedder }: Observation): void {
  const count = faces.length === 0 ? 'no face' : `${faces.length} ${faces.length === 1 ? 'face' : 'faces'}`
  say(`${file}: ${image.format.toUpperCase()}, ${image.width} x ${image.height} pixels, ${count}\n`)
  for (const [i, face] of faces.entries()) say(`face ${i + 1}\n${describeFace(face, embedder)}\n`)
}

const flat = ({ file, seen }: Looked): object => ({ file, ...seen })

/** A Float32Array would be written as an object. */
const plainArrays = (_key: string, value: unknown): unknown =>
  value instanceof Float32Array ? [...value] : value
