// Replaces the camera of a page: it shows the pictures that a test set for the current task.
import type { Camera, Left } from '../../kit/browser-in-page.ts'

const page = globalThis as unknown as { selfsame: { -readonly [Part in keyof Left]: Left[Part] } }
const { width, height, refusal } = page.selfsame.cameraSetting
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
const withTask = (): HTMLElement | null | undefined =>
  [document, document.querySelector('selfsame-verify')?.shadowRoot]
    .map((root) => root?.querySelector<HTMLElement>('[data-task]'))
    .find((found) => found)

/** Each frame that the page takes of the task gets the next picture; the last of them stays. */
function paint(): void {
  if (!brush) return
  painted++
  const { task = '', taken = '0' } = withTask()?.dataset ?? {}
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

async function decoded(base64: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return createImageBitmap(new Blob([bytes]))
}

page.selfsame.camera = {
  async load(pictures) {
    const all = Object.entries(pictures).map(
      async ([task, encoded]) => [task, await Promise.all(encoded.map(decoded))] as const,
    )
    reel = Object.fromEntries(await Promise.all(all))
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
