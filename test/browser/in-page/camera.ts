// Replaces the camera of a page: it shows the pictures that a test set for the current task.
import type { Camera, EncodedMaps, Left } from '../../kit/browser-in-page.ts'

const page = globalThis as unknown as { selfsameTest: { -readonly [Part in keyof Left]: Left[Part] } }
const { width, height, refusal } = page.selfsameTest.cameraSetting
const canvas = document.createElement('canvas')
canvas.width = width
canvas.height = height
const brush = canvas.getContext('2d', { alpha: false })
if (brush) brush.imageSmoothingQuality = 'high'
/** The angle is in radians; a picture turned so far must be a little larger to reach the edges. */
const MOST_TURN = 0.007
const TO_THE_EDGES = 1.012
let reel: Record<string, ImageBitmap[]> = {}
let opened = 0
let painted = 0

/** The element of the journey has its screens in a shadow root. */
const shown = <Found extends HTMLElement>(selector: string): Found | null | undefined =>
  [document, document.querySelector('selfsame-verify')?.shadowRoot]
    .map((root) => root?.querySelector<Found>(selector))
    .find((found) => found)

/** Each frame that the page takes of the task gets the next picture; the last of them stays. */
function paint(): void {
  if (!brush) return
  painted++
  if (lit) {
    const seen = litPicture(lit)
    setTimeout(() => paintSwaying(brush, seen), LATE_MS)
    return
  }
  const { task = '', taken = '0' } = shown('[data-task]')?.dataset ?? {}
  const pictures = reel[task] ?? reel.otherwise ?? []
  const picture = pictures[Math.min(Number(taken), pictures.length - 1)]
  brush.fillStyle = '#b9a48c'
  brush.fillRect(0, 0, width, height)
  if (picture) paintHeld(brush, picture)
  // A canvas that did not change gives no frame at all.
  brush.fillStyle = `rgb(${painted % 251} ${(painted * 7) % 251} ${(painted * 13) % 251})`
  brush.fillRect((painted * 31) % width, height - 1, 1, 1)
}

/** No hand holds a camera still, so each picture is turned a little differently, and none comes twice. */
function paintHeld(brush: CanvasRenderingContext2D, picture: ImageBitmap): void {
  const turn = MOST_TURN * (2 * ((painted * 0.618034) % 1) - 1)
  brush.save()
  brush.translate(width / 2, height / 2)
  brush.rotate(turn)
  brush.scale(TO_THE_EDGES, TO_THE_EDGES)
  brush.drawImage(picture, -width / 2, -height / 2, width, height)
  brush.restore()
}

/** Nobody sits as still as a picture: hand and head sway slowly, by some pixels, and a head that turns a little is narrower. */
function paintSwaying(brush: CanvasRenderingContext2D, picture: HTMLCanvasElement): void {
  const sway = (pace: number) => Math.sin(painted * pace)
  brush.save()
  brush.translate(width / 2 + 3 * sway(0.127), height / 2 + 3 * sway(0.101))
  brush.rotate(MOST_TURN * sway(0.149))
  brush.transform(
    SWAYING_TO_THE_EDGES + 0.015 * sway(0.083),
    0,
    0.012 * sway(0.067),
    SWAYING_TO_THE_EDGES + 0.015 * sway(0.117),
    0,
    0,
  )
  brush.drawImage(picture, -width / 2, -height / 2, width, height)
  brush.restore()
}
const SWAYING_TO_THE_EDGES = 1.04

async function decoded(base64: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return createImageBitmap(new Blob([bytes]))
}

interface LitScene {
  readonly ambient: Uint16Array
  readonly bands: readonly Uint16Array[]
  /** All bands together, for a screen of one colour. */
  readonly whole: Float32Array
  readonly image: ImageData
  /** Pictures on their way: each is drawn anew when it has been shown. */
  readonly brushes: readonly CanvasRenderingContext2D[]
}
let lit: LitScene | undefined

/** A camera shows a little later what the screen showed. */
const LATE_MS = 100
const ON_THEIR_WAY = 4
const WHITE = 65_535
const LIGHTS = 4096
const linearOf = Float32Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})
/** Light beyond white is white; the table is long enough for a room and a screen that are both white. */
const byteOf = Uint8ClampedArray.from({ length: 4 * LIGHTS }, (_, at) => {
  const light = at / LIGHTS
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
})
/** The grain of a sensor, in bytes; each picture begins at another place of it. */
const GRAINS = 65_536
const grain = Int8Array.from({ length: GRAINS }, () =>
  Math.round(6 * (Math.random() + Math.random() + Math.random() - 1.5)),
)
const strip = document.createElement('canvas')
const stripBrush = strip.getContext('2d', { willReadFrequently: true })

/** The light of each band of the screen now, linear: read from what the page really draws; other pages shine in grey. */
function screenNow(bands: number): Float32Array {
  const light = new Float32Array(3 * bands).fill(0.4)
  const layer = shown<HTMLCanvasElement>('canvas.light-canvas')
  if (!layer || layer.height < 2 || !stripBrush) return light
  strip.width = 1
  strip.height = layer.height
  stripBrush.drawImage(layer, 0, 0)
  const { data } = stripBrush.getImageData(0, 0, 1, strip.height)
  const rows = strip.height / bands
  for (let band = 0; band < bands; band++)
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0
      const from = Math.round(band * rows)
      const to = Math.round((band + 1) * rows)
      for (let row = from; row < to; row++) sum += linearOf[data[4 * row + channel] ?? 0] ?? 0
      light[3 * band + channel] = sum / (to - from)
    }
  return light
}

/** The picture is the room and, for each band of the screen, its colour times its map. */
function litPicture({ ambient, bands, whole, image, brushes }: LitScene): HTMLCanvasElement {
  const screen = screenNow(bands.length)
  const isEven = screen.every((value, i) => i < 3 || value === screen[i - 3])
  const light = isEven ? evenLight(whole, screen) : bandedLight(bands, screen)
  const times = LIGHTS / WHITE
  const { data } = image
  let at = Math.floor(Math.random() * GRAINS)
  // Every picture passes through here: nothing is computed that a table knows.
  for (let i = 0, out = 0; i < ambient.length; i += 3, out += 4)
    for (let channel = 0; channel < 3; channel++) {
      const sum = times * ((ambient[i + channel] as number) + (light[i + channel] as number))
      at = (at + 1) % GRAINS
      data[out + channel] = (byteOf[sum | 0] as number) + (grain[at] as number)
    }
  const context = brushes[painted % brushes.length]
  if (!context) throw new Error('there is nothing to draw on')
  context.putImageData(image, 0, 0)
  return context.canvas
}

const light = { of: new Float32Array() }

function evenLight(whole: Float32Array, [red = 0, green = 0, blue = 0]: Float32Array): Float32Array {
  const sum = scratch(whole.length)
  for (let i = 0; i < sum.length; i += 3) {
    sum[i] = red * (whole[i] as number)
    sum[i + 1] = green * (whole[i + 1] as number)
    sum[i + 2] = blue * (whole[i + 2] as number)
  }
  return sum
}

function bandedLight(bands: readonly Uint16Array[], screen: Float32Array): Float32Array {
  const sum = scratch(bands[0]?.length ?? 0).fill(0)
  for (const [band, map] of bands.entries())
    for (let channel = 0; channel < 3; channel++) {
      const share = screen[3 * band + channel] as number
      if (share > 0)
        for (let i = channel; i < sum.length; i += 3) sum[i] = (sum[i] as number) + share * (map[i] as number)
    }
  return sum
}

function scratch(length: number): Float32Array {
  if (light.of.length !== length) light.of = new Float32Array(length)
  return light.of
}

function sceneOf({ width, height, ambient, bands }: EncodedMaps): LitScene {
  const numbers = (base64: string) =>
    new Uint16Array(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer)
  const maps = bands.map(numbers)
  const brushes = Array.from({ length: ON_THEIR_WAY }, () => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser cannot draw pictures')
    return context
  })
  const image = new ImageData(width, height)
  image.data.fill(255)
  const whole = new Float32Array(3 * width * height)
  for (const map of maps) for (let i = 0; i < whole.length; i++) whole[i] = (whole[i] ?? 0) + (map[i] ?? 0)
  return { ambient: numbers(ambient), bands: maps, whole, image, brushes }
}

page.selfsameTest.camera = {
  async load(pictures) {
    const all = Object.entries(pictures).map(
      async ([task, encoded]) => [task, await Promise.all(encoded.map(decoded))] as const,
    )
    reel = Object.fromEntries(await Promise.all(all))
    lit = undefined
  },
  light(maps) {
    lit = sceneOf(maps)
  },
  opened: () => opened,
} satisfies Camera

// Where a page has no right to a camera there is nothing to replace.
if (navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async () => {
    if (refusal) throw new DOMException('refused by the test', refusal)
    opened++
    const stream = canvas.captureStream()
    const painting = setInterval(paint, 80)
    for (const track of stream.getTracks()) {
      const stop = track.stop.bind(track)
      track.stop = () => {
        if (track.readyState === 'live') opened--
        clearInterval(painting)
        stop()
      }
    }
    return stream
  }
