// The light of rooms: most are lit from one side, some evenly, and a number is always the same room.
import { expect, test } from 'vitest'
import { lightOfRoom } from '../../specimens/liveness/rooms.ts'
import { lampsFor } from '../../specimens/person/lighting.ts'

type Lamps = ReturnType<typeof lampsFor>

const rooms = Array.from({ length: 400 }, (_, room) => lightOfRoom(room))

test('are the same for the same number', () => {
  expect(lightOfRoom(17)).toEqual(rooms[17])
})

test('are lit evenly in about three of ten, and otherwise by a lamp from either side', () => {
  const even = rooms.filter(({ isEven }) => isEven)
  expect(even.length / rooms.length).toBeGreaterThan(0.25)
  expect(even.length / rooms.length).toBeLessThan(0.35)
  expect(even.every(({ light }) => light.lamp === undefined)).toBe(true)
  const sides = rooms.flatMap(({ light }) => light.lamp?.sideDegrees ?? [])
  expect(sides).toHaveLength(rooms.length - even.length)
  expect(sides.filter((side) => side < -30).length).toBeGreaterThan(80)
  expect(sides.filter((side) => side > 30).length).toBeGreaterThan(80)
})

test('are lit the more unevenly the more of their light is the lamp’s, from the side it is on', () => {
  /** Light on a surface that looks so far to the image's right, without shadows. */
  const lightOn = ({ key, keyColour, fill, fillColour, skyColour, groundColour }: Lamps, degrees: number) => {
    const [x, z] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
    const from = (towards: Lamps['key'], colour: Lamps['key']) =>
      Math.max(0, x * towards[0] + z * towards[2]) * colour[1]
    return from(key, keyColour) + from(fill, fillColour) + (skyColour[1] + groundColour[1]) / 2
  }
  const rightByLeft = (sideDegrees: number, share: number) => {
    const lamps = lampsFor({ lamp: { sideDegrees, heightDegrees: 10, share } }, 1, 0)
    return lightOn(lamps, 50) / lightOn(lamps, -50)
  }
  expect(rightByLeft(50, 0.5)).toBeGreaterThan(1.5)
  expect(rightByLeft(50, 0.85)).toBeGreaterThan(2 * rightByLeft(50, 0.5))
  expect(rightByLeft(-50, 0.85)).toBeCloseTo(1 / rightByLeft(50, 0.85), 6)
})
