// How what was seen in a frame is kept: as bytes that are sealed, and read again by the same program.
import { deserialize, serialize } from 'node:v8'
import type { SeenFrame } from './frame.ts'

/** Kept for hours and read by the same program: numbers stay exact, and nobody else reads it. */
export const encodeSeen = (seen: SeenFrame): Uint8Array => serialize(seen)

export const decodeSeen = (bytes: Uint8Array): SeenFrame => deserialize(bytes) as SeenFrame
