// Makes films of people who do not exist, once for attackers and genuine people alike.

import {
  actDistance,
  actNose,
  actProfile,
  type DistanceStart,
  type NoseStart,
  type ProfileStart,
  type Take,
} from '../../specimens/liveness/acting.ts'
import type { Actor } from '../../specimens/liveness/aim.ts'
import { type Person, person } from '../../specimens/person/person.ts'
import { renderPerson, type Scene } from '../../specimens/person/render.ts'
import { encodeJpeg } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'

export type Family = 'distance' | 'nose' | 'profile'
export const families: readonly Family[] = ['distance', 'nose', 'profile']

export type Stage = Family | 'video'
export const stages: readonly Stage[] = ['profile', 'nose', 'distance', 'video']

/** The answer of start in each family. */
export type Started = { readonly id: string } & DistanceStart & NoseStart & ProfileStart

export interface Shown {
  readonly task: string
  readonly atMs: number
  readonly pixels: Pixels
}

export interface Sent {
  readonly task: string
  readonly atMs: number
  readonly bytes: Uint8Array
}

const people = new Map<number, Person>()

export function personOf(seed: number): Person {
  const known = people.get(seed) ?? person(seed)
  people.set(seed, known)
  return known
}

const filmed = new Map<string, Pixels>()

export function picture(seed: number, scene: Scene): Pixels {
  const key = JSON.stringify([seed, scene])
  const known = filmed.get(key) ?? renderPerson(personOf(seed), scene)
  filmed.set(key, known)
  return known
}

interface Way {
  readonly take?: number
  readonly room?: number
  /** What is done for a task of the profile challenge in place of the usual. */
  readonly otherwise?: Readonly<Record<string, Partial<Scene>>>
}

/** The person, or what is moved like one, does what was asked. */
export function actedBy(
  actor: Actor,
  family: Family,
  started: Started,
  { take = 0, room = actor.seed, otherwise = {} }: Way = {},
): Take[] {
  if (family === 'distance') return actDistance(actor, started, { room, take })
  if (family === 'nose') return actNose(actor, started, { room, take, frames: 6 })
  return actProfile(actor, started, { room, take, otherwise })
}

export const act = (
  family: Family,
  started: Started,
  { seed, ...way }: Way & { readonly seed: number },
): Take[] => actedBy(personOf(seed), family, started, way)

export const film = (seed: number, takes: readonly Take[]): Shown[] =>
  takes.map(({ task, atMs, scene }) => ({ task, atMs, pixels: picture(seed, scene) }))

export const encoded = (shown: readonly Shown[]): Promise<Sent[]> =>
  Promise.all(shown.map(async ({ task, atMs, pixels }) => ({ task, atMs, bytes: await encodeJpeg(pixels) })))
