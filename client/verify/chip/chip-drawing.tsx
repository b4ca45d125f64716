// Drawn pictures of where card and phone meet: the chip's side of the card, and the place of the phone that reads.
import type { System } from '../handover/browsers.ts'

/** Which side of a document has its chip. */
export type ChipSide = 'front' | 'back' | 'passport' | 'unknown'

/** Citizen cards before 2024 show their chip on the back; the cards since then have it in the front. */
export const sideOf = (kind: string | undefined): ChipSide =>
  kind === 'cccd-chip'
    ? 'back'
    : kind === 'can-cuoc'
      ? 'front'
      : kind === 'passport-new' || kind === 'foreign-td3'
        ? 'passport'
        : 'unknown'

/** The back of a phone with its cameras, the place that reads, and the document that lies there. */
export function ChipDrawing({ side, system, label }: { side: ChipSide; system: System; label: string }) {
  const isTop = system === 'ios'
  const isBook = side === 'passport'
  return (
    <svg class="chip-drawing" viewBox="0 0 220 190" role="img" aria-label={label}>
      <rect class="help-frame" x="106" y="24" width="84" height="162" rx="14" />
      <circle class="help-mark" cx="174" cy="40" r="5" />
      <circle class="help-mark" cx="174" cy="55" r="5" />
      <g transform={`translate(0 ${isTop ? 8 : 66})`}>{isBook ? <Booklet /> : <CardFace side={side} />}</g>
      <rect class="chip-field" x="114" y={isTop ? 28 : 78} width="56" height="36" rx="8" />
      <path
        class="chip-line"
        d={isTop ? 'M198 32q10 14 0 28M206 26q15 20 0 40' : 'M198 82q10 14 0 28M206 76q15 20 0 40'}
      />
    </svg>
  )
}

const Booklet = () => (
  <>
    <rect class="capture-card" x="96" y="4" width="86" height="112" rx="6" />
    <rect class="capture-print" x="114" y="20" width="50" height="5" rx="2" />
    <circle class="chip-line" cx="139" cy="56" r="16" />
    <path class="chip-line" d="M130 98h18M139 94v8" />
  </>
)

const CardFace = ({ side }: { side: ChipSide }) => (
  <>
    <rect class="capture-card" x="40" y="4" width="120" height="76" rx="6" />
    {side === 'front' && (
      <g class="capture-portrait">
        <rect x="50" y="28" width="25" height="36" rx="3" />
        <circle cx="62.5" cy="41" r="6" />
      </g>
    )}
    {[14, 48, 56, 64].map((y) => (
      <rect
        key={y}
        class="capture-print"
        x={side === 'front' ? 82 : 50}
        y={y}
        width={side === 'front' ? 32 : 62}
        height="4"
        rx="2"
      />
    ))}
    <g class="capture-chip" transform="translate(42 8)">
      <rect x="82" y="13" width="25" height="21" rx="4" />
      <path d="M82 20.5h9v7h-9M107 20.5h-9v7h9M94.5 13v21" />
    </g>
  </>
)
