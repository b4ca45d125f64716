// Makes frames by hand, for tests of functions that only judge.

import { printOf as facePrintOf } from '../../../src/image/capture/face-print.ts'
import { PRINT_BYTES } from '../../../src/image/capture/shot-print.ts'
import type { FaceFrame } from '../../../src/liveness/frame.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { direction, seenFace } from './observations.ts'

let frames = 0

/** Makes a flawless frame, unlike any other. */
export function faceFrame(changes: Partial<FaceFrame> = {}, face: Partial<SeenFace> = {}): FaceFrame {
  const number = ++frames
  return {
    id: `frame-${number}`,
    task: 'keep-face-ahead',
    takenAtMs: 1_800_000_000_123 + 200 * number,
    receivedAtMs: 1_800_000_000_200 + 200 * number,
    image: { format: 'jpeg', width: 640, height: 480 },
    people: 1,
    face: seenFace(face),
    shot: {
      print: printOf(number),
      face: facePrintOf(blotches(number)),
      encoder: 'jpeg-0',
      doubleCompression: 0.1,
    },
    ...changes,
  }
}

/** Makes random bits, far from those of another number. */
export function printOf(number: number): Uint8Array {
  const print = Uint8Array.from({ length: PRINT_BYTES }, (_, i) => {
    const value = direction(1 + number * 31 + Math.floor(i / 100))[i % 100] ?? 0
    return Math.abs(Math.round(value * 1e5)) & 255
  })
  print[0] = 1
  return print
}

/** Greys of a face print, unlike those of another number. */
function blotches(number: number): Uint8Array {
  const heights = direction(7 + number)
  return Uint8Array.from({ length: 64 * 64 }, (_, i) => {
    const blotch = 8 * (i >> 9) + ((i & 63) >> 3)
    return 128 + Math.max(-120, Math.min(120, Math.round(900 * (heights[blotch] ?? 0))))
  })
}

export const looking = (yawDegrees: number, pitchDegrees = 0) => ({
  angles: { yawDegrees, pitchDegrees, rollDegrees: 0 },
})
