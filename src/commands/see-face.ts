// Puts into words what was seen of one face, each number with what it means.

import { rowNamed } from '../models/manifest.ts'
import { type CoverZone, coverZones } from '../vision/cover.ts'
import type { EyeState } from '../vision/expression.ts'
import type { Tones } from '../vision/genuineness/tones.ts'
import type { Observation, SeenFace } from '../vision/observation.ts'

type Line = readonly [name: string, value: string, meaning?: string]

/** As image/measure.ts found it. */
const LEAST_SHARPNESS = 0.3
/** As vision/expression.ts says of openness. */
const SHUT = 0.15
const ASKEW_DEGREES = 5
const UNEVEN = 0.15

export function describeFace(face: SeenFace, embedder: Observation['embedder']): string {
  const lines = [
    ...place(face),
    ...head(face),
    ...expression(face),
    ...light(face),
    ...cover(face),
    ...genuineness(face),
    ...vector(face, embedder),
  ]
  const width = Math.max(...lines.filter(([, , meaning]) => meaning).map(([, value]) => value.length))
  return lines
    .map(([name, value, meaning = '']) => `  ${name.padEnd(15)}${value.padEnd(width)}  ${meaning}`.trimEnd())
    .join('\n')
}

function place({ box, score, presence }: SeenFace): Line[] {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round)
  return [
    ['box', `${x}, ${y}, ${width} x ${height}`, 'left, top, width x height in pixels'],
    ['found', `${fixed(score)}, ${fixed(presence)}`, 'by the detector, by the mesh; 0 to 1'],
  ]
}

function head({ angles: { yawDegrees, pitchDegrees, rollDegrees } }: SeenFace): Line[] {
  const words = (degrees: number, plus: string, minus: string) =>
    Math.abs(degrees) < ASKEW_DEGREES ? 'straight' : degrees > 0 ? plus : minus
  return [
    [
      'yaw',
      angle(yawDegrees),
      words(yawDegrees, "turned to the image's right", "turned to the image's left"),
    ],
    ['pitch', angle(pitchDegrees), words(pitchDegrees, 'chin up', 'chin down')],
    [
      'roll',
      angle(rollDegrees),
      words(rollDegrees, "leans to the image's right", "leans to the image's left"),
    ],
  ]
}

function expression({ expression: seen }: SeenFace): Line[] {
  if (!seen) return []
  const { leftEye: left, rightEye: right } = seen
  return [
    ['smile', fixed(seen.smile), 'probability, from the two below'],
    ['  mesh', fixed(seen.smileCues.mesh), 'corners of the mouth drawn up, 0 to 1'],
    ['  picture', fixed(seen.smileCues.picture), 'how happy the face looks; positive says happy'],
    ['mouth', fixed(seen.mouthOpenness), 'height of the opening by its width'],
    [
      'eyes open',
      pair(left.openness, right.openness),
      `${eyeWord(left)}, ${eyeWord(right)}; height by width`,
    ],
    ['eyes shut', pair(left.closed, right.closed), "how surely, 0 to 1; left and right are the person's own"],
  ]
}

const pair = (left: number, right: number): string => `left ${fixed(left)}, right ${fixed(right)}`

const eyeWord = ({ openness }: EyeState): string => (openness < SHUT ? 'shut or looking down' : 'open')

function light({ light: seen, sharpness }: SeenFace): Line[] {
  const { mean, contrast, darkShare, brightShare, sideBalance } = seen
  const side =
    Math.abs(sideBalance) < UNEVEN
      ? 'even'
      : sideBalance > 0
        ? "mostly from the image's left"
        : "mostly from the image's right"
  return [
    ['brightness', fixed(mean), `0 black to 1 white; contrast ${fixed(contrast)}`],
    ['too dark', percent(darkShare), `of the face; too bright ${percent(brightShare)}`],
    ['light', fixed(sideBalance), side],
    [
      'sharpness',
      fixed(sharpness),
      sharpness < LEAST_SHARPNESS
        ? `blurred: under ${LEAST_SHARPNESS} is too little to judge by`
        : `sharp enough: at least ${LEAST_SHARPNESS}`,
    ],
  ]
}

function cover({ cover: seen }: SeenFace): Line[] {
  if (!seen) return []
  const { thresholds } = rowNamed('face-parts')
  return coverZones.map((zone: CoverZone) => [
    `cover ${zone}`,
    percent(seen.zones[zone]),
    `${seen.hidden.includes(zone) ? 'HIDDEN' : 'free'}; the line is ${percent(thresholds[zone] ?? 1)}`,
  ])
}

function genuineness({ genuineness: seen }: SeenFace): Line[] {
  if (!seen) return []
  const { network, missingContext, moire, picture } = seen.cues
  return [
    ['alive', fixed(seen.probability), 'probability, from those below; a signal, never the only check'],
    ['  network', fixed(network), 'how the face and its surroundings look; positive says alive'],
    ['  cut off', fixed(missingContext), 'what the network misses around the face, in sizes of the face'],
    ['  grain', fixed(moire), 'strongest regular pattern; about 0 alive, more on screens and prints'],
    ...(picture ? tones(picture) : []),
  ]
}

const tones = (picture: Tones): Line[] => [
  [
    '  red',
    fixed(picture.redSlope),
    'how much it rises with the light; about 1.1 on skin, less on ink and screens',
  ],
  [
    '  shadows',
    fixed(picture.darkest),
    'how bright the darkest are, of 255; more where paper or glass shines',
  ],
  ['  colours', fixed(picture.colourSpread), 'how far they spread; more on screens, and in coloured light'],
  ['  contrast', fixed(picture.contrast), 'how far light and dark spread; more on screens, and in the sun'],
]

function vector({ vector: seen }: SeenFace, { name, version }: Observation['embedder']): Line[] {
  if (!seen) return []
  const first = [...seen.subarray(0, 4)].map(fixed).join(' ')
  return [['vector', `${first} ...`, `${seen.length} numbers by ${name} ${version}`]]
}

const fixed = (value: number): string => value.toFixed(2)

const angle = (degrees: number): string => `${degrees.toFixed(1)} degrees`

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
