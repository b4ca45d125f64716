// The colours in which pages are drawn, and their legend; apart from the drawing, which loads decoders.
import type { Colour } from '../../image/draw.ts'

export const pageColours = {
  page: [255, 190, 40],
  first: [255, 60, 60],
  sure: [60, 220, 110],
  doubtful: [255, 120, 60],
  code: [90, 150, 255],
  field: [255, 90, 230],
  shade: [0, 0, 0],
} as const satisfies Record<string, Colour>

export const pageLegend = [
  'yellow: the edges of each page; a red dot on its upper left corner',
  'green: lines read with a confidence of 0.9 or more; orange: with less',
  'blue: codes',
  'pink: the values of fields, with their names',
] as const
