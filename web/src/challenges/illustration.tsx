// A small drawing of what a challenge will ask for: a face that comes closer, meets a dot, or turns.
import type { Family } from '../../../client/src/challenge/shapes.ts'
import { faceShape } from './overlay.tsx'
import '../style/illustration.css'

const outline = faceShape({ left: 62, top: 50, width: 76, height: 100 })
const frames = [0.72, 0.86, 1].map((times) =>
  faceShape({ left: 100 - 46 * times, top: 100 - 60 * times, width: 92 * times, height: 120 * times }),
)

export function Illustration({ family }: { family: Family }) {
  return (
    <svg class={`illustration illustration-${family}`} viewBox="0 0 200 200" aria-hidden="true">
      <circle class="illustration-ground" cx="100" cy="100" r="96" />
      {family === 'distance' &&
        frames.map((frame) => <path key={frame} class="illustration-frame" d={frame} />)}
      {family === 'profile' && (
        <g class="illustration-ways">
          <path d="M44 90 32 100l12 10M156 90l12 10-12 10" />
        </g>
      )}
      <g class="illustration-face">
        <path d={outline} />
        <g class="illustration-features">
          <path d="M80 91q5-4 10 0M110 91q5-4 10 0M100 92v20q0 4-5 4M88 129q12 8 24 0" />
        </g>
      </g>
      {family === 'nose' && <circle class="illustration-dot" cx="122" cy="106" r="7" />}
    </svg>
  )
}
