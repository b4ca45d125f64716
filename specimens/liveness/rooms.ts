// The light of rooms that people take selfies in: most have a window or a lamp to one side, some are lit evenly.
import { seededDice } from '../person/dice.ts'
import type { Light } from '../person/lighting.ts'

type Range = readonly [least: number, most: number]

interface RoomLight {
  readonly name: string
  /** Of all rooms. */
  readonly part: number
  readonly level: Range
  /** To either side, in degrees. */
  readonly side: Range
  readonly height: Range
  readonly share: Range
}

// biome-ignore format: a table
const uneven: readonly RoomLight[] = [
  { name: 'window', part: 0.35, level: [0.7, 1.15], side: [35, 80], height: [0, 30], share: [0.75, 0.95] },
  { name: 'lamp', part: 0.2, level: [0.6, 1], side: [15, 60], height: [20, 50], share: [0.75, 0.92] },
  { name: 'ceiling', part: 0.1, level: [0.7, 1.1], side: [0, 40], height: [50, 65], share: [0.65, 0.85] },
  { name: 'screen', part: 0.05, level: [0.55, 0.8], side: [0, 10], height: [-20, 0], share: [0.6, 0.85] },
]

/** The light of a room of that number that is lit evenly: bright to dim, the soft lamp to one side or the other. */
export function evenLight(room: number): Light {
  const dice = seededDice(room, 61)
  return { level: dice.between(0.55, 1.15), side: dice.between(-1, 1) }
}

/** The light of the room of that number, and whether it is one of those lit evenly: three of ten, as under an overcast sky. */
export function lightOfRoom(room: number): { readonly isEven: boolean; readonly light: Light } {
  const dice = seededDice(room, 62)
  let drawn = dice.next()
  const found = uneven.find(({ part }) => {
    drawn -= part
    return drawn < 0
  })
  if (!found) return { isEven: true, light: evenLight(room) }
  const within = ([least, most]: Range) => dice.between(least, most)
  const lamp = {
    sideDegrees: (dice.next() < 0.5 ? -1 : 1) * within(found.side),
    heightDegrees: within(found.height),
    share: within(found.share),
  }
  return { isEven: false, light: { level: within(found.level), lamp } }
}
