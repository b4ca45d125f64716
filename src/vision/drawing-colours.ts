// The colours in which faces are drawn, and their legend; a file of its own, because the studio shows the legend without drawing.
import type { Colour } from '../image/draw.ts'

export const drawingColours = {
  box: [255, 255, 255],
  mesh: [190, 240, 255],
  eyes: [60, 235, 255],
  mouth: [255, 90, 170],
  across: [255, 70, 60],
  up: [70, 230, 90],
  ahead: [80, 140, 255],
  shade: [0, 0, 0],
} as const satisfies Record<string, Colour>

/** One line a colour, to be shown beside the picture. */
export const drawingLegend = [
  'white: corners of the box, the oval of the face, and above it as many dots as the number of the face',
  'pale blue: the 478 points of the mesh',
  'cyan: eyes and irises; pink: lips',
  "arrows from the nose: blue where the face looks, green its crown, red its own left (the image's right)",
] as const
