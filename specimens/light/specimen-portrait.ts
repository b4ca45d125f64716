// A portrait of a rendered person with its true mesh, for light sessions without any photograph.

import type { Pixels } from '../../src/image/pixels.ts'
import { FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { acted } from '../person/expression.ts'
import { restOf } from '../person/figure.ts'
import { type Person, person } from '../person/person.ts'
import { actOf, FOCAL_SHARE, place, renderPerson, type Scene, turnFor } from '../person/render.ts'
import type { Vector } from '../person/vector.ts'
import type { Portrait } from './lit-scene.ts'

const SIZE = { width: 360, height: 480 }
/** Rooms whose lamps stand alike are so many apart; none of them lights the person. */
const ROOM_STEP = 5
/** Bytes by which two pictures of one person differ only where one sees the room. */
const SAME = 3

export function specimenPortrait(seed: number, room = seed % 17): Portrait {
  const drawn = person(seed)
  const scene: Scene = { ...SIZE, distanceCm: 42, offsetCm: { x: 0, y: -1 }, room }
  const pixels = renderPerson(drawn, scene)
  const elsewhere = renderPerson(drawn, { ...scene, room: room + ROOM_STEP })
  return {
    pixels,
    mesh: trueMesh(drawn, scene),
    matte: matteOf(pixels, elsewhere),
    skinAlbedo: drawn.look.skin[1],
  }
}

function trueMesh(drawn: Person, scene: Scene): Float32Array {
  const face = acted(restOf(drawn), actOf(scene))
  const focal = FOCAL_SHARE * Math.max(scene.width, scene.height)
  const turn = turnFor(scene)
  const mesh = new Float32Array(3 * FACE_POINTS)
  for (let i = 0; i < FACE_POINTS; i++) {
    const local: Vector = [face[3 * i] as number, face[3 * i + 1] as number, face[3 * i + 2] as number]
    const [x, y, z] = place(scene, turn, local, 1)
    const times = focal / (scene.distanceCm ?? 1)
    mesh.set([scene.width / 2 - (focal * x) / z, scene.height / 2 + (focal * y) / z, -z * times], 3 * i)
  }
  return mesh
}

/** The person is what stays when the room changes. */
function matteOf({ width, height, data }: Pixels, elsewhere: Pixels): Uint8Array {
  const matte = new Uint8Array(width * height).fill(255)
  for (let at = 0; at < matte.length; at++)
    for (let channel = 0; channel < 3; channel++)
      if (Math.abs((data[3 * at + channel] as number) - (elsewhere.data[3 * at + channel] as number)) > SAME)
        matte[at] = 0
  return matte
}
