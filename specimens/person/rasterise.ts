// Draws lit triangles: four samples a pixel decide what is in front, one look at the texture gives its colour.
import type { Material, Surface } from './surface.ts'
import { CHANNELS, type Texture, type Textures } from './texture.ts'

/** Sample by sample, the four of a pixel side by side; linear light. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** One by distance; 0 where nothing is. */
  readonly nearness: Float32Array
  readonly light: Float32Array
}

export const SAMPLES = 4

/** Numbers a vertex: x, y, nearness, u, v, red, green, blue, highlight, tilt across, tilt down. */
export const LIT = 11

let last: Frame | undefined

/** The same memory as the last of this size, which must have been read by now. */
export function emptyFrame(width: number, height: number): Frame {
  if (last?.width === width && last.height === height) {
    last.nearness.fill(0)
    return last
  }
  const samples = SAMPLES * width * height
  last = { width, height, nearness: new Float32Array(samples), light: new Float32Array(3 * samples) }
  return last
}

/** `lit` holds the vertices as `LIT` says; `pixelsWide` is how many pixels the texture's whole width takes. */
export function draw(
  frame: Frame,
  { triangles, material }: Surface,
  lit: Float32Array,
  pixelsWide: number,
): void {
  const texture = fitting(material.textures, pixelsWide)
  for (let at = 0; at < triangles.length; at += 3) {
    const a = LIT * (triangles[at] as number)
    const b = LIT * (triangles[at + 1] as number)
    const c = LIT * (triangles[at + 2] as number)
    if ((lit[a + 2] as number) <= 0 || (lit[b + 2] as number) <= 0 || (lit[c + 2] as number) <= 0) continue
    if (area(lit, a, b, c) < 0) fill(frame, texture, material, lit, a, c, b)
    else if (material.isTwoSided) fill(frame, texture, material, lit, a, b, c)
  }
}

function area(lit: Float32Array, a: number, b: number, c: number): number {
  const ax = lit[a] as number
  const ay = lit[a + 1] as number
  return (
    ((lit[b] as number) - ax) * ((lit[c + 1] as number) - ay) -
    ((lit[c] as number) - ax) * ((lit[b + 1] as number) - ay)
  )
}

/** The smallest that is still a little finer than the pixels. */
function fitting(textures: Textures, pixelsWide: number): Texture {
  const fit = textures.findLast(({ width }) => width >= pixelsWide * 1.25) ?? textures[0]
  if (fit === undefined) throw new RangeError('a surface has no texture')
  return fit
}

/** Where in its pixel each sample is, and what it still takes for there of something half transparent. */
const SAMPLE_X = Float64Array.of(0.375, 0.875, 0.125, 0.625)
const SAMPLE_Y = Float64Array.of(0.125, 0.375, 0.625, 0.875)
const FIRST_SAMPLE = 0.125
const LAST_SAMPLE = 0.875
const LEVELS = Float32Array.of(0.125, 0.625, 0.875, 0.375)
const shaded = new Float32Array(3)
const offsetB = new Float64Array(SAMPLES)
const offsetC = new Float64Array(SAMPLES)

function fill(
  { width, height, nearness, light }: Frame,
  texture: Texture,
  material: Material,
  lit: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  const ax = lit[a] as number
  const ay = lit[a + 1] as number
  const bx = (lit[b] as number) - ax
  const by = (lit[b + 1] as number) - ay
  const cx = (lit[c] as number) - ax
  const cy = (lit[c + 1] as number) - ay
  const whole = bx * cy - cx * by
  if (!(whole > 1e-9)) return
  const one = 1 / whole
  const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - LAST_SAMPLE))
  const right = Math.min(width - 1, Math.floor(ax + Math.max(0, bx, cx) - FIRST_SAMPLE))
  const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - LAST_SAMPLE))
  const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy) - FIRST_SAMPLE))
  const az = lit[a + 2] as number
  const bz = (lit[b + 2] as number) - az
  const cz = (lit[c + 2] as number) - az
  if (left > right || top > bottom) return
  for (let sample = 0; sample < SAMPLES; sample++) {
    const px = SAMPLE_X[sample] as number
    const py = SAMPLE_Y[sample] as number
    offsetB[sample] = (px * cy - cx * py) * one
    offsetC[sample] = (bx * py - px * by) * one
  }
  const stepB = cy * one
  const stepC = -by * one
  for (let y = top; y <= bottom; y++) {
    let cornerB = ((left - ax) * cy - cx * (y - ay)) * one
    let cornerC = (bx * (y - ay) - (left - ax) * by) * one
    for (let x = left; x <= right; x++, cornerB += stepB, cornerC += stepC) {
      const first = SAMPLES * (y * width + x)
      let isShaded = false
      let cover = 1
      for (let sample = 0; sample < SAMPLES; sample++) {
        const shareB = cornerB + (offsetB[sample] as number)
        if (shareB < 0) continue
        const shareC = cornerC + (offsetC[sample] as number)
        if (shareC < 0 || shareB + shareC > 1) continue
        const near = az + shareB * bz + shareC * cz
        const at = first + sample
        if (near <= (nearness[at] as number)) continue
        if (!isShaded) {
          isShaded = true
          // In the middle of the pixel, but never far outside of the triangle.
          const wb = Math.min(1.2, Math.max(-0.2, cornerB + 0.5 * (cy - cx) * one))
          const wc = Math.min(1.2, Math.max(-0.2, cornerC + 0.5 * (bx - by) * one))
          const middle = az + wb * bz + wc * cz
          cover = shade(texture, material, lit, a, b, c, (wb * (az + bz)) / middle, (wc * (az + cz)) / middle)
        }
        if (cover < (LEVELS[sample] as number)) continue
        nearness[at] = near
        light[3 * at] = shaded[0] as number
        light[3 * at + 1] = shaded[1] as number
        light[3 * at + 2] = shaded[2] as number
      }
    }
  }
}

/** Into `shaded`; gives back how much of the pixel the surface covers. */
function shade(
  { width: across, height: down, texels }: Texture,
  { isSeeThrough = false, shine }: Material,
  lit: Float32Array,
  a: number,
  b: number,
  c: number,
  wb: number,
  wc: number,
): number {
  const wa = 1 - wb - wc
  const u = wa * (lit[a + 3] as number) + wb * (lit[b + 3] as number) + wc * (lit[c + 3] as number)
  const v = wa * (lit[a + 4] as number) + wb * (lit[b + 4] as number) + wc * (lit[c + 4] as number)
  const tx = Math.min(across - 1.001, Math.max(0, u * across - 0.5))
  const ty = Math.min(down - 1.001, Math.max(0, v * down - 0.5))
  const ix = Math.floor(tx)
  const iy = Math.floor(ty)
  const w3 = (tx - ix) * (ty - iy)
  const w1 = tx - ix - w3
  const w2 = ty - iy - w3
  const w0 = 1 - w1 - w2 - w3
  const t0 = (iy * across + ix) * CHANNELS
  const t1 = t0 + CHANNELS
  const t2 = t0 + across * CHANNELS
  const t3 = t2 + CHANNELS
  const fourth = texel(texels, 3, t0, t1, t2, t3, w0, w1, w2, w3)
  const slopeU = texel(texels, 4, t0, t1, t2, t3, w0, w1, w2, w3)
  const slopeV = texel(texels, 5, t0, t1, t2, t3, w0, w1, w2, w3)
  const tiltU = wa * (lit[a + 9] as number) + wb * (lit[b + 9] as number) + wc * (lit[c + 9] as number)
  const tiltV = wa * (lit[a + 10] as number) + wb * (lit[b + 10] as number) + wc * (lit[c + 10] as number)
  const tilt = slopeU * tiltU + slopeV * tiltV
  const shining = wa * (lit[a + 8] as number) + wb * (lit[b + 8] as number) + wc * (lit[c + 8] as number)
  const highlight = shine * (isSeeThrough ? 1 : fourth) * shining * Math.max(0, 1 - 2 * tilt)
  for (let channel = 0; channel < 3; channel++) {
    const at = 5 + channel
    const falling = wa * (lit[a + at] as number) + wb * (lit[b + at] as number) + wc * (lit[c + at] as number)
    const albedo = texel(texels, channel, t0, t1, t2, t3, w0, w1, w2, w3)
    shaded[channel] = albedo * Math.max(0, falling - tilt) + highlight
  }
  return isSeeThrough ? fourth : 1
}

function texel(
  texels: Float32Array,
  channel: number,
  t0: number,
  t1: number,
  t2: number,
  t3: number,
  w0: number,
  w1: number,
  w2: number,
  w3: number,
): number {
  return (
    w0 * (texels[t0 + channel] as number) +
    w1 * (texels[t1 + channel] as number) +
    w2 * (texels[t2 + channel] as number) +
    w3 * (texels[t3 + channel] as number)
  )
}
