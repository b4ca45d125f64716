// A picture with marks drawn on it in its own pixels; pointing at a mark lights what it stands for.
import { useEffect, useState } from 'preact/hooks'
import { shell } from '../words/shell.ts'

export interface Mark {
  /** The name of the field that it marks; empty for a mark without a field. */
  readonly name: string
  /** The source: `ocr`, `qr`, `mrz`, `text`, `page` or `face`. */
  readonly source: string
  /** The corners as x0, y0, x1, y1 ... */
  readonly corners: readonly number[]
  readonly label?: string
}

interface Size {
  readonly width: number
  readonly height: number
}

interface PictureProps {
  /** The picture; nothing where only a map of the marks is drawn. */
  source: Blob | undefined
  alt: string
  /** The size of the picture, where it is known before loading or the picture cannot be loaded. */
  size?: Size | undefined
  /** The marks are in units of `size`, such as points of a PDF, and not in pixels of the picture. */
  isScaled?: boolean
  marks?: readonly Mark[]
  lit?: string | null
  onLight?: (name: string | null) => void
  onChoose?: (name: string) => void
  /** Whether the server is working on it: a line of light goes over it. */
  scanning?: boolean
}

function points(corners: readonly number[]): string {
  const pairs: string[] = []
  for (let at = 0; at < corners.length; at += 2) pairs.push(`${corners[at]},${corners[at + 1]}`)
  return pairs.join(' ')
}

/** The object URL of a blob, revoked when it is no longer shown. */
export function useAddress(source: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!source) return
    const made = URL.createObjectURL(source)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [source])
  return source && address
}

export function Picture(props: PictureProps) {
  const { source, alt, marks = [], lit = null, onLight, onChoose, scanning = false } = props
  const t = shell()
  const address = useAddress(source)
  const [loaded, setLoaded] = useState<Size>()
  const [isUnseen, setUnseen] = useState(false)
  const size = props.isScaled ? (props.size ?? loaded) : (loaded ?? props.size)
  const isMap = !source || isUnseen
  if (isMap && !size) return <p class="picture-unseen muted">{t.pictureUnseen}</p>
  return (
    <div
      class={isMap ? 'picture picture-map' : 'picture'}
      style={isMap && size ? { aspectRatio: `${size.width} / ${size.height}` } : undefined}
    >
      {address && !isMap && (
        <img
          src={address}
          alt={alt}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setLoaded({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setUnseen(true)}
        />
      )}
      {size && marks.length > 0 && (loaded || isMap) && (
        // biome-ignore lint/a11y/noSvgWithoutTitle: named where it stands alone, hidden where the picture has its name
        <svg
          data-places
          viewBox={`0 0 ${size.width} ${size.height}`}
          {...(isMap ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        >
          {marks.map((mark, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the rows of the fields do the same by keyboard
            <polygon
              key={`${mark.name}${index}`}
              class={`mark mark-${mark.source}${lit !== null && lit === mark.name ? ' mark-lit' : ''}`}
              {...(mark.name && { 'data-field': mark.name })}
              data-source={mark.source}
              points={points(mark.corners)}
              onPointerEnter={mark.name && onLight ? () => onLight(mark.name) : undefined}
              onPointerLeave={mark.name && onLight ? () => onLight(null) : undefined}
              onClick={mark.name && onChoose ? () => onChoose(mark.name) : undefined}
            >
              {mark.label && <title>{mark.label}</title>}
            </polygon>
          ))}
        </svg>
      )}
      {scanning && <span class="picture-scan" aria-hidden="true" />}
    </div>
  )
}
