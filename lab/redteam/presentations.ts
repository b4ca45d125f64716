// Lists the attack presentations, and the bona fide one beside them, with how their frames are made.
import sharp from 'sharp'
import { decodeImage } from '../../src/image/decode/image.ts'
import { altered, bends, type Change, changes, chosenFor } from './changed-replays.ts'
import { act, encoded, type Family, film, type Sent, type Started } from './films.ts'
import { present, shownOnScreen, stolen } from './held-picture.ts'

/** An attacker may have an accepted earlier session of the victim in the same organisation. */
interface Situation {
  readonly family: Family
  readonly started: Started
  readonly seed: number
  /** The frames of earlier sessions of the same person, as they were sent. */
  readonly earlier: readonly (readonly Sent[])[]
  /** People act differently every time; genuine people act as this number says. */
  readonly take?: number
}

export interface Presentation {
  readonly name: string
  readonly what: string
  /** An accepted session is played first: in the same organisation, or for every second person in another. */
  readonly earlier?: 'here' | 'here-or-elsewhere'
  /** How many of them; one by default. */
  readonly earlierSessions?: number
  readonly frames: (situation: Situation) => Promise<Sent[]>
}

/** Rendered people play it: their passing shows that a session can succeed, not how often real people do. */
export const genuine: Presentation = {
  name: 'genuine-stand-in',
  what: 'a rendered person who does what is asked',
  frames: ({ family, started, seed, take = 1 }) => encoded(film(seed, act(family, started, { seed, take }))),
}

const MAX_MEGAPIXELS = 50

const copies = (bytes: Uint8Array, quality: number) => sharp(bytes).jpeg({ quality }).toBuffer()

/** Takes frames of the earlier session for the tasks of this one; where it asks for more, one is encoded again. */
async function refilled(
  { started, earlier: [earlier = []] }: Situation,
  change: (bytes: Uint8Array, i: number) => Promise<Uint8Array>,
): Promise<Sent[]> {
  const orders = started.task_order ? Object.entries(started.task_order) : [['nose', earlier.length] as const]
  const sent: Sent[] = []
  for (const [task, count] of orders) {
    const own = earlier.filter((frame) => frame.task === task)
    for (let i = 0; i < count; i++) {
      const from = own[i % own.length]
      if (!from) continue
      const bytes = await change(i < own.length ? from.bytes : await copies(from.bytes, 85 - i), sent.length)
      sent.push({ task, bytes, atMs: 400 * sent.length })
    }
  }
  return sent
}

/** Rendered people are more alike than real ones. The embedder separates these pairs as well as it does real people. */
const dissimilar: Readonly<Record<number, number>> = { 1: 14, 2: 9, 3: 4, 4: 9 }
const dissimilarTo = (seed: number): number => dissimilar[seed] ?? (seed % 2 ? 2 : 1)

const filmOf = ({ family, started }: Situation, seed: number, take: number) =>
  film(seed, act(family, started, { seed, take }))

export const attacks: readonly Presentation[] = [
  {
    name: 'printed-photo',
    what: 'a print of a photo, moved nearer, pushed and tilted as the tasks ask',
    frames: ({ family, started, seed }) => encoded(present(family, started, seed, { kind: 'paper' })),
  },
  {
    name: 'photo-on-screen',
    what: 'the photo on a tablet, moved in the same way',
    frames: ({ family, started, seed }) => encoded(present(family, started, seed, { kind: 'screen' })),
  },
  {
    name: 'screen-replay',
    what: 'a film of the person doing all that is asked, shown on a screen that fills the picture',
    frames: async (situation) => encoded(shownOnScreen(filmOf(situation, situation.seed, 2), situation.seed)),
  },
  {
    name: 'warped-photo',
    what: 'a print that is bent while it is moved',
    frames: ({ family, started, seed }) =>
      encoded(present(family, started, seed, { kind: 'paper', isBent: true })),
  },
  {
    name: 'cut-out',
    what: 'a print cut along the face, with holes for the eyes, before the face of another',
    frames: ({ family, started, seed }) =>
      encoded(present(family, started, seed, { kind: 'paper', isCutOut: true, isBent: true })),
  },
  {
    name: 'replayed-session',
    what: 'the frames of an accepted session sent again, byte by byte',
    earlier: 'here',
    frames: (situation) => refilled(situation, async (bytes) => bytes),
  },
  {
    name: 're-encoded-session',
    what: 'the same, cut by 2 %, resized back, brightened and compressed anew',
    earlier: 'here',
    frames: (situation) => refilled(situation, recompressed),
  },
  {
    name: 'other-persons-frames',
    what: 'the last half of the frames are of another person',
    frames: async (situation) => {
      const own = await encoded(filmOf(situation, situation.seed, 3))
      const other = await encoded(filmOf(situation, dissimilarTo(situation.seed), 3))
      return own.map((frame, i) => (i < own.length / 2 ? frame : (other[i] as Sent)))
    },
  },
  {
    name: 'reordered',
    what: 'the frames of one session, each for another task',
    frames: async (situation) => {
      const own = await encoded(filmOf(situation, situation.seed, 4))
      return own.map((frame, i) => ({
        ...frame,
        bytes: (own[(i + 1 + (own.length >> 1)) % own.length] as Sent).bytes,
      }))
    },
  },
  {
    name: 'duplicated',
    what: 'one picture for all tasks, compressed differently each time',
    frames: async ({ family, started, seed }) => {
      const takes = act(family, started, { seed, take: 5 })
      const [only] = await encoded([{ task: '', atMs: 0, pixels: stolen(seed, started).pixels }])
      return Promise.all(
        takes.map(async ({ task, atMs }, i) => ({
          task,
          atMs,
          bytes: await copies(only?.bytes ?? new Uint8Array(), 95 - 3 * i),
        })),
      )
    },
  },
  {
    name: 'synthetic-head',
    what: 'a head drawn on command and sent as if from a camera',
    frames: async (situation) => encoded(filmOf(situation, situation.seed + 20, 6)),
  },
  {
    name: 'replay-mixed',
    what: 'half of the frames from one accepted session and half from another of the same person, compressed anew',
    earlier: 'here-or-elsewhere',
    earlierSessions: 2,
    frames: (situation) => refilled({ ...situation, earlier: [mixedSession(situation)] }, recompressed),
  },
  ...changes.map(
    (change): Presentation => ({
      name: `replay-changed-${change.name}`,
      what: `the frames of an accepted session, ${change.what}; for half of the people in another organisation`,
      earlier: 'here-or-elsewhere',
      frames: (situation) => changedReplay(situation, change),
    }),
  ),
]

/** Counted apart: a few of them may pass. */
export const bentReplays: readonly Presentation[] = bends.map((bend) => ({
  name: `bent-replay-${bend.name}`,
  what: `the frames of an accepted session, ${bend.what}; for half of the people in another organisation`,
  earlier: 'here-or-elsewhere',
  frames: (situation) => changedReplay(situation, bend),
}))

/** Every second frame of each task is of the other session. */
function mixedSession({ earlier: [one = [], other = []] }: Situation): Sent[] {
  const tasks = [...new Set(one.map(({ task }) => task))]
  return tasks.flatMap((task) => {
    const [first, second] = [one, other].map((session) => session.filter((frame) => frame.task === task))
    return (first ?? []).map((frame, i) => (i % 2 === 0 ? frame : (second?.[i] ?? frame)))
  })
}

const otherSide: Readonly<Record<string, string>> = {
  'turn-face-left': 'turn-face-right',
  'turn-face-right': 'turn-face-left',
}

async function changedReplay(situation: Situation, change: Change): Promise<Sent[]> {
  const { isMirrored } = chosenFor(change, situation.seed)
  const earlier = (situation.earlier[0] ?? []).map((frame) => ({
    ...frame,
    task: (isMirrored && otherSide[frame.task]) || frame.task,
  }))
  return refilled({ ...situation, earlier: [earlier] }, async (bytes, i) => {
    const seed = change.isAnewEachFrame ? 100 * situation.seed + i : situation.seed
    const { quality = 90, ...alteration } = chosenFor(change, seed)
    const decoding = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS })
    if ('fault' in decoding) throw new Error(`a frame ${decoding.fault}`)
    const { width, height, data } = altered(decoding.pixels, alteration)
    return sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
  })
}

async function recompressed(bytes: Uint8Array, i: number): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes).metadata()
  const cut = { width: Math.round(0.98 * width), height: Math.round(0.98 * height) }
  return sharp(bytes)
    .extract({ ...cut, left: Math.round(0.01 * width), top: Math.round(0.01 * height) })
    .resize(width, height, { fit: 'fill' })
    .linear(1.04, 3)
    .jpeg({ quality: 72 + (i % 3) })
    .toBuffer()
}
