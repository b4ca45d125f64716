// Tests that frames are compared with the whole earlier session that they are likest to, of any organisation, and with nothing that came later.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { faceFrame } from '../../specimens/kit/readings/frames.ts'
import { direction } from '../../specimens/kit/readings/observations.ts'
import { type FacePrint, printOf } from '../../src/image/capture/face-print.ts'
import { type ComparedFilms, knownShareOfFilm } from '../../src/image/capture/print-film.ts'
import { type ComparedPrints, knownPrints } from '../../src/image/capture/print-likeness.ts'
import { keepFrame, startChallenge } from '../../src/liveness/challenge.ts'
import type { Frame } from '../../src/liveness/frame.ts'
import { likestSessions, shareSeenBefore } from '../../src/liveness/seen-before.ts'
import { describeVault } from './vault-kit.ts'

const SIDE = 64

/** Soft noise from -1 to 1 in cells of so many greys. */
function noiseAt(seed: number, cell: number): (i: number) => number {
  const heights = direction(seed)
  const at = (x: number, y: number) =>
    Math.sin(1e4 * (heights[(7 * x + 13 * y) % heights.length] ?? 0) + x + 3 * y)
  return (i) => {
    const [x, y] = [(i % SIDE) / cell, Math.floor(i / SIDE) / cell]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [right, down] = [x - left, y - top]
    const upper = (1 - right) * at(left, top) + right * at(left + 1, top)
    const lower = (1 - right) * at(left, top + 1) + right * at(left + 1, top + 1)
    return (1 - down) * upper + down * lower
  }
}

/** Prints of one person who sits still: one picture, a little different in each frame, and noise of a new file. */
function printed(moment: number, noise: number): FacePrint {
  const [face, own, added] = [noiseAt(1, 5), noiseAt(100 + moment, 3), noiseAt(1000 + noise, 2)]
  return printOf(
    Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
      Math.round(128 + 60 * face(i) + 6 * own(i) + 5 * added(i)),
    ),
  )
}

const framesOf = (moments: readonly number[], receivedAtMs: number, noise: number): Frame[] =>
  moments.map((moment, i) => {
    const { shot, ...frame } = faceFrame({ receivedAtMs: receivedAtMs + i })
    if (!shot) throw new Error('a frame without a shot')
    return { ...frame, shot: { ...shot, face: printed(moment, noise + i) } }
  })

describeVault((at) => {
  const sentAt = (ms: number) => at.held.clock.now + ms
  const remember = async (frames: readonly Frame[]) => {
    const { store, clock } = at.held
    const person = { organisationId: at.owner.id, externalPersonId: 'anna' }
    const start = {
      family: 'nose',
      consentReference: undefined,
      plan: {},
      now: clock.now,
      lifeMs: 60_000,
    } as const
    const id = await startChallenge(store.database, { ...person, ...start })
    for (const { id: _, task, takenAtMs, receivedAtMs, ...seen } of frames) {
      const picture = Buffer.from(randomUUID())
      const frame = { task, takenAtMs, receivedAtMs, sent: picture, picture, seen, guidance: 'ok' as const }
      await keepFrame(store.vault, { ...person, id }, frame, { mostFrames: 50, mostBytes: 1e6 })
    }
    return { organisationId: at.owner.id, id }
  }
  const share = async (frames: readonly Frame[]) => {
    const { database, vault } = at.held.store
    const given: ComparedPrints[] = []
    const memory = {
      database,
      vault,
      scope: 'server' as const,
      knowPrints: async (prints: ComparedPrints) => {
        given.push(prints)
        return knownPrints(prints)
      },
      knowFilm: async (films: ComparedFilms) => knownShareOfFilm(films),
    }
    const place = { organisationId: (await at.held.organisation('other')).id, id: randomUUID() }
    const seen = await shareSeenBefore(memory, place, { frames, aside: [] })
    return { seen, sequences: given.flatMap(({ sequences }) => sequences.map(({ length }) => length)) }
  }

  test('a session that hardly moved is known again in another organisation', async () => {
    await remember(framesOf([0, 1, 2, 3, 4], sentAt(1000), 0))
    await remember(framesOf([10, 11, 12], sentAt(1100), 50))
    const replayed = await share(framesOf([0, 1, 2, 3, 4], sentAt(2000), 100))
    expect(replayed.seen).toBe(1)
    expect(replayed.sequences).toContain(5)
    expect((await share(framesOf([5, 6, 7, 8, 9], sentAt(3000), 200))).seen).toBeLessThanOrEqual(0.4)
  })

  test('only what came before all frames counts as an earlier session', async () => {
    await remember(framesOf([0, 1, 2, 3, 4], sentAt(1000), 0))
    const { sequences } = await share(framesOf([0, 1, 2, 3, 4], sentAt(1002), 100))
    expect(sequences).toEqual([3])
  })
})

test('the likest session is the one to which what is likest belongs', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id })) as [{ id: string }, { id: string }, { id: string }]
  expect(likestSessions([[a, b, b], [a, c], [b]])).toEqual([a, b])
  expect(likestSessions([[a, b, b], [c, a], [b]])).toEqual([b, a])
  expect(likestSessions([[], []])).toEqual([])
})
