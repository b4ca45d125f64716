// Makes the samples of the studio anew: photographs of documents and people who do not exist. `node web/make-samples.ts`
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { flatDocument } from '../specimens/camera/flat-document.ts'
import { sceneOf } from '../specimens/camera/levels.ts'
import { photograph } from '../specimens/camera/photograph.ts'
import { portraitOf, type Sex } from '../specimens/documents/drawing/portrait.ts'
import { specimen } from '../specimens/documents/specimen.ts'
import { seededDice } from '../specimens/person/dice.ts'
import { type Person, person } from '../specimens/person/person.ts'
import { renderPerson, type Scene } from '../specimens/person/render.ts'
import type { Kind } from '../src/documents/kinds/kinds.ts'
import type { Pixels } from '../src/image/pixels.ts'

const FOLDER = new URL('src/samples/', import.meta.url)
/** A woman; on each kind of document with another life. */
const SEED = 134
const SEX: Sex = 'f'
const COMPANY_SEED = 5

interface Photo {
  readonly name: string
  readonly kind: Kind
  readonly side?: 'front' | 'back'
  readonly seed?: number
  /** The size of the picture that is written. */
  readonly width: number
  readonly quality: number
}

const photos: readonly Photo[] = [
  { name: 'card-front', kind: 'cccd-chip', width: 1000, quality: 56 },
  { name: 'card-back', kind: 'cccd-chip', side: 'back', width: 960, quality: 50 },
  { name: 'passport', kind: 'passport-new', width: 960, quality: 52 },
  { name: 'licence-front', kind: 'licence-pet', width: 960, quality: 52 },
  { name: 'licence-back', kind: 'licence-pet', side: 'back', width: 900, quality: 48 },
  { name: 'certificate', kind: 'business-registration', seed: COMPANY_SEED, width: 1100, quality: 46 },
]

async function write(
  name: string,
  { data, width, height }: Pixels,
  wide: number,
  quality: number,
): Promise<number> {
  const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: wide })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
  await writeFile(new URL(`${name}.jpg`, FOLDER), bytes)
  return bytes.length
}

async function takePhoto({
  name,
  kind,
  side = 'front',
  seed = SEED,
  width,
  quality,
}: Photo): Promise<number> {
  const { sheets, cast } = specimen({ kind, seed })
  const sheet = sheets.find((each) => each.side === side && each.page === 1)
  if (!sheet) throw new Error(`${kind} has no ${side}`)
  const usual = sceneOf('clean', seed)
  const scene = {
    ...usual,
    frame: { ...usual.frame, hold: 'along' as const },
    pose: {
      ...usual.pose,
      quarterTurns: 0,
      rollDegrees: 2.5,
      tiltDegrees: 6,
      turnDegrees: -5,
      fill: 0.84,
      x: 0,
      y: 0,
    },
    background: { ...usual.background, kind: 'wood' as const },
  }
  const taken = photograph([await flatDocument(sheet, cast, seed)], scene)
  return write(name, taken.pixels, width, quality)
}

/** The person of the portrait on the card: chosen and made milder as `specimens/documents/portraits/make.ts` does. */
function holder(): Person {
  const folder = new URL('../specimens/documents/portraits/', import.meta.url)
  const wanted = portraitOf(SEED, SEX).replace(/^.*,/, '')
  const pool = readdirSync(folder)
    .filter((name) => name.startsWith(SEX) && name.endsWith('.jpg'))
    .sort()
  const index = pool.findIndex((name) => readFileSync(new URL(name, folder)).toString('base64') === wanted)
  let found = -1
  for (let seed = 1; ; seed++) {
    const { look, shape } = person(seed)
    const isWoman = seededDice(seed, 1).next() < 0.5
    const { skin, hair, iris, beard, moustache } = look
    const suits = skin[0] > 0.36 && hair[0] < 0.05 && iris[2] < 0.04 && beard < 0.5 && moustache < 0.6
    if (isWoman && suits) found++
    if (found === index) {
      const milder = Object.entries(shape).map(([part, value]) => [part, value * 0.55])
      return { ...person(seed), shape: Object.fromEntries(milder) as Person['shape'] }
    }
  }
}

const SIZE = { width: 720, height: 960 }
const faces: readonly { name: string; who: () => Person; scene: Partial<Scene> }[] = [
  {
    name: 'face',
    who: holder,
    scene: { yawDegrees: 6, pitchDegrees: 2, smile: 0.35, distanceCm: 42, room: 4 },
  },
  {
    name: 'face-again',
    who: holder,
    scene: { yawDegrees: -7, smile: 0, distanceCm: 38, room: 1, light: { side: 0.5 } },
  },
  {
    name: 'face-other',
    who: () => person(7),
    scene: { yawDegrees: 3, smile: 0.2, distanceCm: 42, room: 6 },
  },
]

await mkdir(FOLDER, { recursive: true })
const sizes: [string, number][] = []
for (const photo of photos) sizes.push([photo.name, await takePhoto(photo)])
for (const { name, who, scene } of faces)
  sizes.push([name, await write(name, renderPerson(who(), { ...SIZE, ...scene }), 480, 72)])
for (const [name, bytes] of sizes) process.stdout.write(`${name}.jpg ${(bytes / 1000).toFixed(1)} kB\n`)
process.stdout.write(`in all ${(sizes.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000).toFixed(1)} kB\n`)
