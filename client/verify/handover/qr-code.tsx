// A QR code as a drawing: dark on light in every theme, because phones read no others.
import { useEffect, useState } from 'preact/hooks'

type Encode = typeof import('uqr').encode

export function QrCode({ text, label }: { text: string; label: string }) {
  const [encode, setEncode] = useState<Encode | undefined>(undefined)
  useEffect(() => {
    void import('uqr').then((library) => setEncode(() => library.encode))
  }, [])
  if (!encode) return null
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} data-qr={text}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={cells.join('')} fill="#000000" shape-rendering="crispEdges" />
    </svg>
  )
}
