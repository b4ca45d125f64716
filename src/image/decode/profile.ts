// Converts colours of another RGB space (Display P3, Adobe RGB) to sRGB, by the profile that a camera embedded.
import { latin1 } from './header.ts'

/** Linear light of the 256 values of each channel, and the matrix from linear RGB to CIE XYZ (D50), row by row. */
interface ColourSpace {
  readonly curves: readonly [Curve, Curve, Curve]
  readonly toXyz: readonly number[]
}
type Curve = (value: number) => number

const fromXyzToSrgb = [
  3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.033454, 0.0719453, -0.2289914, 1.4052427,
] as const

const srgbCurve: Curve = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toSrgbByte = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))

const displayP3: ColourSpace = {
  curves: [srgbCurve, srgbCurve, srgbCurve],
  toXyz: [0.515121, 0.291977, 0.157104, 0.241196, 0.692245, 0.066574, -0.001053, 0.041885, 0.784073],
}

/**
 * A profile may describe its calculation by any number of steps, all of which may be the same few bytes, and the decoder
 * does each of them for every colour. Cameras and presses write none of these tags.
 */
export function hasSteps(profile: Uint8Array): boolean {
  const count =
    profile.byteLength < 132 ? 0 : Buffer.from(profile.buffer, profile.byteOffset).readUInt32BE(128)
  const most = Math.min(count, Math.floor((profile.byteLength - 132) / 12))
  return Array.from({ length: most }, (_, i) => latin1(profile, 132 + 12 * i, 136 + 12 * i)).some((name) =>
    /^(D2B|B2D)/.test(name),
  )
}

/** Undefined for anything but a profile of three curves and a matrix: printing presses, scanners, garbage. */
function readProfile(profile: Uint8Array): ColourSpace | undefined {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  if (profile.byteLength < 132 || latin1(profile, 36, 40) !== 'acsp') return undefined
  if (latin1(profile, 16, 20) !== 'RGB ' || latin1(profile, 20, 24) !== 'XYZ ') return undefined
  const tags = new Map<string, DataView>()
  const count = Math.min(view.getUint32(128), 100)
  for (let at = 132; at < 132 + count * 12; at += 12) {
    if (at + 12 > profile.byteLength) return undefined
    const offset = view.getUint32(at + 4)
    const length = view.getUint32(at + 8)
    if (offset + length > profile.byteLength) return undefined
    tags.set(latin1(profile, at, at + 4), new DataView(profile.buffer, profile.byteOffset + offset, length))
  }
  // A table has precedence over curves and matrix, and may say something else.
  if (tags.has('A2B0')) return undefined
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => readXyz(tags.get(name)))
  const [redCurve, greenCurve, blueCurve] = ['rTRC', 'gTRC', 'bTRC'].map((name) => readCurve(tags.get(name)))
  if (!red || !green || !blue || !redCurve || !greenCurve || !blueCurve) return undefined
  const toXyz = [0, 1, 2].flatMap((row) => [red[row] ?? 0, green[row] ?? 0, blue[row] ?? 0])
  return { curves: [redCurve, greenCurve, blueCurve], toXyz }
}

function readXyz(tag: DataView | undefined): readonly number[] | undefined {
  if (!tag || tag.byteLength < 20) return undefined
  return [8, 12, 16].map((at) => tag.getInt32(at) / 65536)
}

function readCurve(tag: DataView | undefined): Curve | undefined {
  if (!tag || tag.byteLength < 12) return undefined
  const kind = tag.getUint32(0)
  if (kind === 0x63757276) return readSampledCurve(tag)
  if (kind === 0x70617261) return readFormula(tag)
  return undefined
}

/** 'curv': nothing is a straight line, one value is an exponent, more are samples. */
function readSampledCurve(tag: DataView): Curve | undefined {
  const count = tag.getUint32(8)
  if (count === 0) return (value) => value
  if (12 + count * 2 > tag.byteLength) return undefined
  if (count === 1) {
    const exponent = tag.getUint16(12) / 256
    return (value) => value ** exponent
  }
  const sample = (index: number) => tag.getUint16(12 + Math.min(index, count - 1) * 2) / 65535
  return (value) => {
    const at = value * (count - 1)
    const below = Math.floor(at)
    return sample(below) + (sample(below + 1) - sample(below)) * (at - below)
  }
}

/** 'para': the five formulas of the ICC specification, as one whose missing parameters are neutral. */
function readFormula(tag: DataView): Curve | undefined {
  const kind = tag.getUint16(8)
  const lengths = [1, 3, 4, 5, 7]
  const length = lengths[kind]
  if (length === undefined || 12 + length * 4 > tag.byteLength) return undefined
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length },
    (_, index) => tag.getInt32(12 + index * 4) / 65536,
  )
  if (kind === 0) return (value) => value ** g
  if (kind === 1) return (value) => (value >= -b / a ? (a * value + b) ** g : 0)
  if (kind === 2) return (value) => (value >= -b / a ? (a * value + b) ** g + c : c)
  return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f)
}

const LIGHT_STEPS = 8192
/** Sums of three table entries are rounded once, at the end. */
const FRACTION_BITS = 6

interface Tables {
  /** Per colour and value, in fours: what it adds to red, green and blue light. */
  readonly contributions: Int32Array
  /** From light, beginning below black and ending above white, to sRGB. */
  readonly bytes: Uint8Array
}

/** Turns three bytes a pixel into sRGB, in place. */
type Converter = (data: Uint8Array) => void
export const unchanged: Converter = () => {}
export const fromDisplayP3: Converter = (data) => converterOf(displayP3)?.(data)

let last: { readonly profile: Uint8Array; readonly converter: Converter | undefined } | undefined

/** Undefined where the profile has no matrix, see `readProfile`. The last one is kept, because pictures of one caller share a profile. */
export function converterFor(profile: Uint8Array): Converter | undefined {
  if (!last || Buffer.compare(last.profile, profile) !== 0) {
    const space = readProfile(profile)
    last = { profile: profile.slice(), converter: space && converterOf(space) }
  }
  return last.converter
}

function converterOf(space: ColourSpace): Converter | undefined {
  const tables = tablesFor(space)
  if (!tables) return undefined
  const probe = Uint8Array.from({ length: 375 }, (_, at) => (Math.floor(at / 3 / 5 ** (at % 3)) % 5) * 63)
  const converted = probe.slice()
  convert(converted, tables)
  const isSrgb = converted.every((value, at) => Math.abs(value - (probe[at] ?? 0)) <= 1)
  return isSrgb ? unchanged : (data) => convert(data, tables)
}

/** Nine look-ups, six sums, three look-ups a pixel: less than half the time of the decoder's own conversion. */
function convert(data: Uint8Array, { contributions, bytes }: Tables): void {
  for (let at = 0; at < data.length; at += 3) {
    const r = (data[at] ?? 0) << 2
    const g = ((data[at + 1] ?? 0) << 2) + 1024
    const b = ((data[at + 2] ?? 0) << 2) + 2048
    const red = lightAt(contributions, r, g, b)
    const green = lightAt(contributions, r + 1, g + 1, b + 1)
    const blue = lightAt(contributions, r + 2, g + 2, b + 2)
    data[at] = bytes[red] ?? 0
    data[at + 1] = bytes[green] ?? 0
    data[at + 2] = bytes[blue] ?? 0
  }
}

function lightAt(contributions: Int32Array, r: number, g: number, b: number): number {
  return ((contributions[r] ?? 0) + (contributions[g] ?? 0) + (contributions[b] ?? 0)) >> FRACTION_BITS
}

function tablesFor({ curves, toXyz }: ColourSpace): Tables | undefined {
  const matrix = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => entry(row, column)))
  const rows = [0, 1, 2].map((row) => matrix.slice(row * 3, row * 3 + 3))
  const least = Math.min(...rows.map((row) => row.reduce((sum, value) => sum + Math.min(value, 0), 0)))
  const most = Math.max(...rows.map((row) => row.reduce((sum, value) => sum + Math.max(value, 0), 0)))
  // The widest spaces in use stay between -1 and 3; the table for a forged profile could have any length.
  if (!(least > -4 && most < 8)) return undefined
  const black = Math.ceil(-least * LIGHT_STEPS) + 1
  const bytes = new Uint8Array(black + Math.ceil(most * LIGHT_STEPS) + 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = toSrgbByte(unit((at - black) / LIGHT_STEPS))
  const scale = LIGHT_STEPS << FRACTION_BITS
  const offset = (black << FRACTION_BITS) + (1 << (FRACTION_BITS - 1))
  const contributions = new Int32Array(3 * 256 * 4)
  for (const [column, curve] of curves.entries())
    for (let value = 0; value < 256; value++)
      for (let row = 0; row < 3; row++) {
        const light = Math.round((matrix[row * 3 + column] ?? 0) * unit(curve(value / 255)) * scale)
        contributions[(column * 256 + value) * 4 + row] = light + (column === 0 ? offset : 0)
      }
  return { contributions, bytes }

  function entry(row: number, column: number): number {
    const along = [0, 1, 2].map((k) => (fromXyzToSrgb[row * 3 + k] ?? 0) * (toXyz[k * 3 + column] ?? 0))
    return along.reduce((sum, value) => sum + value, 0)
  }
}

/** A formula may give anything, also NaN. */
const unit = (value: number) => (value > 0 ? Math.min(value, 1) : 0)
