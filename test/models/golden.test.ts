// Tests that every network gives the same outputs for two faces as when it was measured.
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import stored from '../../weights/golden/faces.json' with { type: 'json' }
import { type Golden, type GoldenFace, measureGolden } from './golden-faces.ts'

/**
 * Inputs off by one part in a hundred thousand, more than other processors round by, move these by less than a quarter of
 * what is allowed here. Red for blue, a window off by three pixels, or half the brightness move them by more.
 */
const allowed = {
  pixels: 0.2,
  score: 0.001,
  meshPixels: 0.1,
  blendshape: 0.005,
  happiness: 0.06,
  vector: 0.002,
  spoof: 0.03,
  parts: 0.04,
  cosine: 0.001,
}

let golden: Golden
beforeAll(async () => {
  golden = await measureGolden(await openTestNetworks())
})

const faces = Object.entries(stored.faces) as unknown as [name: string, face: GoldenFace][]

describe.each(faces)('%s', (name, wanted) => {
  const found = (): GoldenFace => golden.faces[name] as GoldenFace

  test.each(['detectorShort', 'detectorFull'] as const)('%s finds the face where it was', (detector) => {
    const { box, points, score } = found()[detector]
    near(box, wanted[detector].box, allowed.pixels)
    near(points, wanted[detector].points, allowed.pixels)
    near([score], [wanted[detector].score], allowed.score)
  })

  test('the mesh lies where it lay', () => {
    near(found().mesh, wanted.mesh, allowed.meshPixels)
    near([found().presence], [wanted.presence], allowed.score)
  })

  test('the expression is the same', () => {
    expect(Object.keys(found().blendshapes).toSorted()).toEqual(Object.keys(wanted.blendshapes).toSorted())
    for (const [shape, value] of Object.entries(wanted.blendshapes))
      near([found().blendshapes[shape] ?? Number.NaN], [value], allowed.blendshape)
  })

  test('the picture looks as happy', () => near([found().happiness], [wanted.happiness], allowed.happiness))

  test('the vector is the same', () => near(found().vector, wanted.vector, allowed.vector))

  test('the anti-spoof network judges the same', () => near([found().spoof], [wanted.spoof], allowed.spoof))

  test('the parts are where they were', () => near(found().parts, wanted.parts, allowed.parts))
})

test('the same face is near, another is far', () => {
  near([golden.cosines.same], [stored.cosines.same], allowed.cosine)
  near([golden.cosines.others], [stored.cosines.others], allowed.cosine * 4)
  expect(golden.cosines.same).toBeGreaterThan(0.95)
  expect(golden.cosines.others).toBeLessThan(0.2)
})

type Numbers = readonly (number | readonly number[])[]

function near(found: Numbers, wanted: Numbers, within: number): void {
  const [one, other] = [found.flat(), wanted.flat()]
  expect(one.length).toBe(other.length)
  const furthest = Math.max(...one.map((value, i) => Math.abs(value - (other[i] ?? Number.NaN))))
  expect(furthest, `${one.map((value) => value.toPrecision(5))} for ${other}`).toBeLessThan(within)
}
