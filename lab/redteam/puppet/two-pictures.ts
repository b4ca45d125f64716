// A puppet of several photographs: one that looks ahead and one that is turned, faded into each other by their meshes.
import { mixed, step } from '../../../specimens/person/dice.ts'
import type { Scene } from '../../../specimens/person/render.ts'
import type { Puppet } from './puppet.ts'
import type { Photograph } from './sheet.ts'
import { framed, headOf, photographed, posed } from './warp-puppet.ts'

/** The share of the way to the turned photograph at which it begins to be seen, and from which it alone is. */
const FADE = { from: 0.15, to: 0.5 }

/** The photographs that are turned: one to the image's left and one to its right; the second may be the first mirrored. */
export function twoPicturePuppetOf(ahead: Photograph, turned: readonly Photograph[], seed: number): Puppet {
  const straight = headOf(ahead, seed)
  const sides = turned.map((photograph) => headOf(photograph, seed))
  const chosen = (scene: Scene) => {
    const from = straight.asTaken.yawDegrees ?? 0
    const shares = sides.map((head) => {
      const way = (head.asTaken.yawDegrees ?? 0) - from
      return { head, share: step(FADE.from, FADE.to, ((scene.yawDegrees ?? 0) - from) / way) }
    })
    return shares.toSorted((a, b) => b.share - a.share)[0] ?? { head: straight, share: 0 }
  }
  const pointsIn = (scene: Scene): Float64Array => {
    const { head, share } = chosen(scene)
    const other = posed(head, scene).to
    return posed(straight, scene).to.map((value, i) => mixed(value, other[i] as number, share))
  }
  return {
    seed,
    asTaken: straight.asTaken,
    pointsIn,
    show: (scene) => {
      const { head, share } = chosen(scene)
      const to = pointsIn(scene)
      const one = framed(straight, scene, {}, to).colours
      const other = share > 0 ? framed(head, scene, {}, to).colours : one
      return photographed(
        one.map((value, i) => mixed(value, other[i] as number, share)),
        scene,
        seed,
      )
    },
  }
}
