// Makes observations by hand, for tests of functions that only judge.
import type { Observation, SeenFace } from '../../../src/vision/observation.ts'

export const embedder = { name: 'face-embedder', version: 'test' }

/** Makes a flawless face. */
export function seenFace(changes: Partial<SeenFace> = {}): SeenFace {
  return {
    box: { x: 100, y: 80, width: 200, height: 240 },
    mesh: new Float32Array(478 * 3),
    score: 0.95,
    presence: 0.99,
    angles: { yawDegrees: 2, pitchDegrees: -4, rollDegrees: 1 },
    light: { mean: 0.5, contrast: 0.6, darkShare: 0.02, brightShare: 0.01, sideBalance: 0.1 },
    sharpness: 0.6,
    genuineness: { probability: 0.97, cues: { network: 5, missingContext: 0, moire: 0 } },
    vector: direction(1),
    cover: { zones: { mouth: 0.1, nose: 0.05, eyes: 0.05, cheeks: 0.05, forehead: 0.1 }, hidden: [] },
    ...changes,
  }
}

export function observation(...faces: readonly SeenFace[]): Observation {
  const image = { format: 'jpeg', width: 640, height: 480 } as const
  return { image, extent: { start: 0, end: 1 }, faces, embedder }
}

/** Makes a unit vector of 128 numbers that is always the same for the same seed, and far from those of others. */
export function direction(seed: number): Float32Array {
  let state = (seed * 2654435761 + 1) >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  for (let i = 0; i < 8; i++) next()
  const vector = Float32Array.from({ length: 128 }, () => next() + next() + next() - 1.5)
  return toUnit(vector)
}

/** Makes a vector between two others that has this cosine with the first. */
export function turned(from: Float32Array, towards: Float32Array, cosine: number): Float32Array {
  const along = from.reduce((sum, value, i) => sum + value * (towards[i] ?? 0), 0)
  const across = toUnit(towards.map((value, i) => value - along * (from[i] ?? 0)))
  const share = Math.sqrt(1 - cosine ** 2)
  return toUnit(from.map((value, i) => cosine * value + share * (across[i] ?? 0)))
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
