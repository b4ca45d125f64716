// Looks at a file before it is sent: whether the screen takes its kind, whether it is too large, and how it is made smaller.

export type FileFault = 'kind' | 'size'

/** What servers take unless they are set otherwise, in bytes. */
const MOST_IMAGE = 10 * 1024 * 1024
const MOST_PDF = 32 * 1024 * 1024
const MOST_VIDEO = 64 * 1024 * 1024

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

const mostOf = ({ type }: File): number =>
  type === 'application/pdf' ? MOST_PDF : type.startsWith('video/') ? MOST_VIDEO : MOST_IMAGE

export function faultOf(file: File, accept: string): FileFault | undefined {
  if (!isTaken(file, accept)) return 'kind'
  return file.size > mostOf(file) ? 'size' : undefined
}

/** The letters of a card are read well at this size, in pixels. */
const LONG_SIDE = 3200
const QUALITY = 0.9

/** Undefined where the browser cannot open the picture. */
export async function shrunk(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  const share = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * share)
  canvas.height = Math.round(picture.height * share)
  const brush = canvas.getContext('2d', { alpha: false })
  if (brush) brush.imageSmoothingQuality = 'high'
  brush?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return made ? new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : undefined
}
