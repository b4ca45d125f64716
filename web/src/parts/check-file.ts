// Looks at a file before it is sent: whether the screen takes its kind, whether it is too large, and how it is made smaller.
import { session } from '../session.tsx'

export type FileFault = 'kind' | 'size'

const endings: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
  'image/heic': /\.heic$/i,
  'image/heif': /\.heif$/i,
  'image/avif': /\.avif$/i,
  'application/pdf': /\.pdf$/i,
}

/** Some systems tell no kind of HEIC: then the end of the name does. */
function isTaken({ type, name }: File, accept: string): boolean {
  return accept.split(',').some((one) => {
    const wanted = one.trim()
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted.toLowerCase())
    if (wanted.endsWith('/*')) return type === '' || type.startsWith(wanted.slice(0, -1))
    return type === wanted || (type === '' && (endings[wanted]?.test(name) ?? true))
  })
}

/** The most that this server takes of such a file, in bytes; a session of an older server does not know it. */
export function mostOf({ type }: File): number {
  const limits = session.value?.fileLimits
  if (!limits) return Number.POSITIVE_INFINITY
  if (type === 'application/pdf') return limits.pdf_bytes
  return type.startsWith('video/') ? limits.video_bytes : limits.image_bytes
}

export function faultOf(file: File, accept: string): FileFault | undefined {
  if (!isTaken(file, accept)) return 'kind'
  return file.size > mostOf(file) ? 'size' : undefined
}

/** The letters of a card are read well at the first size, in pixels, and still read at the last. */
const LONG_SIDES = [3200, 2400, 1600]
const QUALITY = 0.9

/** Undefined where the browser cannot open the picture, or it stays too large. */
export async function shrunk(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  try {
    for (const longSide of LONG_SIDES) {
      const made = await drawn(picture, longSide)
      if (made && made.size <= mostOf(file))
        return new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
    }
    return undefined
  } finally {
    picture.close()
  }
}

function drawn(picture: ImageBitmap, longSide: number): Promise<Blob | null> {
  const share = Math.min(1, longSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * share)
  canvas.height = Math.round(picture.height * share)
  const brush = canvas.getContext('2d', { alpha: false })
  if (brush) brush.imageSmoothingQuality = 'high'
  brush?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
