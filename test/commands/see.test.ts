// Tests selfsame see: how it describes a picture, what it draws, and its sentence for files that are no picture.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { decodeImage } from '../../src/image/decode/image.ts'
import type { Box } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import type { Observation } from '../../src/vision/observation.ts'
import { type Installation, installation } from './command-line.ts'

const demo = fileURLToPath(new URL('../../node_modules/@vladmandic/face-api/demo', import.meta.url))
/** The photo shows three women on a sofa: two of them smile, and one of these looks to another side than the others. */
const three = join(demo, 'sample3.jpg')

/** Returns a folder of the installation for what a test writes. */
const beside = (at: Installation, name: string): string => join(dirname(at.data), name)

async function pixelsOf(path: string): Promise<Pixels> {
  const decoded = await decodeImage(readFileSync(path), { maxMegapixels: 50 })
  if ('fault' in decoded) throw new Error(decoded.fault)
  return decoded.pixels
}

function changedShare(one: Pixels, other: Pixels, { x, y, width, height }: Box): number {
  let changed = 0
  for (let row = Math.ceil(y); row < y + height; row++)
    for (let column = Math.ceil(x); column < x + width; column++) {
      const at = 3 * (row * one.width + column)
      if (Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) > 8) changed++
    }
  return changed / (width * height)
}

describe('a picture', () => {
  test('is put into words, and drawn upon where the faces are and nowhere else', async () => {
    const at = installation()
    const overlay = beside(at, 'seen.png')
    const { code, out, err } = await at.run(`see ${three} --cover --overlay ${overlay}`)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('sample3.jpg: JPEG, 1920 x 1350 pixels, 3 faces\n')
    for (const words of [
      'box',
      'yaw',
      'pitch',
      'roll',
      'sharpness',
      'cover mouth',
      'alive',
      '  network',
      'vector',
    ])
      expect(out.split(`\n  ${words} `), words).toHaveLength(4)
    const smiles = [...out.matchAll(/ {2}smile +(\d\.\d+)/g)].map(
      ([, probability]) => Number(probability) > 0.5,
    )
    expect(smiles).toEqual([true, true, false])
    expect(out.match(/turned to the image's (left|right)/g)?.map((words) => words.slice(22))).toEqual([
      'left',
      'right',
      'left',
    ])
    expect(out).toContain(`${overlay} shows\n  white: `)

    const [before, after] = [await pixelsOf(three), await pixelsOf(overlay)]
    expect([after.width, after.height]).toEqual([before.width, before.height])
    const places = [...out.matchAll(/ {2}box +(\d+), (\d+), (\d+) x (\d+)/g)].map((found) => {
      const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number)
      return { x, y, width, height }
    })
    for (const box of places) expect(changedShare(before, after, box)).toBeGreaterThan(0.05)
    expect(changedShare(before, after, { x: 0, y: 900, width: 1920, height: 450 })).toBe(0)
  })

  test('is printed as JSON with mesh and vector', async () => {
    const { code, out } = await installation().run(`see ${three} ${join(demo, 'facemesh.png')} --json`)
    expect(code).toBe(0)
    const [seen, drawn] = JSON.parse(out) as (Observation & { file: string })[]
    expect(seen).toMatchObject({ file: three, image: { width: 1920 }, embedder: { name: 'face-embedder' } })
    expect(seen?.faces).toHaveLength(3)
    for (const { mesh, vector, genuineness, cover } of seen?.faces ?? []) {
      expect([mesh.length, vector?.length]).toEqual([3 * 478, 128])
      expect(genuineness?.cues).toMatchObject({ network: expect.any(Number), moire: expect.any(Number) })
      expect(cover, 'which takes long and was not asked for').toBeUndefined()
    }
    expect(drawn).toMatchObject({ image: { format: 'png' }, faces: [] })
  })
})

describe('an unusable file is reported in a sentence', () => {
  const sees = async (at: Installation, args: string, settings = {}) => {
    const ended = await at.run(`see ${args}`, settings)
    expect(ended.code, args).toBe(1)
    expect(ended.out + ended.err).not.toMatch(/\bat .*\.(ts|js)/)
    return ended
  }

  test('for files that are not there, are no image, or are too large: each, and the rest is seen', async () => {
    const at = installation()
    const [text, cut, large] = [beside(at, 'text.jpg'), beside(at, 'cut.jpg'), beside(at, 'large.jpg')]
    writeFileSync(text, 'no picture at all')
    writeFileSync(cut, readFileSync(three).subarray(0, 60_000))
    writeFileSync(large, Buffer.alloc(10 * 2 ** 20 + 1))
    const files = `${text} ${cut} ${large} nowhere.jpg ${demo} ${join(demo, 'facemesh.png')}`
    const { out, err } = await sees(at, files)
    expect(out).toContain('facemesh.png: PNG, 414 x 394 pixels, no face')
    const sentences = err.trim().split('\n').toSorted()
    expect(sentences).toEqual(
      [
        `${text} is not an image that can be read: JPEG, PNG, WebP, HEIC or AVIF.`,
        `${cut} is cut off or damaged.`,
        `${large} is larger than 10 MiB; SELFSAME_IMAGE_LIMIT allows more.`,
        'There is no file nowhere.jpg.',
        `${demo} is not a file.`,
      ].toSorted(),
    )
  })

  test('for pictures of too many pixels, or that take too long', async () => {
    const at = installation()
    const large = await sees(at, three, { SELFSAME_IMAGE_MEGAPIXELS: '2' })
    expect(large.err).toBe(`${three} is 1920 x 1350 pixels, more than 2 megapixels.\n`)
    const long = await sees(at, three, { SELFSAME_JOB_TIMEOUT: '20 ms' })
    expect(long.err).toBe(
      `${three} cannot be looked at: job observe-image was stopped at its limit of 20 ms.\n`,
    )
  })

  test('for a drawing that would be lost, or overwrite what is drawn upon', async () => {
    const at = installation()
    const png = join(demo, 'facemesh.png')
    expect((await sees(at, `${three} ${png} --overlay a.png`)).err).toMatch(
      /^--overlay goes with one picture/,
    )
    expect((await sees(at, `${three} --overlay a.jpg`)).err).toMatch(/ends in \.png/)
    expect((await sees(at, `${png} --overlay ${png}`)).err).toMatch(/the picture itself/)
    expect((await sees(at, `${png} --overlay no/where.png`)).err).toMatch(/^no\/where\.png cannot be written/)
  })
})
