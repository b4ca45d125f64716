// Draws what the personas of the sandbox send: cards, chips and films of people who do not exist, kept with the server as files.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Kind, Side } from '../../src/documents/kinds/kinds.ts'
import { encodeJpeg } from '../../src/image/decode/image.ts'
import { vectorText } from '../../src/liveness/evidence.ts'
import { faceArea } from '../../src/liveness/face-box.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import { observeImage } from '../../src/vision/observe.ts'
import { encodePhotograph } from '../camera/encode.ts'
import { flatDocument } from '../camera/flat-document.ts'
import { sceneOf } from '../camera/levels.ts'
import { photocopyOf } from '../camera/mishaps.ts'
import { photograph } from '../camera/photograph.ts'
import type { Scene } from '../camera/scene.ts'
import { algorithmNamed } from '../chips/algorithms.ts'
import type { ChipBreak } from '../chips/breaks.ts'
import { makeChip } from '../chips/chip.ts'
import { bodyOf } from '../chips/commands.ts'
import { holderOf } from '../chips/groups.ts'
import { makeState, type State } from '../chips/state.ts'
import { portraitName } from '../documents/drawing/portrait.ts'
import type { BreakName } from '../documents/facts/record.ts'
import { portrayed } from '../documents/portraits/make.ts'
import { specimen } from '../documents/specimen.ts'
import { actProfile } from '../liveness/acting.ts'
import { seededDice } from '../person/dice.ts'
import { renderPerson } from '../person/render.ts'

const OUT = new URL('../../src/verifications/sandbox/specimens/', import.meta.url)

/** An adult whose card is valid until 2045, and a child with the same face, so that one film serves both. */
const HOLDER = { kind: 'cccd-chip', seed: 95 } as const
const CHILD = { kind: 'can-cuoc', seed: 19 } as const
/** Whose films there are, by the portrait of a card: rendered faces are more alike than those of people. */
const FILMS = {
  holder: portraitName(HOLDER.seed, 'm'),
  /** The skin of this one lives so little that a film of it leaves doubt. */
  'not-genuine': 'm09.jpg',
  /** About 60 percent. */
  stranger: 'f01.jpg',
}

interface CardAsk {
  readonly kind: Kind
  readonly seed: number
  readonly side?: Side
  readonly breaks?: BreakName
  readonly scene?: Partial<Scene>
  /** Its upper edge is lifted backwards; the picture is smaller, since the flat one is read. */
  readonly isTilted?: true
}

const CARDS: Readonly<Record<string, CardAsk>> = {
  'holder-front': HOLDER,
  'holder-back': { ...HOLDER, side: 'back' },
  'expired-front': { ...HOLDER, breaks: 'expired' },
  'expired-back': { ...HOLDER, side: 'back', breaks: 'expired' },
  'code-differs-front': { ...HOLDER, breaks: 'qr-mismatch' },
  'number-contradicts-front': { ...HOLDER, breaks: 'birth-year' },
  'zone-contradicts-back': { ...HOLDER, side: 'back', breaks: 'check-digit' },
  'two-people-back': { ...HOLDER, side: 'back', breaks: 'two-people' },
  'photocopy-front': { ...HOLDER, scene: { photocopy: photocopyOf(seededDice(HOLDER.seed, 1)) } },
  'old-front': { kind: 'cmnd-9', seed: HOLDER.seed },
  'old-back': { kind: 'cmnd-9', seed: HOLDER.seed, side: 'back' },
  'child-front': CHILD,
  'child-back': { ...CHILD, side: 'back' },
}

/** What a policy with `tilt` asks for beside them. */
const TILTED_CARDS: Readonly<Record<string, CardAsk>> = Object.fromEntries(
  Object.entries(CARDS)
    .filter(([, { side }]) => side !== 'back')
    .map(([name, ask]) => [name.replace(/front$/, 'tilted'), { ...ask, isTilted: true }]),
)

/** Sharp enough to be read, and small enough to lie in a repository. */
const FLAT = { longSide: 1400, quality: 80 }
const TILTED = { longSide: 860, quality: 50 }
const TILT_DEGREES = -15

async function card({
  side = 'front',
  scene: change = {},
  isTilted,
  ...which
}: CardAsk): Promise<Uint8Array> {
  const { sheets, cast } = specimen(which)
  const sheet = sheets.find((one) => one.side === side)
  if (!sheet) throw new Error(`a ${which.kind} has no ${side}`)
  const usual = sceneOf('clean', which.seed)
  const { longSide, quality } = isTilted ? TILTED : FLAT
  const scene: Scene = {
    ...usual,
    ...change,
    frame: { ...usual.frame, longSide },
    pose: { ...usual.pose, ...(isTilted && { focal: 0.8 }), quarterTurns: 0 },
    ...(isTilted && { lift: { tiltDegrees: TILT_DEGREES, turnDegrees: 0 } }),
    jpeg: { quality },
    orientation: 1,
  }
  return encodePhotograph(photograph([await flatDocument(sheet, cast, which.seed)], scene), scene)
}

const FRAME = { width: 360, height: 480 }
/** A walk asks for one frame of each task; each is the first of several takes. */
const TASKS = { 'keep-face-ahead': 3, 'turn-face-left': 3, 'turn-face-right': 3 }

/** Vectors by the names of films, as Base64 of 32-bit numbers: by them the server tells a persona from a person. */
const faces: Record<string, string> = {}

async function film(name: string, portrait: string): Promise<void> {
  const area = faceArea(FRAME)
  const who = portrayed(portrait)
  const takes = actProfile(who, {
    image_width: FRAME.width,
    image_height: FRAME.height,
    area_width: area.width,
    area_height: area.height,
    task_order: TASKS,
  })
  for (const task of Object.keys(TASKS)) {
    const take = takes.find((one) => one.task === task)
    if (!take) throw new Error(`nobody acts ${task}`)
    const bytes = await encodeJpeg(renderPerson(who, take.scene))
    faces[`${name}-${task}`] = await vectorOf(bytes)
    await write(`${name}-${task}.jpg`, bytes)
  }
}

const NETWORKS = fileURLToPath(new URL('../../data/networks', import.meta.url))

async function vectorOf(bytes: Uint8Array): Promise<string> {
  const ask = { search: 'frame', closely: 1, vector: true } as const
  const networks = await openFaceNetworks((network) => openNetwork(network, NETWORKS))
  const seen = await observeImage(networks, bytes, 1, ask)
  const vector = 'faces' in seen ? seen.faces[0]?.vector : undefined
  if (!vector) throw new Error('a film shows no face')
  return vectorText(vector)
}

const ALGORITHM = 'p256-sha256'

interface ChipPlan {
  readonly who: typeof HOLDER | typeof CHILD
  readonly state: State
  readonly breaks?: ChipBreak
}

/** Keys are made anew each time and thrown away with the process, so that no further chip of these states can be signed. */
async function chips(): Promise<void> {
  const { issued } = holderOf(HOLDER.kind, HOLDER.seed)
  const stateOf = (breaks?: ChipBreak) => makeState(algorithmNamed(ALGORITHM), issued, breaks)
  const [state, revoking] = [stateOf(), stateOf('signer-revoked')]
  const plans: Readonly<Record<string, ChipPlan>> = {
    holder: { who: HOLDER, state },
    child: { who: CHILD, state },
    'signer-unknown': { who: HOLDER, state: stateOf() },
    'signer-revoked': { who: HOLDER, state: revoking },
    'contradicts-itself': { who: HOLDER, state, breaks: 'zone-other' },
  }
  for (const [name, { who, ...plan }] of Object.entries(plans))
    await write(
      `chip-${name}.json`,
      `${JSON.stringify(bodyOf(await makeChip({ ...who, ...plan })), null, 1)}\n`,
    )
  const trusted = [state, revoking].map(({ root, revocations }) => ({
    certificate: Buffer.from(root.der).toString('base64'),
    revocations: Buffer.from(revocations).toString('base64'),
  }))
  await write('../../../documents/chip/test-states.json', `${JSON.stringify(trusted, null, 1)}\n`)
}

const written: string[] = []
async function write(name: string, bytes: Uint8Array | string): Promise<void> {
  await writeFile(new URL(name, OUT), bytes)
  written.push(name)
}

/** `cards`, `films`, `chips`; all without a word. */
const wanted = process.argv.slice(2)
const isWanted = (what: string) => wanted.length === 0 || wanted.includes(what)

await mkdir(OUT, { recursive: true })
sharp.concurrency(1)
if (isWanted('cards'))
  for (const [name, ask] of Object.entries({ ...CARDS, ...TILTED_CARDS }))
    await write(`${name}.jpg`, await card(ask))
if (isWanted('chips')) await chips()
if (isWanted('films')) {
  for (const [name, portrait] of Object.entries(FILMS).toSorted()) await film(name, portrait)
  const { name, version } = rowNamed('face-embedder')
  const known = { embedder: { name, version }, faces }
  await write('../../../vision/persona-faces.json', `${JSON.stringify(known, null, 2)}\n`)
}
console.log(`${fileURLToPath(OUT)}: ${written.length} files`)
