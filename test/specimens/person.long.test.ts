// Tests the rendered person with the server's own vision: pose, smile, wink, cover, sameness, relief.
import { describe, expect, test } from 'vitest'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import { flatPicture } from '../../specimens/person/flat.ts'
import { person } from '../../specimens/person/person.ts'
import { renderPerson, type Scene, truePoints } from '../../specimens/person/render.ts'
import { cosine } from '../../src/gallery/cosine.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { canonicalMesh } from '../../src/models/canonical-mesh.ts'
import { reliefMotion } from '../../src/vision/genuineness/flatness.ts'
import type { Ask, SeenFace } from '../../src/vision/observation.ts'
import { observePixels } from '../../src/vision/observe.ts'

const size = { width: 360, height: 480 }
const somebody = person(3)
const other = person(4)

async function seen(pixels: Pixels, ask: Partial<Ask> = {}): Promise<SeenFace> {
  const faces = await observePixels(await openTestNetworks(), pixels, { search: 'frame', closely: 1, ...ask })
  expect(faces).toHaveLength(1)
  return faces[0] as SeenFace
}

const look = (scene: Partial<Scene>, ask: Partial<Ask> = {}, who = somebody) =>
  seen(renderPerson(who, { ...size, ...scene }), ask)

describe('a rendered person', () => {
  test('stands on a mesh that has all its points and triangles', () => {
    const { positions, uv, triangles } = canonicalMesh()
    expect([positions.length / 3, uv.length / 2, triangles.length / 3]).toEqual([468, 468, 898])
  })

  test('is the same picture from the same seeds, and another from another', () => {
    const [one, again, another] = [somebody, person(3), other].map((who) =>
      Buffer.from(renderPerson(who, { width: 96, height: 128, noiseSeed: 5 }).data).toString('base64'),
    )
    expect(again).toBe(one)
    expect(another).not.toBe(one)
  })

  test('turns and nods as commanded', async () => {
    for (const yawDegrees of [-30, 0, 30]) {
      const { angles } = await look({ yawDegrees })
      expect(Math.abs(angles.yawDegrees - yawDegrees)).toBeLessThan(8)
    }
    const [down, up] = [await look({ pitchDegrees: -20 }), await look({ pitchDegrees: 20 })]
    expect(down.angles.pitchDegrees).toBeLessThan(-12)
    expect(up.angles.pitchDegrees).toBeGreaterThan(12)
  })

  test('smiles, and winks with the eye that was meant', async () => {
    const [still, smiling] = [
      await look({}, { expression: true }),
      await look({ smile: 1 }, { expression: true }),
    ]
    expect(still.expression?.smile).toBeLessThan(0.3)
    expect(smiling.expression?.smile).toBeGreaterThan(0.7)
    for (const [closed, open] of [
      ['leftEye', 'rightEye'],
      ['rightEye', 'leftEye'],
    ] as const) {
      const { expression } = await look({ [`${closed}Closed`]: 1 }, { expression: true })
      const [shut, wide] = [expression?.[closed], expression?.[open]]
      expect(shut?.openness).toBeLessThan(0.15)
      expect(wide?.openness).toBeGreaterThan(0.2)
      expect((shut?.closed ?? 0) - (wide?.closed ?? 1)).toBeGreaterThan(0.25)
    }
  })

  test('is where its true points say, near and far', async () => {
    for (const distanceCm of [22, 50]) {
      const { mesh, box } = await look({ distanceCm })
      const points = truePoints(somebody, { ...size, distanceCm })
      for (const point of [4, 33, 263]) {
        const off = Math.hypot(
          (mesh[3 * point] ?? 0) - (points[2 * point] ?? 0),
          (mesh[3 * point + 1] ?? 0) - (points[2 * point + 1] ?? 0),
        )
        expect(off / box.height).toBeLessThan(0.05)
      }
    }
  })

  test('is covered only when asked for', async () => {
    const bare = await look({}, { cover: true })
    const masked = await look({ cover: 'mask' }, { cover: true })
    const shaded = await look({ cover: 'sunglasses' }, { cover: true })
    expect(bare.cover?.hidden).toEqual([])
    expect(masked.cover?.hidden).toContain('mouth')
    expect(shaded.cover?.hidden).toContain('eyes')
  })

  test('stays the same person, and is not the next one', async () => {
    const front = await look({}, { vector: true })
    const turned = await look({ yawDegrees: 25, light: { side: 0.5 } }, { vector: true })
    const otherPerson = await look({}, { vector: true }, other)
    const alike = (one: SeenFace) => cosine(front.vector as Float32Array, one.vector as Float32Array)
    expect(alike(turned)).toBeGreaterThan(0.6)
    expect(alike(otherPerson)).toBeLessThan(0.4)
  })

  test('has relief when it turns, which a picture of it has not', async () => {
    const yaws = [-20, 20]
    const picture = renderPerson(somebody, size)
    const head: Float32Array[] = []
    const sheet: Float32Array[] = []
    for (const yawDegrees of yaws) {
      head.push((await look({ yawDegrees })).mesh)
      sheet.push((await seen(flatPicture(picture, { kind: 'paper', yawDegrees }))).mesh)
    }
    expect(reliefMotion(head)).toBeGreaterThan(3 * reliefMotion(sheet))
  })
})
