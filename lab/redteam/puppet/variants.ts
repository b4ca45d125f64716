// Lists the puppets: what each attacker takes care of, and how much of them may get in.
import type { Take } from '../../../specimens/liveness/acting.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import type { Craft } from './puppet.ts'

export interface Variant extends Craft {
  readonly name: string
  readonly what: string
  /** The eyes close for a frame now and then. */
  readonly blinks?: boolean
  /** The width of the face in the photograph that the attacker has. */
  readonly facePixels?: { readonly least: number; readonly most: number }
  /** Sessions that may be accepted, in percent. */
  readonly bounds: { readonly profile: number; readonly other: number }
}

const PLAIN = { profile: 2, other: 10 }
const BETTER = { profile: 30, other: 30 }

export const variants: readonly Variant[] = [
  {
    name: 'puppet-plain',
    what: 'one photograph, turned by a mesh; all of the picture follows the head',
    noise: 1.2,
    bounds: PLAIN,
  },
  {
    name: 'puppet-still-background',
    what: 'the same, the person cut out and moved before a background that stays',
    isBackgroundStill: true,
    noise: 1.2,
    bounds: BETTER,
  },
  {
    name: 'puppet-relit',
    what: 'the same as plain, the light staying where it is while the head turns',
    isRelit: true,
    noise: 1.2,
    bounds: BETTER,
  },
  {
    name: 'puppet-careful',
    what: 'relit, before a still background, eyes on the camera, blinking, noise as of a camera',
    isBackgroundStill: true,
    isRelit: true,
    keepsGaze: true,
    blinks: true,
    noise: 2.2,
    bounds: BETTER,
  },
  {
    name: 'puppet-small',
    what: 'as plain, from a face 50 to 80 pixels wide',
    facePixels: { least: 50, most: 80 },
    noise: 1.2,
    bounds: PLAIN,
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
