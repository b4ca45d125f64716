// Makes the portraits of the documents: people who do not exist, cut out of their rooms and set before a plain ground.
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Pixels } from '../../../src/image/pixels.ts'
import { seededDice } from '../../person/dice.ts'
import { type Person, person } from '../../person/person.ts'
import { renderPerson, type Scene } from '../../person/render.ts'

const SIZE = { width: 240, height: 320 }
/** Of women and of men. */
const EACH = 12
/** Lamps repeat every five rooms, so these three light a person alike and differ only behind. */
const ROOMS = [3, 8, 13] as const
const GROUNDS = [
  [205, 222, 240],
  [120, 170, 222],
  [240, 242, 244],
] as const
const MILD = 0.55
/** The picture of the room without a person. */
const AWAY = { x: 4000, y: 0 }

/** The person whom the portrait of this name shows. */
export function portrayed(name: string): Person {
  const somebody = suited(name.startsWith('f') ? 'f' : 'm')[Number(name.slice(1, 3))]
  if (!somebody) throw new Error(`there is no portrait ${name}`)
  return somebody
}

export async function makePortraits(): Promise<string[]> {
  const made: string[] = []
  for (const sex of ['f', 'm'] as const) {
    for (const [index, somebody] of suited(sex).entries()) {
      const name = `${sex}${String(index).padStart(2, '0')}.jpg`
      const cut = cutOut(somebody, sceneFor(somebody.seed), GROUNDS[index % GROUNDS.length] ?? GROUNDS[0])
      const picture = sharp(cut.data, { raw: { ...SIZE, channels: 3 } })
      await writeFile(new URL(name, import.meta.url), await picture.jpeg({ quality: 86 }).toBuffer())
      made.push(name)
    }
  }
  return made
}

/** Dark hair and eyes and no full beard, as on most Vietnamese documents. */
function suited(sex: 'f' | 'm'): Person[] {
  const found: Person[] = []
  for (let seed = 1; found.length < EACH; seed++) {
    const isWoman = seededDice(seed, 1).next() < 0.5
    const somebody = person(seed)
    const { skin, hair, iris, beard, moustache } = somebody.look
    const suits = skin[0] > 0.36 && hair[0] < 0.05 && iris[2] < 0.04 && beard < 0.5 && moustache < 0.6
    if (isWoman === (sex === 'f') && suits) found.push({ ...somebody, shape: milder(somebody.shape) })
  }
  return found
}

/** Shapes lie far apart so that faces differ for a matcher; on a card they should not look strange. */
function milder(shape: Person['shape']): Person['shape'] {
  return Object.fromEntries(
    Object.entries(shape).map(([part, value]) => [part, value * MILD]),
  ) as unknown as Person['shape']
}

function sceneFor(seed: number): Scene {
  const dice = seededDice(seed, 0x9047)
  return {
    ...SIZE,
    distanceCm: 31,
    offsetCm: { x: 0, y: 0.6 },
    yawDegrees: dice.between(-3, 3),
    pitchDegrees: dice.between(-3, 3),
    rollDegrees: dice.between(-1.5, 1.5),
    smile: dice.between(0, 0.15),
    light: { level: 0.95, side: dice.between(-0.3, 0.3) },
  }
}

/** What differs between two rooms is room: so much of each pixel is replaced by the ground. */
function cutOut(somebody: Person, scene: Scene, ground: readonly [number, number, number]): Pixels {
  const taken = ROOMS.map((room) => renderPerson(somebody, { ...scene, room }))
  const empty = ROOMS.map((room) => renderPerson(somebody, { ...scene, room, offsetCm: AWAY }))
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let at = 0; at < data.length; at += 3) {
    const behind = roomShare(taken, empty, at)
    for (let channel = 0; channel < 3; channel++) {
      const own = (taken[0]?.data[at + channel] ?? 0) - behind * (empty[0]?.data[at + channel] ?? 0)
      data[at + channel] = Math.max(0, Math.min(255, Math.round(own + behind * (ground[channel] ?? 0))))
    }
  }
  return { ...SIZE, data }
}

/** By the two rooms that differ most here. */
function roomShare(taken: readonly Pixels[], empty: readonly Pixels[], at: number): number {
  let [most, share] = [0, 0]
  for (const [one, other] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    const rooms = distance(empty[one], empty[other], at)
    if (rooms > most) [most, share] = [rooms, distance(taken[one], taken[other], at) / rooms]
  }
  return share < 0.12 ? 0 : share > 0.85 ? 1 : share
}

function distance(one: Pixels | undefined, other: Pixels | undefined, at: number): number {
  let sum = 0
  for (let channel = 0; channel < 3; channel++) {
    sum += Math.abs((one?.data[at + channel] ?? 0) - (other?.data[at + channel] ?? 0))
  }
  return sum
}
