// Lists the puppets: what each attacker takes care of, and how much of them may get in.
import type { Take } from '../../../specimens/liveness/acting.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import { person } from '../../../specimens/person/person.ts'
import type { FaceNetworks } from '../../../src/vision/networks.ts'
import type { Stage } from '../films.ts'
import { faceSwapOf } from './face-swap.ts'
import type { Photographs, Wanted } from './photographs.ts'
import { type Craft, type Puppet, puppetOf } from './puppet.ts'
import { twoPicturePuppetOf } from './two-pictures.ts'
import { type WarpCraft, warpPuppetOf } from './warp-puppet.ts'

/** What an attacker can take from. */
export interface Workshop {
  readonly networks: FaceNetworks
  readonly photographs: Photographs
}

export interface Variant {
  readonly name: string
  readonly what: string
  readonly make: (workshop: Workshop, seed: number) => Promise<Puppet>
  /** The eyes close for a frame now and then. */
  readonly blinks?: boolean
  /** In a video the head hardly turns, and the lips open and close as if it spoke. */
  readonly speaks?: boolean
  /** The corners of the mouth go in and out of themselves as well. */
  readonly rounds?: boolean
  /** All by default. */
  readonly stages?: readonly Stage[]
  /** Of the frames, where it is not the usual. */
  readonly size?: { readonly width: number; readonly height: number }
  /** How far the head turns and tilts by what is usual; the least that is asked for is less. */
  readonly turnShare?: number
  /** Sessions that may be accepted, in percent; attackers without a bound are only reported. */
  readonly bounds?: { readonly profile: number; readonly other: number }
}

const PLAIN = { profile: 2, other: 10 }
const BETTER = { profile: 30, other: 30 }

/** The photograph turned as a sheet with true depth. */
const sheet =
  (craft: Craft, wanted: Wanted = {}): Variant['make'] =>
  async ({ networks, photographs }, seed) =>
    puppetOf(networks.parts, await photographs.take(seed, wanted), seed, craft)

/** The photograph warped in two dimensions. */
const warp =
  (craft: WarpCraft, wanted: Wanted = {}): Variant['make'] =>
  async ({ photographs }, seed) =>
    warpPuppetOf(await photographs.take(seed, wanted), seed, craft)

/** Tasks are done with four fifths of the turn that people usually make. */
const LEAST_TURN = 0.8
/** In a video that is about 15 degrees from side to side, for which little is asked of the skin. */
const SLIGHT_TURN = 0.45

const SMALL: Wanted = { facePixels: { least: 50, most: 80 } }

export const variants: readonly Variant[] = [
  {
    name: 'puppet-plain',
    what: 'one photograph, turned by a mesh; all of the picture follows the head',
    make: sheet({ noise: 1.2 }),
    bounds: PLAIN,
  },
  {
    name: 'puppet-still-background',
    what: 'the same, the person cut out and moved before a background that stays',
    make: sheet({ isBackgroundStill: true, noise: 1.2 }),
    bounds: BETTER,
  },
  {
    name: 'puppet-relit',
    what: 'the same as plain, the light staying where it is while the head turns',
    make: sheet({ isRelit: true, noise: 1.2 }),
    bounds: BETTER,
  },
  {
    name: 'puppet-careful',
    what: 'relit, before a still background, eyes on the camera, blinking, noise as of a camera',
    make: sheet({ isBackgroundStill: true, isRelit: true, keepsGaze: true, noise: 2.2 }),
    blinks: true,
    bounds: BETTER,
  },
  {
    name: 'puppet-relief',
    what: 'as careful, the fine detail of the photograph lit as relief by the same lamp, eyes that rest here and there',
    make: sheet({
      isBackgroundStill: true,
      isRelit: true,
      isReliefLit: true,
      keepsGaze: true,
      looksAbout: true,
      noise: 2.2,
    }),
    blinks: true,
    bounds: BETTER,
  },
  {
    name: 'puppet-slight',
    what: 'as plain; in a video it turns so little that little is asked of its skin',
    make: sheet({ noise: 1.2 }),
    turnShare: SLIGHT_TURN,
    stages: ['video'],
    bounds: PLAIN,
  },
  {
    name: 'puppet-small',
    what: 'as plain, from a face 50 to 80 pixels wide',
    make: sheet({ noise: 1.2 }, SMALL),
    bounds: PLAIN,
  },
  {
    name: 'puppet-warp',
    what: 'one photograph warped in two dimensions by the mesh on it; what is around the face follows less and less',
    make: warp({}),
    bounds: PLAIN,
  },
  {
    name: 'puppet-warp-colour',
    what: 'the same, with the colours of the photograph as they are',
    make: warp({}, { keepsColours: true }),
    bounds: PLAIN,
  },
  {
    name: 'puppet-warp-still',
    what: 'the same as puppet-warp, only the head and what is close to it moving',
    make: warp({ isBackgroundStill: true }),
    bounds: BETTER,
  },
  {
    name: 'puppet-warp-relit',
    what: 'the same as puppet-warp, times the light of a lamp that stays while the head turns',
    make: warp({ isRelit: true }),
    bounds: BETTER,
  },
  {
    name: 'puppet-warp-small',
    what: 'the same as puppet-warp, from a face 50 to 80 pixels wide',
    make: warp({}, SMALL),
    bounds: PLAIN,
  },
  {
    name: 'puppet-warp-least',
    what: 'the same as puppet-warp, turned no further than the tasks ask for',
    make: warp({}),
    turnShare: LEAST_TURN,
    stages: ['profile'],
    bounds: PLAIN,
  },
  {
    name: 'puppet-warp-tiny',
    what: 'the same as puppet-warp-small, in frames as small as a face must be to have no detail',
    make: warp({}, SMALL),
    size: { width: 156, height: 208 },
    stages: ['profile', 'nose', 'distance'],
    bounds: PLAIN,
  },
  {
    name: 'puppet-warp-restless',
    what: 'the same as puppet-warp; every frame has smooth light, faint blotches, small waves and a gaze of its own',
    make: warp({ isRestless: true }),
    blinks: true,
  },
  {
    name: 'puppet-speaking',
    what: 'as careful; in video it hardly turns and moves its lips instead',
    make: sheet({ isBackgroundStill: true, isRelit: true, keepsGaze: true, noise: 2.2 }),
    blinks: true,
    speaks: true,
    stages: ['video'],
    bounds: BETTER,
  },
  {
    name: 'puppet-speaking-round',
    what: 'as puppet-speaking; the corners of its mouth go in and out besides, as of somebody who says o and i',
    make: sheet({ isBackgroundStill: true, isRelit: true, keepsGaze: true, noise: 2.2 }),
    blinks: true,
    speaks: true,
    rounds: true,
    stages: ['video'],
  },
  {
    name: 'two-pictures',
    what: 'two photographs of the victim, one turned to the side and mirrored for the other, faded by their meshes',
    make: async ({ photographs }, seed) => {
      const { ahead, turned } = await photographs.takeSeveral(seed)
      return twoPicturePuppetOf(ahead, turned, seed)
    },
  },
  {
    name: 'face-swap',
    what: 'a living person, who is rendered here, wears the face of one photograph in the light he is in',
    make: async ({ photographs }, seed) =>
      faceSwapOf(await photographs.take(seed), person(301 + (seed % 40)), seed),
  },
]

const BLINK_SHARE = 0.15

/** Eyes close for some frames; a wink is left as it is. */
export function blinking(takes: readonly Take[], seed: number): Take[] {
  const dice = seededDice(seed, 31)
  return takes.map((take) => {
    const isOpen = !take.scene.leftEyeClosed && !take.scene.rightEyeClosed && take.task !== 'keep-face-ahead'
    if (!isOpen || dice.next() > BLINK_SHARE) return take
    const closed = dice.between(0.5, 0.95)
    return { ...take, scene: { ...take.scene, leftEyeClosed: closed, rightEyeClosed: closed } }
  })
}
