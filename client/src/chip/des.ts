// Triple DES with two keys in CBC, and the retail MAC on it: what Basic Access Control and the oldest PACE chips speak.
// No audited library without Node.js has DES; the tests compare this one with OpenSSL's.
import type { Bytes } from './bytes.ts'

// The tables of FIPS 46-3; bits are counted from 1, the highest first.
const keyChoice1 = [
  57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
  63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
]
const keyChoice2 = [
  14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47,
  55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
]
const shiftsByRound = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]
const permutation = [
  16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22,
  11, 4, 25,
]
const substitutions = [
  'e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d',
  'f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9',
  'a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c',
  '7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e',
  '2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453',
  'c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d',
  '4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c',
  'd2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b',
]

/** Each substitution with the permutation behind it: 64 words of 32 bits for each box. */
const boxes: readonly Int32Array[] = substitutions.map((table, box) =>
  Int32Array.from({ length: 64 }, (_, input) => {
    const place = ((input & 0x20) | ((input & 1) << 4) | ((input >> 1) & 0xf)) & 0x3f
    const four = Number.parseInt(table.charAt(place), 16) << (28 - 4 * box)
    return permutation.reduce((word, from, to) => word | (((four >>> (32 - from)) & 1) << (31 - to)), 0)
  }),
)

/** 16 rounds of eight numbers of six bits. */
type Schedule = Uint8Array

function scheduleOf(key: Bytes, isReverse: boolean): Schedule {
  const bit = (place: number): number => ((key[(place - 1) >> 3] ?? 0) >> (7 - ((place - 1) & 7))) & 1
  const chosen = keyChoice1.map(bit)
  let halves = [chosen.slice(0, 28), chosen.slice(28)]
  const schedule = new Uint8Array(128)
  shiftsByRound.forEach((shift, round) => {
    halves = halves.map((half) => [...half.slice(shift), ...half.slice(0, shift)])
    const all = halves.flat()
    const start = 8 * (isReverse ? 15 - round : round)
    keyChoice2.forEach((from, to) => {
      const at = start + Math.floor(to / 6)
      schedule[at] = ((schedule[at] ?? 0) << 1) | (all[from - 1] ?? 0)
    })
  })
  return schedule
}

/** Turns one block of a view by the schedules one after the other. */
function turn(view: DataView, at: number, schedules: readonly Schedule[]): void {
  let left = view.getInt32(at)
  let right = view.getInt32(at + 4)
  let swap = ((left >>> 4) ^ right) & 0x0f0f0f0f
  right ^= swap
  left ^= swap << 4
  swap = ((left >>> 16) ^ right) & 0xffff
  right ^= swap
  left ^= swap << 16
  swap = ((right >>> 2) ^ left) & 0x33333333
  left ^= swap
  right ^= swap << 2
  swap = ((right >>> 8) ^ left) & 0xff00ff
  left ^= swap
  right ^= swap << 8
  swap = ((left >>> 1) ^ right) & 0x55555555
  right ^= swap
  left ^= swap << 1
  for (const schedule of schedules) {
    for (let round = 0; round < 16; round++) {
      let word = 0
      for (let box = 0; box < 8; box++) {
        const by = (4 * box + 5) & 31
        const six = ((right << by) | (right >>> (32 - by))) & 0x3f
        word |= boxes[box]?.[six ^ (schedule[8 * round + box] ?? 0)] ?? 0
      }
      const next = left ^ word
      left = right
      right = next
    }
    // The halves are not swapped after the last round.
    const last = left
    left = right
    right = last
  }
  swap = ((left >>> 1) ^ right) & 0x55555555
  right ^= swap
  left ^= swap << 1
  swap = ((right >>> 8) ^ left) & 0xff00ff
  left ^= swap
  right ^= swap << 8
  swap = ((right >>> 2) ^ left) & 0x33333333
  left ^= swap
  right ^= swap << 2
  swap = ((left >>> 16) ^ right) & 0xffff
  right ^= swap
  left ^= swap << 16
  swap = ((left >>> 4) ^ right) & 0x0f0f0f0f
  right ^= swap
  left ^= swap << 4
  view.setInt32(at, left)
  view.setInt32(at + 4, right)
}

function chained(data: Bytes, iv: Bytes, schedules: readonly Schedule[]): Bytes {
  const out = new Uint8Array(data)
  const view = new DataView(out.buffer)
  for (let at = 0; at < out.length; at += 8) {
    for (let i = 0; i < 8; i++)
      out[at + i] = (out[at + i] ?? 0) ^ (at === 0 ? (iv[i] ?? 0) : (out[at + i - 8] ?? 0))
    turn(view, at, schedules)
  }
  return out
}

interface Schedules {
  readonly encrypts: readonly Schedule[]
  readonly decrypts: readonly Schedule[]
}

/** Making them takes longer than a short message. */
const made = new WeakMap<Bytes, Schedules>()

/** First key, second key, first key; the way back has each reversed. */
function schedulesOf(key: Bytes): Schedules {
  const known = made.get(key)
  if (known !== undefined) return known
  const [one, two] = [key.subarray(0, 8), key.subarray(8, 16)]
  const [first, firstBack] = [scheduleOf(one, false), scheduleOf(one, true)]
  const schedules = {
    encrypts: [first, scheduleOf(two, true), first],
    decrypts: [firstBack, scheduleOf(two, false), firstBack],
  }
  made.set(key, schedules)
  return schedules
}

/** Of whole blocks, with a key of 16 bytes. */
export const encryptTripleDes = (key: Bytes, data: Bytes, iv: Bytes): Bytes =>
  chained(data, iv, schedulesOf(key).encrypts)

export function decryptTripleDes(key: Bytes, data: Bytes, iv: Bytes): Bytes {
  const { decrypts } = schedulesOf(key)
  const out = new Uint8Array(data)
  const view = new DataView(out.buffer)
  for (let at = 0; at < out.length; at += 8) {
    turn(view, at, decrypts)
    for (let i = 0; i < 8; i++)
      out[at + i] = (out[at + i] ?? 0) ^ (at === 0 ? (iv[i] ?? 0) : (data[at + i - 8] ?? 0))
  }
  return out
}

/** ISO 9797-1 algorithm 3 over whole blocks: single DES, the last block turned by the second key and back. */
export function retailMac(key: Bytes, data: Bytes): Bytes {
  const { encrypts } = schedulesOf(key)
  const last = chained(data, new Uint8Array(8), encrypts.slice(0, 1)).slice(-8)
  turn(new DataView(last.buffer), 0, encrypts.slice(1))
  return last
}
