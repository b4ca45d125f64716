// Renders frames of people who do not exist, once per run for every test that wants the same scene.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Take } from '../../liveness/acting.ts'
import type { Scene } from '../../person/render.ts'
import { drawnOnce } from '../run-folder.ts'
import type { SentFrame } from '../servers/challenge-caller.ts'
import type { Delivery, Order } from './film-process.ts'

const kept = new Map<string, Promise<Uint8Array>>()
const waiting = new Map<number, (bytes: Uint8Array) => void>()
let renderer: ChildProcess | undefined
let orders = 0

export function picture(seed: number, scene: Scene): Promise<Uint8Array> {
  const key = JSON.stringify([seed, scene])
  const known = kept.get(key) ?? drawnOnce(`frame ${key}`, () => rendered(seed, scene))
  kept.set(key, known)
  return known
}

function rendered(seed: number, scene: Scene): Promise<Uint8Array> {
  renderer ??= openRenderer()
  const order: Order = { id: ++orders, seed, scene }
  return new Promise((resolve) => {
    waiting.set(order.id, resolve)
    renderer?.send(order)
  })
}

/** The process ends with this one. */
function openRenderer(): ChildProcess {
  const program = fileURLToPath(new URL('./film-process.ts', import.meta.url))
  const child = fork(program, { serialization: 'advanced', execArgv: [] })
  child.on('message', ({ id, bytes }: Delivery) => {
    waiting.get(id)?.(bytes)
    waiting.delete(id)
  })
  child.unref()
  child.channel?.unref()
  return child
}

/** Times are a quarter as far apart as acted, because tests send faster than people act. */
export async function film(seed: number, takes: readonly Take[], now = Date.now()): Promise<SentFrame[]> {
  const frames: SentFrame[] = []
  for (const { task, scene, atMs } of takes)
    frames.push({ task, bytes: await picture(seed, scene), timestamp: Math.round(now + atMs / 4) })
  return frames
}

/** Replaces the pictures of one task. */
export const instead = (
  frames: readonly SentFrame[],
  task: string,
  bytes: Uint8Array | ((bytes: Uint8Array) => Uint8Array),
): SentFrame[] =>
  frames.map((frame) =>
    frame.task === task
      ? { ...frame, bytes: typeof bytes === 'function' ? bytes(frame.bytes) : bytes }
      : frame,
  )

/** Shows an empty wall without a person. */
export function nobody(size: { width: number; height: number }, background = '#b9a48c'): Promise<Uint8Array> {
  return sharp({ create: { ...size, channels: 3 as const, background } })
    .jpeg()
    .toBuffer()
}

/** The wall has another colour for each number. */
export const wall = (number: number): Promise<Uint8Array> =>
  nobody({ width: 360, height: 480 }, `#${(0x404040 + 0x1f3d5 * number).toString(16).slice(-6)}`)

/** Shows two people side by side, each half as large. */
export async function twoPeople(one: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sharp(one).metadata()
  const half = (bytes: Uint8Array) =>
    sharp(bytes)
      .resize(Math.round(width / 2), Math.round(height / 2))
      .toBuffer()
  return sharp(await sharp(one).blur(30).toBuffer())
    .composite([
      { input: await half(one), left: 0, top: Math.round(height / 4) },
      { input: await half(other), left: Math.floor(width / 2), top: Math.round(height / 4) },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
}
