// Renders the frames of a profile challenge for the bench: a person who does not exist does twelve tasks.

import { actProfile, type ProfileStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { renderPerson } from '../../specimens/person/render.ts'
import { encodeJpeg } from '../../src/image/decode/image.ts'

export interface ActedFrame {
  readonly task: string
  readonly photo: Uint8Array
  /** The time from the first frame. */
  readonly atMs: number
}

export const size = { width: 480, height: 640 }
const area = { area_width: 360, area_height: 480 }

/** These are twelve frames. */
export const twelve = {
  'keep-face-ahead': 3,
  'turn-face-left': 3,
  'turn-face-right': 3,
  'tilt-face-up': 2,
  'tilt-face-down': 1,
}
/** These are six frames, for many challenges at once. */
export const six = { 'keep-face-ahead': 2, 'turn-face-left': 2, 'turn-face-right': 2 }

/** Rendering a frame takes seconds. */
export async function actedFrames(
  seed: number,
  taskOrder: Readonly<Record<string, number>>,
): Promise<ActedFrame[]> {
  const someone = person(seed)
  const started: ProfileStart = {
    image_width: size.width,
    image_height: size.height,
    ...area,
    task_order: taskOrder,
  }
  const frames: ActedFrame[] = []
  for (const { task, scene, atMs } of actProfile(someone, started))
    frames.push({ task, photo: await encodeJpeg(renderPerson(someone, scene)), atMs })
  return frames
}
