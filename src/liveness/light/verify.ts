// Judges a light challenge: the face stays in its area, and its skin answers the colours of the screen, in time and in the right places.
import { atLeast, atMost, type Check, type CheckName, softly } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { mean, median } from '../../system/statistics.ts'
import { type FaceFrame, facesOf, withFace } from '../frame.ts'
import { genuineness, onePersonInEach, type PassiveAsk } from '../frame-checks.ts'
import type { Guidance } from '../guidance.ts'
import { faceInArea, shareOfArea } from '../in-area.ts'
import { injectionChecks, type Session } from '../injection.ts'
import { detailForSize } from '../one-picture.ts'
import { samePerson } from '../same-person.ts'
import { judge, type LivenessVerdict } from '../verdict.ts'
import type { LightAnswer } from './answer.ts'
import { durationOf, type LightPlan, type LightStep } from './plan.ts'

/** Fewer frames a second show too little of each colour; `frame_rate` asks for more. */
const LEAST_FRAMES_A_SECOND = 4
/** The longest time without a frame, and the longest that may be missing at the ends of the sequence, in milliseconds. */
const MOST_GAP_MS = 800
const MOST_MISSING_MS = 700
/** The face may be missed in this share of the frames. */
const MOST_UNFIT_SHARE = 0.1

export function verifyLight(plan: LightPlan, session: Session, passive: PassiveAsk): LivenessVerdict {
  const { frames, light, shown = plan.sequence } = session
  const faces = withFace(frames)
  const looked = faces.filter(({ shot }) => shot)
  const verdict = judge([
    { code: codes.noFrames, checks: () => [atLeast('frames', frames.length, 1)] },
    { code: codes.lightNotCovered, checks: () => covered(shown, faces) },
    ...onePersonInEach(frames, MOST_UNFIT_SHARE),
    ...faceInArea(plan, faces),
    { code: codes.lightNotSeen, checks: () => (light ? seen(light) : []) },
    {
      code: codes.notGenuine,
      checks: () => [
        ...(light ? answered(light) : []),
        samePerson(facesOf(looked)),
        ...signs(session),
        // Coloured light is dim, and a dim picture is soft: an enlarged thumbnail is flat, which the light tells.
        ...detailForSize(looked).map(softly),
        ...genuineness(looked, passive),
      ],
    },
    // Most spots that were painted on end here; a person whose relief was not seen is not called a picture either.
    { code: codes.lightNotSeen, checks: () => (light ? onRelief(light) : []) },
  ])
  return verdict.code === codes.lightNotSeen
    ? { ...verdict, guidance: adviceFor(plan, faces, light) }
    : verdict
}

function covered(sequence: readonly LightStep[], frames: readonly FaceFrame[]): Check[] {
  const durationMs = durationOf(sequence)
  const times = frames.map(({ takenAtMs }) => takenAtMs)
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time))
  return [
    atLeast('frames-a-second', (1000 * frames.length) / Math.max(durationMs, span), LEAST_FRAMES_A_SECOND),
    atMost('seconds-missing', Math.max(0, durationMs - span) / 1000, MOST_MISSING_MS / 1000),
    atMost('longest-gap-seconds', Math.max(0, ...gaps) / 1000, MOST_GAP_MS / 1000),
  ]
}

/** The least change of colour, in shares of the light of the skin, and by the noise between frames. */
const LEAST_CHANGE = { share: 0.003, byNoise: 2 }
/**
 * How strongly the sides of the face may answer by the light that is there anyway, where the skin that faces the screen is 1.
 * Rendered and relit people have 0.2 to 0.75, flat and tinted pictures 0.98 and more (docs/reference/light.md).
 */
const MOST_ON_SIDES = 0.87
/** In the dark all light is that of the screen, and answers alike by itself; then the sides must be darker. */
const DARK = { leastChange: 0.2, times: 2 }
/** Sides that answer as the front does, and are as dark as in front of a screen, may be lit by a lamp behind it: this cannot be decided. */
const UNTOLD_BELOW = 0.3

const onSides = ({ change, places: { sides } }: LightAnswer): number | undefined =>
  sides &&
  (change < DARK.leastChange ? sides.relative : Math.min(sides.relative, DARK.times * sides.absolute))

/** What must be right for the light to say anything at all. */
function seen(light: LightAnswer): Check[] {
  const { change, changeByNoise, places } = light
  const sides = onSides(light)
  const isUntold =
    sides !== undefined && sides > MOST_ON_SIDES && (places.sides?.absolute ?? 1) < UNTOLD_BELOW
  return [
    atLeast('light-change', change, LEAST_CHANGE.share),
    atLeast('light-change-by-noise', changeByNoise, LEAST_CHANGE.byNoise),
    ...(isUntold ? [atMost('light-on-sides', sides, MOST_ON_SIDES)] : []),
  ]
}

const onRelief = ({ places: { relief = 0, unevenness = 0, sides } }: LightAnswer): Check[] => [
  atLeast('light-on-relief', relief - (sides?.relative ?? 1), LEAST_ON_RELIEF),
  atLeast('light-on-features', unevenness, LEAST_ON_FEATURES),
]

const LEAST_CORRELATION = 0.65
/** Of ten thousand other sequences five may fit better. */
const MOST_BETTER = 0.0005
/** How alike one transition must be to the expected, and the share of transitions that must be. */
const LEAST_OF_TRANSITION = 0.3
const LEAST_TRANSITIONS = 0.7
/** People's rooms have 0.3 at most, close to a white wall; a tint over the whole picture has 0.5 and more. */
const MOST_ON_BACKGROUND = 0.45
/** Noise is as large as what the edge shows of most faces: noted only. */
const LEAST_UPPER_FIRST = -0.1
const LEAST_OF_GLINTS = 0.3
/** How much more skin answers for facing the screen beside a smooth spot, less what the sides answer. */
const LEAST_ON_RELIEF = -0.33
/** A mean face that scatters light evenly has 0.11, a spot that was painted on 0.07 and, in noise, 0.09. */
const LEAST_ON_FEATURES = 0.1

function answered(light: LightAnswer): Check[] {
  const { correlation, betterShare, transitions, places, glints } = light
  const sides = onSides(light)
  const { background, upperFirst } = places
  const done = transitions.filter((share) => share >= LEAST_OF_TRANSITION)
  return [
    atLeast('light-sequence', correlation, LEAST_CORRELATION),
    atMost('light-sequence-rank', betterShare, MOST_BETTER),
    ...transitions.map((share, i) => softly(atLeast(`transition-${i + 1}`, share, LEAST_OF_TRANSITION))),
    atLeast('light-transitions', done.length / Math.max(1, transitions.length), LEAST_TRANSITIONS),
    // A head that shows no side to the camera is turned too far, or is none.
    atMost('light-on-sides', sides ?? 1, MOST_ON_SIDES),
    ...(background
      ? [
          atMost(
            'light-on-background',
            Math.min(background.relative, background.absolute),
            MOST_ON_BACKGROUND,
          ),
        ]
      : [softly(atLeast('background-seen', 0, 1))]),
    ...(upperFirst === undefined
      ? []
      : [softly(atLeast('light-upper-first', upperFirst, LEAST_UPPER_FIRST))]),
    ...(glints === undefined ? [] : [softly(atLeast('light-in-eyes', glints, LEAST_OF_GLINTS))]),
  ]
}

/**
 * The signs of injection, less strictly: a person who holds still looks the same from frame to frame and from session to session, and
 * the light proves what copies and old frames would lack. Old frames that are lit anew are the puppet of the threat model.
 */
const signs = (session: Session): Check[] =>
  injectionChecks(session).map((check) => (ofStillPeople.has(check.name) ? softly(check) : check))

const ofStillPeople: ReadonlySet<CheckName> = new Set([
  'copies-of-one-picture',
  'seen-in-an-earlier-challenge',
])

/** A face that fills less of the area, in percent, gets more light closer to the screen. */
const NEAR_PERCENT = 40
/** The background by the face, from which on the room is bright and not the screen dim. */
const BRIGHT_ROOM = 0.25
/** The share of the screen's light, from which on the room is too dark for the relief of the face to be seen. */
const DARK_ROOM = 0.6

/** What to do where the light was not seen: come closer first, for light falls with the square of the distance. */
function adviceFor(plan: LightPlan, faces: readonly FaceFrame[], light: LightAnswer | undefined): Guidance {
  if (light && light.screenShare > DARK_ROOM) return 'more-light'
  const shares = faces.map((frame) => shareOfArea(plan, frame))
  if (100 * median(shares) < NEAR_PERCENT) return 'come-closer'
  const rooms = faces.flatMap(({ face: { zones } }) =>
    zones ? [meanOf(zones.background) / Math.max(1e-6, meanOf(zones.skin))] : [],
  )
  return median(rooms) >= BRIGHT_ROOM ? 'darker-room' : 'screen-brighter'
}

/** The mean of what was seen: zones that were not are 0. */
function meanOf(colours: Float32Array): number {
  const lit = colours.filter((value) => value > 0)
  return mean([...lit])
}

/** The checks on the light alone: whether it could be seen, and whether the face answered it. The lab judges by them too. */
export const lightChecks = (light: LightAnswer): { readonly seen: Check[]; readonly answered: Check[] } => ({
  seen: [...seen(light), ...onRelief(light)],
  answered: answered(light),
})
