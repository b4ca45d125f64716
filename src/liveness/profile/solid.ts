// Whether what turned is a head: its points do not follow one plane, as those of a picture do that is tilted.
import { atLeast, type Check } from '../../checks.ts'
import { reliefMotion } from '../../vision/genuineness/flatness.ts'
import { type FaceFrame, ofTask } from '../frame.ts'
import { isTurnTask } from './turn.ts'

/** Live heads that turn as far as the tasks ask give 0.08 and more. */
const LEAST_RELIEF = 0.05

/** Of the frame that was turned furthest in this sense; nothing to say where no task asks to turn. */
export function solidHead(faces: readonly FaceFrame[]): Check[] {
  const turned = faces.filter(({ task }) => isTurnTask(task))
  const [straight] = ofTask(faces, 'keep-face-ahead')
  if (!straight || turned.length === 0) return []
  const reliefs = turned.map(({ face }) => reliefMotion([straight.face.mesh, face.mesh]))
  return [atLeast('relief', Math.max(...reliefs), LEAST_RELIEF)]
}
