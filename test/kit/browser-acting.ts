// Plays the person in front of the studio's camera: waits for the plan of a challenge and shows the frames made for it.
import type { Page } from 'playwright-core'
import { picture } from '../../specimens/kit/films/films.ts'
import { type Family, families } from '../../specimens/kit/servers/challenge-caller.ts'
import {
  actDistance,
  actNose,
  actProfile,
  type DistanceStart,
  type NoseStart,
  type ProfileStart,
  type Take,
} from '../../specimens/liveness/acting.ts'
import { type Person, person } from '../../specimens/person/person.ts'
import { type Reel, show } from './browser-camera.ts'

export type Plan = DistanceStart & NoseStart & ProfileStart & { readonly id: string }
/** Films what a person does with a given plan. */
export type Acting = (one: Person, plan: Plan) => readonly Take[]

/** A head that has arrived stays there for this many frames. */
const STAYING = 4
const SWAY_DEGREES = 0.8

/** Does what is asked for. `take` makes the scenes differ from those of another take. */
export const obeying: Readonly<Record<Family, (take?: number) => Acting>> = {
  distance:
    (take = 0) =>
    (one, plan) =>
      actDistance(one, plan, { take }),
  nose:
    (take = 0) =>
    (one, plan) =>
      staying(actNose(one, plan, { take, frames: 6 })),
  profile:
    (take = 0) =>
    (one, plan) =>
      actProfile(one, plan, { take }),
}

function staying(takes: readonly Take[]): Take[] {
  const last = takes.at(-1)
  if (!last) return []
  const more = Array.from({ length: STAYING }, (_, i) => ({
    ...last,
    scene: {
      ...last.scene,
      rollDegrees: (last.scene.rollDegrees ?? 0) + (i % 2 === 0 ? 1 : -1) * SWAY_DEGREES * (1 + i / 2),
      noiseSeed: (last.scene.noiseSeed ?? 0) + 50 + i,
    },
  }))
  return [...takes, ...more]
}

/** Resolves with the plan that the studio gets next. */
export async function planned(page: Page, family: Family): Promise<Plan> {
  const starts = families[family].start
  const answer = await page.waitForResponse((one) => new URL(one.url()).pathname.startsWith(starts))
  return (await answer.json()) as Plan
}

/** Films a person for each task. It is done once, and before the studio needs it, to save time. */
export async function filmedOf(seed: number, plan: Plan, acting: Acting): Promise<Reel> {
  const reel: Record<string, Uint8Array[]> = {}
  for (const { task, scene } of acting(person(seed), plan)) {
    reel[task] ??= []
    reel[task].push(await picture(seed, scene))
  }
  return reel
}

/** Shows the person as soon as all is filmed; before that there is only an empty wall. */
export async function standBefore(page: Page, seed: number, plan: Plan, acting: Acting): Promise<void> {
  await show(page, await filmedOf(seed, plan, acting))
}
