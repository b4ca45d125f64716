// Drawn pictures of which side of a document is meant: no photograph, no text to translate.

/** Lines of print, as left, top and width. */
const print: Readonly<Record<'front' | 'back', readonly (readonly [number, number, number])[]>> = {
  front: [
    [58, 15, 44],
    [46, 29, 62],
    [46, 39, 50],
    [46, 49, 58],
    [46, 59, 40],
  ],
  back: [
    [12, 14, 52],
    [12, 23, 40],
    [12, 52, 96],
    [12, 59, 96],
    [12, 66, 96],
  ],
}

type Side = 'front' | 'back'

export const SideDrawing = ({ side, label }: { side: Side; label: string }) => (
  <svg class="capture-drawing" viewBox="0 0 120 76" role="img" aria-label={label}>
    <CardFace side={side} />
  </svg>
)

/** The front of a card whose upper edge leans back, before the outline of how it lay. It moves where motion is welcome. */
export const TiltDrawing = ({ label }: { label: string }) => (
  <div class="capture-drawing tilt-drawing" role="img" aria-label={label}>
    <svg class="tilt-before" viewBox="0 0 120 76" aria-hidden="true">
      <rect class="tilt-outline" x="1.5" y="1.5" width="117" height="73" rx="6" />
    </svg>
    <svg class="tilt-card" viewBox="0 0 120 76" aria-hidden="true">
      <CardFace side="front" />
    </svg>
  </div>
)

function CardFace({ side }: { side: Side }) {
  return (
    <>
      <rect class="capture-card" x="1.5" y="1.5" width="117" height="73" rx="6" />
      {print[side].map(([x, y, width]) => (
        <rect key={`${x} ${y}`} class="capture-print" x={x} y={y} width={width} height="4" rx="2" />
      ))}
      {side === 'front' ? (
        <g class="capture-portrait">
          <rect x="11" y="26" width="27" height="38" rx="3" />
          <circle cx="24.5" cy="40" r="6.5" />
          <path d="M13.5 62c1-8 5.5-12 11-12s10 4 11 12z" />
        </g>
      ) : (
        <g class="capture-chip">
          <rect x="82" y="13" width="25" height="21" rx="4" />
          <path d="M82 20.5h9v7h-9M107 20.5h-9v7h9M94.5 13v21" />
        </g>
      )}
    </>
  )
}
