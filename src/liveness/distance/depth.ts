// Whether the face that grew is a head: seen from closer, its nose grows more than its ears; a picture grows evenly.
import { atLeast, type Check } from '../../checks.ts'
import { approach } from '../../vision/genuineness/nearness.ts'
import { type FaceFrame, ofTask } from '../frame.ts'
import { type DistancePlan, distances, taskOf } from './plan.ts'

/** A face further away than this was not filmed by the person whose face it is. */
const LEAST_DIOPTRES = 0.5

export function depthChange(plan: DistancePlan, faces: readonly FaceFrame[]): Check[] {
  const levels = distances.toSorted((a, b) => plan.ratios[a] - plan.ratios[b])
  const [smallest, largest] = [levels[0], levels.at(-1)]
  if (!smallest || !largest || plan.ratios[smallest] === plan.ratios[largest]) return []
  const meshes = (distance: typeof smallest) => ofTask(faces, taskOf(distance)).map(({ face }) => face.mesh)
  const { dioptres } = approach(meshes(smallest), meshes(largest))
  return [atLeast('perspective-dioptres', dioptres, LEAST_DIOPTRES)]
}
