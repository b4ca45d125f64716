// Measures one found face: angles, light, sharpness and expression; all that guiding a person needs, here or in a browser.
import { type Box, middleOf, squareOnto } from '../image/geometry/geometry.ts'
import { crop } from '../image/geometry/warp.ts'
import { greyOf, measureLight, measureSharpness } from '../image/measure.ts'
import type { Pixels } from '../image/pixels.ts'
import { readBlendshapes } from '../models/face-blendshapes.ts'
import { readHappiness } from '../models/face-expression.ts'
import { regionOfMesh } from './confirm-face.ts'
import { type Expression, readExpression } from './expression.ts'
import type { FoundFace } from './find-faces.ts'
import { headAngles } from './head-angles.ts'
import type { ExpressionNetworks } from './networks.ts'
import type { Ask, SeenFace } from './observation.ts'

const PORTRAIT_PIXELS = 128

export async function lookAtFace(
  networks: ExpressionNetworks,
  pixels: Pixels,
  { box, mesh, score, presence }: FoundFace,
  ask: Pick<Ask, 'expression'>,
  portrait: Pixels = portraitOf(pixels, box),
): Promise<SeenFace> {
  const grey = greyOf(portrait)
  const expression = ask.expression && (await expressionOf(networks, pixels, box, mesh))
  return {
    box,
    mesh,
    score,
    presence,
    angles: headAngles(mesh),
    light: measureLight(grey),
    sharpness: measureSharpness(grey),
    ...(expression && { expression }),
  }
}

async function expressionOf(
  networks: ExpressionNetworks,
  pixels: Pixels,
  box: Box,
  mesh: Float32Array,
): Promise<Expression> {
  const { radians } = regionOfMesh(mesh)
  const blendshapes = await readBlendshapes(networks.blendshapes, mesh)
  return readExpression(mesh, blendshapes, await readHappiness(networks.expression, pixels, box, radians))
}

/** Cuts out the face alone in a fixed size, for everything that is measured without a network. */
export function portraitOf(pixels: Pixels, box: Box): Pixels {
  const side = Math.max(box.width, box.height)
  const window = squareOnto(PORTRAIT_PIXELS, middleOf(box), side)
  return crop(pixels, window, PORTRAIT_PIXELS, PORTRAIT_PIXELS)
}
