// Rooms behind a person, out of focus: walls, a window, a door, shelves; a number is a room.
import { cloud, mixed, seededDice, step } from './dice.ts'
import type { Colour } from './person.ts'

/** Drawn small and enlarged: nothing in them is sharp. */
const SHRUNK = 4

interface Thing {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly colour: Colour
  /** Width of its edge. */
  readonly blur: number
}

// biome-ignore format: a table
const walls: readonly Colour[] = [[0.5, 0.48, 0.44], [0.32, 0.36, 0.4], [0.55, 0.5, 0.4], [0.25, 0.3, 0.26], [0.6, 0.6, 0.6], [0.4, 0.3, 0.24], [0.2, 0.24, 0.32]]

const kept = new Map<string, Float32Array>()

/** Linear light, three numbers a pixel. */
export function roomBehind(room: number, width: number, height: number): Float32Array {
  const name = `${room} ${width} ${height}`
  const found = kept.get(name) ?? enlarged(smallRoom(room, width, height), width, height)
  if (kept.size > 12) kept.clear()
  kept.set(name, found)
  return found
}

function smallRoom(room: number, width: number, height: number): Float32Array {
  const dice = seededDice(room, 80)
  const wall = dice.pick(walls)
  const things = Array.from({ length: 3 + Math.floor(dice.between(0, 5)) }, (): Thing => {
    const [left, top] = [dice.between(-0.2, 1), dice.between(-0.2, 0.8)]
    const own = dice.pick(walls)
    const power = dice.pick([0.2, 0.5, 0.8, 1.2, 1.6])
    return {
      left,
      top,
      right: left + dice.between(0.1, 0.5),
      bottom: top + dice.between(0.1, 0.7),
      colour: [own[0] * power, own[1] * power, own[2] * power],
      blur: dice.between(0.008, 0.03),
    }
  })
  const slope = dice.between(-0.5, 0.5)
  const [across, down] = [Math.ceil(width / SHRUNK) + 2, Math.ceil(height / SHRUNK) + 2]
  const small = new Float32Array(3 * across * down)
  for (let y = 0, at = 0; y < down; y++)
    for (let x = 0; x < across; x++, at += 3) {
      const [u, v] = [(x - 0.5) / (across - 2), (y - 0.5) / (down - 2)]
      const light = (1 + slope * (u - 0.5) - 0.25 * v + 0.1 * cloud(u * 4, v * 4, room + 81, 3)) * 0.9
      for (let channel = 0; channel < 3; channel++)
        small[at + channel] = things.reduce(
          (below, thing) => mixed(below, thing.colour[channel] as number, cover(thing, u, v)),
          (wall[channel] as number) * light,
        )
    }
  return small
}

function cover({ left, top, right, bottom, blur }: Thing, u: number, v: number): number {
  return (
    step(left - blur, left + blur, u) *
    step(right + blur, right - blur, u) *
    step(top - blur, top + blur, v) *
    step(bottom + blur, bottom - blur, v)
  )
}

function enlarged(small: Float32Array, width: number, height: number): Float32Array {
  const across = Math.ceil(width / SHRUNK) + 2
  const large = new Float32Array(3 * width * height)
  for (let y = 0, to = 0; y < height; y++) {
    const fromY = (y + 0.5) / SHRUNK + 0.5
    const [top, down] = [Math.floor(fromY), fromY - Math.floor(fromY)]
    for (let x = 0; x < width; x++, to += 3) {
      const fromX = (x + 0.5) / SHRUNK + 0.5
      const [left, right] = [Math.floor(fromX), fromX - Math.floor(fromX)]
      const at = 3 * (top * across + left)
      const below = at + 3 * across
      for (let channel = 0; channel < 3; channel++) {
        const upper = mixed(small[at + channel] as number, small[at + 3 + channel] as number, right)
        const lower = mixed(small[below + channel] as number, small[below + 3 + channel] as number, right)
        large[to + channel] = mixed(upper, lower, down)
      }
    }
  }
  return large
}
