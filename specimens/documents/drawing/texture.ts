// Engraved textures: a small motif repeated as a tile, so fine and dense that drawing every line apart would cost too much.
import { seededDice } from '../../person/dice.ts'
import type { BoxMm } from '../sheet.ts'
import { clipped, kept, named, short } from './svg.ts'

/** Paths in a tile of one by one; what leaves one side comes in at the other. */
const MOTIFS = {
  meander: 'M0 .15H.8V.7H.35V.42H.58M0 .9H1M.8 .15H1',
  weave: 'M0 .25L.25 0M0 .75L.75 0M.25 1L1 .25M.75 1L1 .75M.1 .4L.4 .7M.6 .1L.9 .4M.35 .85L.6 .6',
  scales: 'M0 .5A.5 .5 0 0 1 1 .5M-.5 1A.5 .5 0 0 1 .5 1M.5 1A.5 .5 0 0 1 1.5 1M.25 .5A.25 .25 0 0 1 .75 .5',
  grains: 'M.1 .2H.35M.55 .1H.8M.3 .5H.55M.75 .45H.95M.05 .8H.3M.5 .85H.85M.15 .62V.7M.68 .25V.35',
  zigzag: 'M0 .3L.25 .1L.5 .3L.75 .1L1 .3M0 .8L.25 .6L.5 .8L.75 .6L1 .8',
} as const

interface TextureLook {
  readonly motif: keyof typeof MOTIFS
  readonly colour: string
  readonly tileMm: number
  readonly widthMm?: number
  readonly opacity?: number
  readonly degrees?: number
}

/** Fills a closed path with the motif. For small areas: a tile of no whole number of pixels is slow to repeat. */
export function texture(path: string, look: TextureLook): string {
  const { motif, colour, tileMm, widthMm = 0.1, opacity = 0.5, degrees = 0 } = look
  const id = named('texture', JSON.stringify(look))
  const stroke = `stroke="${colour}" stroke-width="${(widthMm / tileMm).toFixed(3)}" stroke-opacity="${short(opacity)}" fill="none"`
  const turn = `scale(${tileMm}) rotate(${degrees})`
  return `<pattern id="${id}" width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="${turn}"><path d="${MOTIFS[motif]}" ${stroke}/></pattern><path d="${path}" fill="url(#${id})" fill-rule="evenodd"/>`
}

/** What lies between two circles. */
export function ringPath(cx: number, cy: number, outer: number, inner: number): string {
  const round = (r: number) =>
    `M${short(cx - r)} ${short(cy)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`
  return round(outer) + round(inner)
}

const DASHES = ['0.32 0.24 0.5 0.3', '0.6 0.2 0.25 0.35', '0.2 0.3 0.45 0.22 0.7 0.28'] as const

/** Broken lines close together, all over a box: the grain of engraved printing. */
export function engraving(
  box: BoxMm,
  look: {
    colour: string
    pitchMm: number
    widthMm?: number
    opacity?: number
    degrees?: number
    seed?: number
  },
): string {
  const { colour, pitchMm, widthMm = 0.12, opacity = 0.3, degrees = 0, seed = 1 } = look
  const reach = Math.hypot(box.width, box.height) / 2
  const rows = kept(`engraving ${[reach, pitchMm, seed]}`, () => {
    const dice = seededDice(seed, 0xe29)
    const paths = DASHES.map(() => '')
    for (let row = 0, y = -reach; y < reach; row++, y += pitchMm) {
      const from = -reach - dice.between(0, 1.5)
      paths[row % DASHES.length] += `M${short(from)} ${short(y)}H${short(reach)}`
    }
    return paths
  })
  const lines = DASHES.map((dash, k) => `<path d="${rows[k] ?? ''}" stroke-dasharray="${dash}"/>`).join('')
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  const style = `fill="none" stroke="${colour}" stroke-width="${short(widthMm)}" stroke-opacity="${short(opacity)}"`
  return clipped(
    `<g transform="translate(${middleX} ${middleY}) rotate(${degrees})" ${style}>${lines}</g>`,
    box,
  )
}
