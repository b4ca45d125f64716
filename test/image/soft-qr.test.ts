// Tests the reader of soft QR codes: the build of every version, corrections up to the limit, and blur on an engraved ground.
import barcodes from 'bwip-js/node'
import { describe, expect, test } from 'vitest'
import { seededDice } from '../../specimens/person/dice.ts'
import { readPageCodes } from '../../src/documents/pages/codes.ts'
import { readCodes } from '../../src/image/codes.ts'
import { greyOf } from '../../src/image/measure.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { corrected } from '../../src/image/qr/correct.ts'
import { cleanModules } from '../../src/image/qr/read-symbol.ts'
import { blocksOf, LEVELS, type Level, MOST_VERSION, symbolOf } from '../../src/image/qr/symbol.ts'
import { boxBlur } from '../../src/image/sharpen.ts'

const text =
  '001200001234|123456789|Nguyễn Thị Ánh Tuyết|01022000|Nữ|Số 12, Láng Thượng, Đống Đa, Hà Nội|01012021'

interface Drawn {
  readonly side: number
  readonly modules: readonly number[]
}

function drawn(content: string, level: Level): Drawn {
  const options = { bcid: 'qrcode', text: content, eclevel: level }
  const [code] = barcodes.raw(options)
  if (code === undefined || !('pixs' in code)) throw new Error('nothing was drawn')
  return { side: code.pixx, modules: [...code.pixs] }
}

/** Every module as sure as any other. */
const toldBy = ({ modules }: Drawn): Float32Array => Float32Array.from(modules, (module) => (module ? 1 : -1))

describe('a code of each version', () => {
  test.each(LEVELS)('is built as another library builds it, at level %s', (level) => {
    for (let version = 1; version <= MOST_VERSION; version++) {
      const symbol = symbolOf(17 + 4 * version)
      if (symbol === undefined) throw new Error(`there is no version ${version}`)
      const room = blocksOf(symbol, level).reduce(
        (sum, { words, checkWords }) => sum + words.length - checkWords,
        0,
      )
      // Full to the last word, so that no other level or version holds it: three words say what follows.
      const code = drawn('a'.repeat(room - 3), level)
      expect(code.side).toBe(symbol.side)
      const isSame = (is: number, at: number) => is === 0 || (is === 1) === (code.modules[at] === 1)
      expect(symbol.known.every(isSame)).toBe(true)
      const clean = cleanModules(toldBy(code), symbol)
      expect(symbol.data.every((at) => clean?.[at] === code.modules[at])).toBe(true)
    }
  })
})

test('check words mend half as many wrong words as there are, or as many as there are where they are known', () => {
  const dice = seededDice(7, 1)
  const symbol = symbolOf(41)
  const [block] = symbol ? blocksOf(symbol, 'L') : []
  if (block === undefined) throw new Error('there is no block')
  // All words zero is a valid block of every code.
  const right = new Uint8Array(block.words.length)
  for (let known = 0; known <= block.checkWords; known++) {
    const places = [...right.keys()].toSorted(() => dice.next() - 0.5)
    const unknown = Math.floor((block.checkWords - known) / 2)
    const wrong = right.slice()
    for (const at of places.slice(0, known + unknown)) wrong[at] = 1 + Math.floor(dice.next() * 255)
    expect(corrected(wrong, block.checkWords, places.slice(0, known))).toEqual(right)
  }
  const tooWrong = Uint8Array.from(right, () => Math.floor(dice.next() * 256))
  expect(corrected(tooWrong, block.checkWords, [])).toBeUndefined()
})

const size = { width: 1024, height: 646 }
/** A code as it stands on a chip card: upper left corner and side, in pixels of the page. */
const PLACE = { x: 825, y: 42, side: 131 }

/** A card seen `pixels` a module, blurred, with noise; the code is printed over an engraving of fine lines. */
function card(pixels: number, withCode = true): { picture: Pixels; onto: Float64Array } {
  const { side, modules } = drawn(text, 'L')
  const fine = 8
  const scale = (pixels * side) / PLACE.side
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  const dice = seededDice(11, 2)
  const light = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let k = 0; k < fine; k++) {
        const [px, py] = [(x + dice.next()) / scale, (y + dice.next()) / scale]
        const engraving = 175 + 25 * Math.sin(1.7 * px + 0.9 * py) + 12 * Math.sin(0.31 * px - 0.2 * py)
        const [column, line] = [
          Math.floor(((px - PLACE.x) / PLACE.side) * side),
          Math.floor(((py - PLACE.y) / PLACE.side) * side),
        ]
        const isIn = withCode && column >= 0 && line >= 0 && column < side && line < side
        sum += isIn && modules[line * side + column] ? 0.3 * engraving : engraving
      }
      light[y * width + x] = sum / fine + 4 * (dice.next() - 0.5)
    }
  const soft = boxBlur(light, width, height, 1)
  const data = new Uint8Array(3 * width * height)
  for (const [i, value] of light.entries()) data.fill(0.5 * value + 0.5 * (soft[i] ?? 0), 3 * i, 3 * i + 3)
  return { picture: { width, height, data }, onto: Float64Array.of(scale, 0, 0, 0, scale, 0, 0, 0, 1) }
}

describe('a soft code on an engraving', () => {
  const front = { kind: 'cccd-chip', side: 'front' } as const

  test('is read where the other reader sees nothing', async () => {
    const { picture, onto } = card(1.7)
    expect(await readCodes(greyOf(picture), true)).toEqual([])
    const found = await readPageCodes(picture, onto, size, front, 'expected')
    expect(found.map((code) => [code.format, code.text])).toEqual([['qr', text]])
    const [corner] = found[0]?.quad ?? []
    expect(Math.hypot((corner?.x ?? 0) - PLACE.x, (corner?.y ?? 0) - PLACE.y)).toBeLessThan(3)
  })

  test('is not seen where there is only the engraving', async () => {
    const { picture, onto } = card(1.7, false)
    expect(await readPageCodes(picture, onto, size, front, 'expected')).toEqual([])
  })

  test('is not guessed where too little is left of it', async () => {
    const { picture, onto } = card(0.8)
    expect(await readPageCodes(picture, onto, size, front, 'expected')).toEqual([])
  })
})
