// Tests the puppet of the red team: one picture of a rendered person, moved by its mesh, measured by our own networks.
import { beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../../../specimens/kit/films/films.ts'
import { openTestNetworks } from '../../../specimens/kit/networks/networks.ts'
import { person } from '../../../specimens/person/person.ts'
import { renderPerson, type Scene } from '../../../specimens/person/render.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import type { FaceNetworks } from '../../../src/vision/networks.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { observePixels } from '../../../src/vision/observe.ts'
import { faceSwapOf } from '../../redteam/puppet/face-swap.ts'
import { photographsIn, straightFace } from '../../redteam/puppet/photographs.ts'
import { type Craft, type Puppet, puppetOf } from '../../redteam/puppet/puppet.ts'
import type { Photograph } from '../../redteam/puppet/sheet.ts'
import { twoPicturePuppetOf } from '../../redteam/puppet/two-pictures.ts'
import { type WarpCraft, warpPuppetOf } from '../../redteam/puppet/warp-puppet.ts'

const size = { width: 360, height: 480 }
const near: Scene = { ...size, distanceCm: 34 }
const poses: readonly Scene[] = [
  near,
  { ...near, yawDegrees: 32, pitchDegrees: 8 },
  { ...near, yawDegrees: -32, rollDegrees: 8, smile: 1 },
  { ...near, pitchDegrees: 26, leftEyeClosed: 1 },
  { ...near, pitchDegrees: -24, distanceCm: 19 },
  { ...near, distanceCm: 90, offsetCm: { x: 9, y: -9 } },
]

let networks: FaceNetworks
let photograph: Photograph

beforeAll(async () => {
  networks = await openTestNetworks()
  const found = await straightFace(networks, await shot({ ...size, distanceCm: 40, room: 2, noiseSeed: 1 }))
  if (!found) throw new Error('the person was not found')
  photograph = found
})

/** A picture of the person herself. */
async function shot(scene: Scene): Promise<Pixels> {
  const decoding = await decodeImage(await picture(3, scene), { maxMegapixels: 10 })
  if ('fault' in decoding) throw new Error(decoding.fault)
  return decoding.pixels
}

const puppet = (craft: Partial<Craft> = {}, from: Photograph = photograph): Promise<Puppet> =>
  puppetOf(networks.parts, from, 1, { noise: 0, ...craft })

async function measured(pixels: Pixels): Promise<SeenFace> {
  const [face] = await observePixels(networks, pixels, { search: 'frame', closely: 1, expression: true })
  if (!face) throw new Error('no face')
  return face
}

/** The middle difference of bytes. */
function unlike(one: Pixels, other: Pixels): number {
  const apart = one.data.map((value, i) => Math.abs(value - (other.data[i] ?? 0)))
  return apart.reduce((sum, value) => sum + value, 0) / apart.length
}

describe('a puppet', () => {
  test('in the pose of its picture is the picture', async () => {
    const { show, asTaken } = await puppet()
    expect(unlike(show(asTaken), photograph.pixels)).toBeLessThan(1)
  })

  test('turned by 30 degrees is measured as turned by 30', async () => {
    const { show } = await puppet()
    const straight = (await measured(show(near))).angles
    for (const degrees of [-30, -15, 15, 30]) {
      const { yawDegrees } = (await measured(show({ ...near, yawDegrees: degrees }))).angles
      expect(Math.abs(yawDegrees - straight.yawDegrees - degrees)).toBeLessThan(6)
    }
  })

  test('is measured as the person herself in that pose', async () => {
    const { show } = await puppet()
    for (const pose of [{ yawDegrees: 25 }, { pitchDegrees: 20 }, { pitchDegrees: -20 }]) {
      const scene = { ...near, ...pose }
      const [herself, moved] = [await measured(await shot(scene)), await measured(show(scene))]
      expect(Math.abs(moved.angles.yawDegrees - herself.angles.yawDegrees)).toBeLessThan(6)
      expect(Math.abs(moved.angles.pitchDegrees - herself.angles.pitchDegrees)).toBeLessThan(6)
    }
  })

  test('knows where its points are', async () => {
    const { show, pointsIn } = await puppet()
    for (const scene of poses.slice(0, 2)) {
      const { mesh, box } = await measured(show(scene))
      const [x = 0, y = 0] = pointsIn(scene).subarray(2 * 4, 2 * 4 + 2)
      const far = Math.hypot(x - (mesh[3 * 4] ?? 0), y - (mesh[3 * 4 + 1] ?? 0))
      expect(far / box.width).toBeLessThan(0.05)
    }
  })

  test('closes one eye and smiles', async () => {
    const { show } = await puppet()
    const [open, shut, smiling] = await Promise.all(
      [near, { ...near, leftEyeClosed: 1 }, { ...near, smile: 1 }].map((scene) => measured(show(scene))),
    )
    const left = (face: SeenFace | undefined) => face?.expression?.leftEye.openness ?? 0
    expect(left(shut)).toBeLessThan(0.65 * left(open))
    expect(smiling?.expression?.smileCues.mesh).toBeGreaterThan(open?.expression?.smileCues.mesh ?? 1)
  })

  test('has no holes, however it is posed', async () => {
    const grey = { ...size, data: new Uint8Array(3 * size.width * size.height).fill(200) }
    const { show } = await puppet({}, { ...photograph, pixels: grey })
    for (const scene of poses) expect(new Set(show(scene).data)).toEqual(new Set([200]))
  })

  test('before a still background moves without it', async () => {
    const corner = ({ data, width }: Pixels) =>
      Array.from({ length: 40 }, (_, y) => [...data.subarray(3 * width * y, 3 * width * y + 120)]).flat()
    const [one, other] = [near, { ...near, yawDegrees: 30, distanceCm: 28 }]
    const still = await puppet({ isBackgroundStill: true })
    expect(corner(still.show(other))).toEqual(corner(still.show(one)))
    const plain = await puppet()
    expect(corner(plain.show(other))).not.toEqual(corner(plain.show(one)))
  })

  test('that is relit changes its light only with the turn', async () => {
    const [plain, relit] = await Promise.all([puppet(), puppet({ isRelit: true })])
    expect(unlike(relit.show(relit.asTaken), plain.show(plain.asTaken))).toBeLessThan(0.5)
    const turned = { ...near, yawDegrees: 30 }
    expect(unlike(relit.show(turned), plain.show(turned))).toBeGreaterThan(1.2)
  })

  test('whose detail is relief is the photograph until it turns, and then lit in its detail too', async () => {
    const [relit, relief] = await Promise.all([
      puppet({ isRelit: true }),
      puppet({ isRelit: true, isReliefLit: true }),
    ])
    expect(unlike(relief.show(relief.asTaken), relit.show(relit.asTaken))).toBeLessThan(0.1)
    const turned = { ...near, yawDegrees: 30 }
    expect(unlike(relief.show(turned), relit.show(turned))).toBeGreaterThan(0.2)
  })

  test('that looks about has other eyes after a while, and the same face', async () => {
    const { show } = await puppet({ looksAbout: true })
    const [one, next, later] = [0, 1, 6].map((noiseSeed) => show({ ...near, noiseSeed }))
    if (!one || !next || !later) throw new Error('three pictures were asked for')
    expect(unlike(next, one)).toBe(0)
    expect(unlike(later, one)).toBeGreaterThan(0)
    expect(unlike(later, one)).toBeLessThan(0.3)
  })
})

describe('a puppet warped in two dimensions', () => {
  const warped = (craft: WarpCraft = {}) => warpPuppetOf(photograph, 1, craft)

  test('looks ahead, turns to both sides and tilts as it is asked to', async () => {
    const { show } = warped()
    const { yawDegrees, pitchDegrees } = (await measured(show(near))).angles
    for (const degrees of [-25, 25]) {
      const turned = (await measured(show({ ...near, yawDegrees: degrees }))).angles
      expect(Math.abs(turned.yawDegrees - yawDegrees - degrees)).toBeLessThan(9)
      const tilted = (await measured(show({ ...near, pitchDegrees: degrees }))).angles
      expect(Math.abs(tilted.pitchDegrees - pitchDegrees - degrees)).toBeLessThan(11)
    }
  })

  test('knows where its points are, near and far', async () => {
    const { show, pointsIn } = warped()
    for (const scene of [near, { ...near, yawDegrees: 25 }, { ...near, distanceCm: 22 }]) {
      const { mesh, box } = await measured(show(scene))
      const [x = 0, y = 0] = pointsIn(scene).subarray(2 * 4, 2 * 4 + 2)
      const far = Math.hypot(x - (mesh[3 * 4] ?? 0), y - (mesh[3 * 4 + 1] ?? 0))
      expect(far / box.width).toBeLessThan(0.06)
    }
  })

  test('closes one eye and smiles', async () => {
    const { show } = warped()
    const [open, shut, smiling] = await Promise.all(
      [near, { ...near, leftEyeClosed: 1 }, { ...near, smile: 1 }].map((scene) => measured(show(scene))),
    )
    const left = (face: SeenFace | undefined) => face?.expression?.leftEye.openness ?? 0
    expect(left(shut)).toBeLessThan(0.65 * left(open))
    expect(smiling?.expression?.smileCues.mesh).toBeGreaterThan(open?.expression?.smileCues.mesh ?? 1)
  })

  test('keeps a still background, and is lit anew only where it is asked to be', () => {
    const [plain, still, relit] = [warped(), warped({ isBackgroundStill: true }), warped({ isRelit: true })]
    const corner = ({ data }: Pixels) => [...data.subarray(0, 60)].reduce((sum, value) => sum + value, 0) / 60
    const [one, other] = [near, { ...near, rollDegrees: 8, distanceCm: 25 }]
    expect(Math.abs(corner(still.show(other)) - corner(still.show(one)))).toBeLessThan(2)
    expect(Math.abs(corner(plain.show(other)) - corner(plain.show(one)))).toBeGreaterThan(2)
    const turned = { ...near, yawDegrees: 30 }
    expect(unlike(relit.show(turned), plain.show(turned))).toBeGreaterThan(2)
  })
})

describe('an attacker with more than one photograph', () => {
  test('shows the turned photograph where the head turns, and its mirror image on the other side', async () => {
    const { ahead, turned } = await photographsIn('nowhere', networks).takeSeveral(2)
    const [both, one] = [twoPicturePuppetOf(ahead, turned, 1), warpPuppetOf(ahead, 1, {})]
    expect(unlike(both.show(near), one.show(near))).toBeLessThan(1)
    for (const yawDegrees of [-28, 28]) {
      const scene = { ...near, yawDegrees }
      expect(unlike(both.show(scene), one.show(scene))).toBeGreaterThan(3)
      const { angles } = await measured(both.show(scene))
      expect(Math.abs(angles.yawDegrees - yawDegrees)).toBeLessThan(9)
    }
  })

  test('wears the face of another where his own is, and keeps what is around it', async () => {
    const wearer = person(302)
    const { show, pointsIn } = faceSwapOf(photograph, wearer, 1)
    const { mesh, box } = await measured(show(near))
    const [x = 0, y = 0] = pointsIn(near).subarray(2 * 4, 2 * 4 + 2)
    expect(Math.hypot(x - (mesh[3 * 4] ?? 0), y - (mesh[3 * 4 + 1] ?? 0)) / box.width).toBeLessThan(0.1)
    const himself = renderPerson(wearer, near)
    const worn = show(near)
    const difference = (px: number, py: number) => {
      const at = 3 * (Math.round(py) * size.width + Math.round(px))
      return Math.abs((worn.data[at] ?? 0) - (himself.data[at] ?? 0))
    }
    expect(difference(5, 5)).toBeLessThan(25)
    expect(unlike(worn, himself)).toBeGreaterThan(1)
  })
})
