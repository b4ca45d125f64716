// Decides whether the face in a video is that of one living person in front of the camera.

import { type AtLeastName, atLeast, atMost, type Check, hasFailed, softly } from '../../checks.ts'
import { type Code, codes } from '../../codes.ts'
import { cosine } from '../../gallery/cosine.ts'
import { levelAt, mean, probability } from '../../system/statistics.ts'
import { logOddsOf } from '../../vision/genuineness/combine.ts'
import { degreesBetween, type HeadAngles, turnDegrees } from '../../vision/head-angles.ts'
import type { SeenFace } from '../../vision/observation.ts'
import type { CloseLook } from '../../vision/observe-video.ts'
import type { FrameComparison, SkinComparison } from '../../vision/one-picture/comparison.ts'
import { personaLikeness } from '../../vision/persona-faces.ts'
import { vectorText } from '../evidence.ts'
import { noPersona } from '../injection.ts'
import { leastShading } from '../one-picture.ts'
import { decides, oddsOfShare, type PresenceLines, usualLines, weighed } from '../presence.ts'
import { samePerson } from '../same-person.ts'
import type { LivenessVerdict } from '../verdict.ts'
import type { VideoMeasures } from './measure.ts'
import { lowestOf, stretchesOf } from './stretches.ts'

export interface VideoVerdict extends Pick<LivenessVerdict, 'presence' | 'presenceParts' | 'isDoubtful'> {
  readonly code: Code
  /** The probability that the face is genuine, 0 to 1: that of the weakest check; the verdict is genuine from 0.5. */
  readonly probability: number
  readonly checks: readonly Check[]
}

/** A face must be found in this share of the moments: people turn away for a while. */
const LEAST_FACE_SHARE = 0.5
/** Several people may be seen in this share of the moments: somebody may pass behind, or a poster look like a face. */
const MOST_BYSTANDERS_SHARE = 0.15
const LEAST_CLOSE_LOOKS = 3
export const LEAST_GENUINE = 0.5
/** At log odds of 0 the network itself is undecided. */
const LEAST_NETWORK = 0
/**
 * Each stretch is judged on its own, because a device may be seen only in one; less strictly than all of them, because a
 * living person may look away or hold a hand before the face for a while.
 */
const LEAST_IN_STRETCH = { genuine: 0.1, network: -3 }
/** Two looks are compared strictly when the head is held much the same. */
const LIKE_POSE = { mostApartDegrees: 30, mostTurnedDegrees: 40 }
const LEAST_ALIKE = 0.42
/** Beyond this a coarse picture no longer tells who it is; a video has others. */
const KNOWABLE = { yawDegrees: 50, pitchDegrees: 35 }
/**
 * Photos that were carried about, and tilted until the head seemed to turn by 15 degrees, gave at most 0.018 and 0.10;
 * people who turned the head at least 0.024.
 */
const LEAST_MOTION = 0.02
const LEAST_BLINK = 0.15
/** Speaking people reach 0.09 to 0.2 in any three seconds, silent ones who turn 0.03. */
const LEAST_OPENING = 0.06
const MOST_FROZEN_SHARE = 0.5
const MOST_REPEATED_SHARE = 0.25

interface JudgedVideo extends VideoMeasures {
  /** Share of its pictures that were seen before; absent until all else has passed. */
  readonly seenBeforeShare?: number
}

/** In tests the face may be that of a persona. */
export function verifyVideo(
  seen: JudgedVideo,
  { isTest = false, lines = usualLines }: { readonly isTest?: boolean; readonly lines?: PresenceLines } = {},
): VideoVerdict {
  const present = [
    atLeast('face-found-share', seen.faceFoundShare, LEAST_FACE_SHARE),
    atLeast('close-looks', seen.closeLooks.length, LEAST_CLOSE_LOOKS),
  ]
  if (present.some(hasFailed)) return { code: codes.noFaceDetected, probability: 0, checks: present }
  const alone = [...present, atMost('several-faces-share', seen.severalFacesShare, MOST_BYSTANDERS_SHARE)]
  if (alone.some(hasFailed)) return { code: codes.moreThanOneFace, probability: 0, checks: alone }
  const { checks, life, witnesses } = genuineness(seen, isTest)
  const judged = {
    code: checks.some(hasFailed) ? codes.notGenuine : codes.success,
    checks: [...alone, ...checks],
  }
  const verdict = weighed(judged, lines)
  const deciding = witnesses.filter(({ check }) => decides(check))
  const odds = Math.min(life, oddsBeyond(verdict, lines.refuse), ...deciding.map((witness) => witness.odds))
  return { ...verdict, probability: probability(odds) }
}

/** How far the sum of the evidence is from refusal. */
const oddsBeyond = ({ presence }: Pick<VideoVerdict, 'presence'>, refuse: number): number =>
  presence === undefined ? Number.POSITIVE_INFINITY : oddsOfShare(presence / 100) - oddsOfShare(refuse / 100)

/** So many of the straightest faces say who it is. */
const KNOWN_BY = 3

/** The faces by which a verification knows the person: vectors of 32-bit floats as Base64, the straightest first. */
export function facesOf({ closeLooks }: VideoMeasures): string[] {
  const turned = ({ face }: CloseLook): number => turnDegrees(face.angles)
  const straightest = closeLooks.toSorted((a, b) => turned(a) - turned(b)).slice(0, KNOWN_BY)
  return straightest.flatMap(({ face: { vector } }) => (vector ? [vectorText(vector)] : []))
}

/** A check, and how far it is from its line, in log odds: above 0 exactly where it passes. */
interface Witness {
  readonly check: Check
  readonly odds: number
}

function genuineness(
  seen: JudgedVideo,
  isTest: boolean,
): { checks: Check[]; life: number; witnesses: readonly Witness[] } {
  const faces = seen.closeLooks.map(({ face }) => face)
  const witnesses = [
    ...passive(seen.closeLooks),
    oneAndTheSame(faces),
    ...(isTest ? [] : ofNoPersona(faces)),
    ...seenBefore(seen),
    ...recording(seen),
    ...onePicture(seen.compared),
    ...ownMotion(seen),
  ]
  const life = lifeSigns(seen)
  return {
    checks: [...witnesses.map(({ check }) => check), turnShown(seen.compared), ...life.noted, life.check],
    life: life.odds,
    witnesses,
  }
}

function passive(looks: readonly CloseLook[]): Witness[] {
  const stretches = stretchesOf(looks)
  const lowest = (
    of: (looks: readonly CloseLook[]) => number,
    witness: (odds: number) => Witness,
  ): Witness[] => {
    const found = lowestOf(stretches, of)
    if (!found) return []
    const { check, odds } = witness(found.value)
    const { fromMs, toMs } = found.stretch
    return [{ check: { ...check, values: { from: seconds(fromMs), to: seconds(toMs) } }, odds }]
  }
  const oddsOf = (some: readonly CloseLook[]): number => mean(logOddsOf(cuesOf(some), looks.length))
  return [
    ofProbability('genuineness', oddsOf(looks), LEAST_GENUINE),
    ofNetwork('network-log-odds', networkOf(looks), LEAST_NETWORK),
    ...lowest(oddsOf, (odds) =>
      ofProbability('genuineness-of-weakest-stretch', odds, LEAST_IN_STRETCH.genuine),
    ),
    ...lowest(networkOf, (odds) =>
      ofNetwork('network-log-odds-of-weakest-stretch', odds, LEAST_IN_STRETCH.network),
    ),
  ]
}

const cuesOf = (looks: readonly CloseLook[]) => looks.flatMap(({ face }) => face.genuineness?.cues ?? [])
const networkOf = (looks: readonly CloseLook[]): number => mean(cuesOf(looks).map(({ network }) => network))
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const ofProbability = (name: AtLeastName, odds: number, least: number): Witness => ({
  check: atLeast(name, probability(odds), least),
  odds: odds - Math.log(least / (1 - least)),
})

const ofNetwork = (name: AtLeastName, odds: number, least: number): Witness => ({
  check: atLeast(name, odds, least),
  odds: odds - least,
})

/** Looks in much the same pose are compared strictly, each with each; the others are joined as strictly as poses allow. */
function oneAndTheSame(looks: readonly SeenFace[]): Witness {
  const known = looks.filter(({ angles }) => isKnowable(angles))
  const faces = known.length < 2 ? looks : known
  const pairs = faces.flatMap((one, i) => faces.slice(i + 1).flatMap((other) => likeness(one, other) ?? []))
  const strict = pairs.length > 0 ? [atLeast('same-person', Math.min(...pairs), LEAST_ALIKE)] : []
  const margin = ({ score, threshold }: Check) => score - threshold
  const check = [samePerson(faces), ...strict].reduce((a, b) => (margin(b) < margin(a) ? b : a))
  return { check, odds: 10 * margin(check) }
}

const isKnowable = ({ yawDegrees, pitchDegrees }: HeadAngles): boolean =>
  Math.abs(yawDegrees) <= KNOWABLE.yawDegrees && Math.abs(pitchDegrees) <= KNOWABLE.pitchDegrees

function likeness(one: SeenFace, other: SeenFace): number | undefined {
  const [a, b] = [one.angles, other.angles]
  if (degreesBetween(a, b) > LIKE_POSE.mostApartDegrees) return undefined
  if (Math.max(turnDegrees(a), turnDegrees(b)) > LIKE_POSE.mostTurnedDegrees) return undefined
  return one.vector && other.vector && cosine(one.vector, other.vector)
}

function ofNoPersona(faces: readonly SeenFace[]): Witness[] {
  const likenesses = faces.flatMap(({ vector }) => (vector ? [personaLikeness(vector)] : []))
  if (likenesses.length === 0) return []
  const check = noPersona(Math.max(...likenesses))
  return [{ check, odds: 10 * (check.threshold - check.score) }]
}

/**
 * Of 25 recordings cut in two, one half is known by the other in at most 0.25 of its pictures, though nobody moved away
 * between them; a recording without its first fifth is known whole.
 */
const MOST_SEEN_IN_VIDEO = 0.3

function seenBefore({ seenBeforeShare: share }: JudgedVideo): Witness[] {
  if (share === undefined) return []
  return [
    {
      check: atMost('seen-in-an-earlier-challenge', share, MOST_SEEN_IN_VIDEO),
      odds: 10 * (MOST_SEEN_IN_VIDEO - share),
    },
  ]
}

function recording({ frozenShare: frozen, repeatedShare: repeated }: VideoMeasures): Witness[] {
  return [
    { check: atMost('frozen-share', frozen, MOST_FROZEN_SHARE), odds: 10 * (MOST_FROZEN_SHARE - frozen) },
    {
      check: atMost('repeated-share', repeated, MOST_REPEATED_SHARE),
      odds: 20 * (MOST_REPEATED_SHARE - repeated),
    },
  ]
}

/**
 * Between living heads and photographs that are lit anew as they turn. Gaze is left out: who nods, or looks where the
 * head points, does not move the eyes in it.
 */
const BETWEEN = { shadingChange: 0.08, skinShift: 0.45, detailChange: 0.07 }
/** Detail depends on the camera more than the others do. */
const DETAIL_WEIGHT = 0.5

/** Above 0 where the skin changes more than on either side of the line; in natural logarithms. */
function oddsOfLivingSkin({ shadingChange, skinShift, detailChange }: SkinComparison): number {
  const by = (value: number, between: number) => Math.log(Math.max(1e-3, value) / between)
  return (
    by(shadingChange, BETWEEN.shadingChange) +
    by(skinShift, BETWEEN.skinShift) +
    DETAIL_WEIGHT * by(detailChange, BETWEEN.detailChange)
  )
}

/**
 * What is asked of a head turned by so much; evenly between. The least of six living people, in any four seconds and where
 * only their pictures up to some angle were taken: -2.1 at 11 degrees, -1.7 at 13, -1.2 at 16, -0.4 at 22, 0 at 25, 0.4 from
 * 29 on. Photographs lit anew gave -2 at 11 to 16 degrees and -0.5 from 24 on, those not lit anew -2 to -5 at all angles.
 */
const LEAST_SKIN_ODDS = [
  { at: 11, level: -2.3 },
  { at: 24, level: -0.5 },
  { at: 30, level: 0.25 },
]

export const leastSkinOdds = (turnDegrees: number): number => levelAt(LEAST_SKIN_ODDS, turnDegrees)

/** None where the head did not turn far enough for its pictures to be compared. */
function onePicture({ skin }: FrameComparison): Witness[] {
  if (!skin) return []
  const [odds, least] = [oddsOfLivingSkin(skin), leastSkinOdds(skin.turnDegrees)]
  const leastLit = leastShading(skin.turnDegrees)
  return [
    { check: atLeast('living-skin', probability(odds), probability(least)), odds: odds - least },
    {
      check: atLeast('shading-change', skin.shadingChange, leastLit),
      odds: 2 * Math.log(Math.max(1e-3, skin.shadingChange) / leastLit),
    },
  ]
}

/** The skin of a head turned by less changes too little to tell it from a photograph lit anew. */
const LEAST_TURN_DEGREES = 11

const turnOf = ({ skin }: FrameComparison): number => skin?.turnDegrees ?? 0

/** This check refuses nothing: it shows a reader of the verdict what it rests on. */
const turnShown = (compared: FrameComparison): Check =>
  softly(atLeast('turn-degrees', turnOf(compared), LEAST_TURN_DEGREES))

/**
 * By the number of pictures: turning and opening explain more of fewer. Of two people who speak four to six seconds 0.34 to
 * 0.56, in any three seconds of them 0.15 and more; of photographs that blink and part their lips -0.11 to 0.11 in four and a
 * half seconds, -0.2 to 0.14 in three.
 */
const LEAST_OWN_MOTION = [
  { at: 30, level: 0.1 },
  { at: 45, level: 0.16 },
]

/** A person who hardly turns must do something that a photograph with moved lids and lips does not. */
function ownMotion({ compared, ownMotionOfLips: { likeness, pictures } }: VideoMeasures): Witness[] {
  if (turnOf(compared) >= LEAST_TURN_DEGREES) return []
  const least = levelAt(LEAST_OWN_MOTION, pictures)
  return [{ check: atLeast('lips-own-motion', likeness, least), odds: 8 * (likeness - least) }]
}

/**
 * Motion, a blink or speech is enough: many do not blink for seconds, and some hold still. Without all three, a person
 * looks like a photo. Motion counts where the head turned far enough to tell it from a photograph that a mesh moves.
 */
function lifeSigns({ motionWithinFace: motion, deepestBlink: blink, ...seen }: VideoMeasures) {
  const isCompared = seen.compared.skin !== undefined
  const opening = seen.deepestOpening
  const signs = Math.max(isCompared ? motion / LEAST_MOTION : 0, blink / LEAST_BLINK, opening / LEAST_OPENING)
  return {
    noted: [
      softly(atLeast('motion-within-face', motion, LEAST_MOTION)),
      softly(atLeast('blink', blink, LEAST_BLINK)),
      softly(atLeast('mouth-opening', opening, LEAST_OPENING)),
    ],
    check: atLeast('signs-of-life', signs, 1),
    odds: 3 * Math.log(Math.max(signs, 1e-3)),
  }
}
