// Judges a distance challenge: the face at its three sizes, growing as a head does that comes closer, and alive.
import { atLeast, atMost, type Check } from '../../checks.ts'
import { codes } from '../../codes.ts'
import type { Box } from '../../image/geometry/geometry.ts'
import { mean, median } from '../../system/statistics.ts'
import { approach } from '../../vision/genuineness/nearness.ts'
import { areaShare, scaledTo } from '../face-box.ts'
import { type FaceFrame, type Frame, facesOf, ofTask, withFace } from '../frame.ts'
import { genuineness, onePersonInEach, type PassiveAsk, tasksInTurn } from '../frame-checks.ts'
import { injectionChecks, type Session, turningSpeed } from '../injection.ts'
import { detailForSize, eyesCheck } from '../one-picture.ts'
import { samePerson, samePersonSetAside } from '../same-person.ts'
import { type ChosenFrames, chooseFrames } from '../set-aside.ts'
import { judge, type LivenessVerdict } from '../verdict.ts'
import { bySize, type Distance, type DistancePlan, distances, taskOf, tasks } from './plan.ts'

/** How much of the growth that the boxes ask for the face must show at least. */
const LEAST_GROWTH_SHARE = 0.4

/** More frames than asked for are welcome. */
export const chooseDistanceFrames = (plan: DistancePlan, sent: readonly Frame[]): ChosenFrames =>
  chooseFrames(sent, { frames: plan.taskOrder, mayBeMore: true })

export function verifyDistance(plan: DistancePlan, session: Session, passive: PassiveAsk): LivenessVerdict {
  const { frames, counts = {} } = session
  const faces = withFace(frames)
  const done = tasks.filter((task) => ofTask(frames, task).length > 0)
  return judge([
    { code: codes.noFrames, checks: () => [atLeast('frames', frames.length, 1)] },
    {
      code: codes.taskOrderNotFound,
      checks: () => [atLeast('tasks-with-frames', done.length, tasks.length), tasksInTurn(frames)],
    },
    {
      code: codes.distanceTaskFailed,
      checks: () =>
        tasks.map((task) =>
          atLeast(`frames-${task}`, counts[task] ?? ofTask(frames, task).length, plan.taskOrder[task]),
        ),
    },
    ...onePersonInEach(frames, 0),
    {
      code: codes.distanceTaskFailed,
      checks: () => [
        ...distances.flatMap((distance) => sizeChecks(plan, faces, distance)),
        ...growth(plan, faces),
      ],
    },
    {
      code: codes.notGenuine,
      checks: () => [
        ...depthChange(plan, faces),
        samePerson(facesOf(faces)),
        ...samePersonSetAside(facesOf(faces), facesOf(session.aside ?? [])),
        turningSpeed(faces),
        ...injectionChecks(session),
        ...detailForSize(faces),
        ...eyesCheck(session.compared),
        ...genuineness(faces, passive),
      ],
    },
  ])
}

const faceBox = (plan: DistancePlan, { image, face }: FaceFrame): Box => scaledTo(plan.image, image, face.box)

function sizeChecks(plan: DistancePlan, faces: readonly FaceFrame[], distance: Distance): Check[] {
  const shares = ofTask(faces, taskOf(distance)).map((frame) =>
    areaShare(faceBox(plan, frame), plan.boxes[distance]),
  )
  return [
    atLeast(`face-area-share-${taskOf(distance)}`, median(shares), plan.minFaceShare),
    atMost(`face-area-share-not-over-${taskOf(distance)}`, median(shares), plan.maxFaceShare),
  ]
}

/** The face grows from each distance to the next closer one. */
function growth(plan: DistancePlan, faces: readonly FaceFrame[]): Check[] {
  const height = (distance: Distance) =>
    mean(ofTask(faces, taskOf(distance)).map((frame) => faceBox(plan, frame).height))
  return bySize(plan).flatMap((larger, i, levels) => {
    const smaller = levels[i - 1]
    if (smaller === undefined) return []
    const asked = plan.ratios[larger] / plan.ratios[smaller] - 1
    const grown = height(larger) / height(smaller) - 1
    return [atLeast(`growth-${smaller}-to-${larger}`, grown, LEAST_GROWTH_SHARE * asked)]
  })
}

/** A face further away than this, in dioptres, was not filmed by the person whose face it is. */
const LEAST_DIOPTRES = 0.5

/** The face that grew is a head: seen from closer its nose grows more than its ears, while a picture grows evenly. */
function depthChange(plan: DistancePlan, faces: readonly FaceFrame[]): Check[] {
  const levels = bySize(plan)
  const [smallest, largest] = [levels[0], levels.at(-1)]
  if (!smallest || !largest || plan.ratios[smallest] === plan.ratios[largest]) return []
  const meshes = (distance: Distance) => ofTask(faces, taskOf(distance)).map(({ face }) => face.mesh)
  const { dioptres } = approach(meshes(smallest), meshes(largest))
  return [atLeast('perspective-dioptres', dioptres, LEAST_DIOPTRES)]
}
