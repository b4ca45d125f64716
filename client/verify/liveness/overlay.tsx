// The drawing over the camera's picture, in its own pixels: the outline for the face, the progress, and the dot for the nose.
import type { Plan, PlannedBox, Task } from '../../src/challenge/shapes.ts'
import { type Progress, shareOfTask } from './progress.ts'

/** The outline fills this share of its box: a face fills nine tenths of it at best. */
const FILLED = 0.95
const NOSE_TIP = 4

export type OverlayTone = 'wait' | 'good' | 'bad'

export function Overlay({ progress, tone }: { progress: Progress; tone: OverlayTone }) {
  const { plan, task } = progress
  const { image_width: width, image_height: height } = plan.started
  const shape = faceShape(boxOf(plan, task))
  return (
    <svg
      class={`overlay overlay-${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-testid="overlay"
    >
      <path class="overlay-dim" fill-rule="evenodd" d={`M0 0H${width}V${height}H0Z ${shape}`} />
      <path class="overlay-rim" d={shape} />
      <path
        class="overlay-ring"
        d={shape}
        pathLength={1}
        stroke-dasharray={`${shareOfTask(progress)} 1`}
        stroke-linecap="butt"
      />
      <Arrow task={task} box={boxOf(plan, task)} />
      <NoseTarget progress={progress} />
    </svg>
  )
}

function boxOf(plan: Plan, task: Task): PlannedBox {
  const box = plannedBox(plan, task)
  const times = plan.family === 'distance' ? FILLED : AREA_FILLED
  const [width, height] = [box.width * times, box.height * times]
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height }
}

/** The outline fills this share of an area, which leaves room to turn in. */
const AREA_FILLED = 0.88

function plannedBox(plan: Plan, task: Task): PlannedBox {
  if (plan.family !== 'distance') {
    const { area_left: left, area_top: top, area_width: width, area_height: height } = plan.started
    return { left, top, width, height }
  }
  if (task === 'far-distance') return plan.started.far_distance
  return task === 'close-distance' ? plan.started.close_distance : plan.started.normal_distance
}

/** The outline of a face as a path, from the middle of the forehead clockwise. */
export function faceShape({ left, top, width, height }: PlannedBox): string {
  const at = (x: number, y: number) => `${(left + x * width).toFixed(1)} ${(top + y * height).toFixed(1)}`
  return [
    `M${at(0.5, 0)}`,
    `C${at(0.79, 0)} ${at(1, 0.17)} ${at(1, 0.42)}`,
    `C${at(1, 0.73)} ${at(0.76, 1)} ${at(0.5, 1)}`,
    `C${at(0.24, 1)} ${at(0, 0.73)} ${at(0, 0.42)}`,
    `C${at(0, 0.17)} ${at(0.21, 0)} ${at(0.5, 0)}Z`,
  ].join('')
}

/** The arrows of tasks. The person's left is on the right of the picture; the mirrored preview turns it back. */
const ways: Readonly<Partial<Record<Task, readonly [x: number, y: number, degrees: number]>>> = {
  'turn-face-left': [1, 0.5, 0],
  'turn-face-right': [0, 0.5, 180],
  'tilt-face-up': [0.5, 0, -90],
  'tilt-face-down': [0.5, 1, 90],
}

function Arrow({ task, box }: { task: Task; box: PlannedBox }) {
  const way = ways[task]
  if (!way) return null
  const [x, y, degrees] = way
  const size = box.width * 0.09
  const place = `translate(${box.left + x * box.width} ${box.top + y * box.height}) rotate(${degrees}) scale(${size})`
  return (
    <g class="overlay-arrow" transform={place}>
      <path d="M0.5 -0.9 1.4 0 0.5 0.9" />
      <path d="M-0.3 -0.9 0.6 0 -0.3 0.9" opacity="0.55" />
    </g>
  )
}

function NoseTarget({ progress: { plan, task, face, guidance, step } }: { progress: Progress }) {
  if (plan.family !== 'nose' || task !== 'nose') return null
  const { nose_left: left, nose_top: top, nose_width: width, nose_height: height } = plan.started
  const [x, y] = [left + width / 2, top + height / 2]
  const tip = face && { x: face.mesh[3 * NOSE_TIP] ?? x, y: face.mesh[3 * NOSE_TIP + 1] ?? y }
  const isReached = guidance === 'ok' || step !== 'doing'
  return (
    <g class={isReached ? 'nose-target nose-reached' : 'nose-target'}>
      {tip && !isReached && <line class="nose-way" x1={tip.x} y1={tip.y} x2={x} y2={y} />}
      {/* The middle stays open: the place is often that of an eye, which must be seen. */}
      <circle class="nose-halo" cx={x} cy={y} r={width * 1.25} />
      <circle class="nose-dot" cx={x} cy={y} r={width * 0.72} />
      {tip && <circle class="nose-tip" cx={tip.x} cy={tip.y} r={width * 0.32} />}
    </g>
  )
}
