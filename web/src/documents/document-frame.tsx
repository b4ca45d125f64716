// The frame over the live picture of a camera, in the proportions of what is to fill it.

export type FrameShape = 'card' | 'passport' | 'page'

/** Width by height: an ID-1 card, the data page of a passport, a sheet of A4. */
const proportions: Record<FrameShape, number> = { card: 85.6 / 54, passport: 125 / 88, page: 210 / 297 }

export function DocumentFrame({ shape, label }: { shape: FrameShape; label: string }) {
  return (
    <div class="document-frame">
      <div class="document-frame-box" style={{ '--shape': `${proportions[shape]}` }}>
        <span />
        <span />
        <span />
        <span />
      </div>
      <p>{label}</p>
    </div>
  )
}
