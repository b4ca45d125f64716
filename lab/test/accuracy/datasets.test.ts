// Tests the readers of labels and the split in halves, on labels written here and on the measurement data where present.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lfwPhotos, readLfwPairs, splitLfw } from '../../kit/datasets/faces.ts'
import { type Halves, splitHalves } from '../../kit/datasets/halves.ts'
import { DataMissing } from '../../kit/datasets/labels.ts'
import {
  coverOwner,
  readHeadTurns,
  readOcclusions,
  readRecaptures,
  readSmiles,
  readVideos,
  splitHeadTurns,
  splitOcclusions,
  splitRecaptures,
  splitSmiles,
  splitVideos,
} from '../../kit/datasets/liveness.ts'
import { clipFacts, readSpoofFrames, splitSpoofFrames } from '../../kit/datasets/spoof.ts'

function written(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-labels-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Checks that nobody is in both halves, and that nothing is lost. */
function expectApart<Item>(
  { tune, report }: Halves<Item>,
  items: readonly Item[],
  ownersOf: (item: Item) => string[],
) {
  const owners = new Set(tune.flatMap(ownersOf))
  expect(report.flatMap(ownersOf).filter((owner) => owners.has(owner))).toEqual([])
  expect(new Set([...tune, ...report])).toEqual(new Set(items))
  expect(tune.length + report.length).toBe(items.length)
}

describe('halves', () => {
  const frames = Array.from({ length: 60 }, (_, index) => ({ index, person: `person ${index % 15}` }))

  test('are people apart, as even as can be, and the same whatever the order of the list', () => {
    const halves = splitHalves(frames, ({ person }) => person)
    expectApart(halves, frames, ({ person }) => [person])
    const people = (items: readonly { person: string }[]) => new Set(items.map(({ person }) => person))
    expect(people(halves.tune).size).toBe(8)
    expect(people(splitHalves(frames.toReversed(), ({ person }) => person).tune)).toEqual(people(halves.tune))
  })

  test('follow the SHA-256 of the names, today and in a year', () => {
    // The hashes begin 06ad emil, 5557 anna, 6700 ben, 69db dora, f61f cara, and are taken in turn.
    const halves = splitHalves(['anna', 'ben', 'cara', 'dora', 'emil'], (name) => name)
    expect(halves).toEqual({ tune: ['ben', 'cara', 'emil'], report: ['anna', 'dora'] })
  })

  test('hold as many of each stratum', () => {
    const items = [...'aaaaaaabbbbccc'].map((stratum, index) => ({ stratum, index }))
    const { tune, report } = splitHalves(
      items,
      ({ index }) => String(index),
      ({ stratum }) => stratum,
    )
    const count = (half: typeof items, one: string) => half.filter(({ stratum }) => stratum === one).length
    for (const one of 'abc') expect(Math.abs(count(tune, one) - count(report, one))).toBeLessThanOrEqual(1)
    expect(tune.length).toBe(7)
  })
})

describe('readers', () => {
  test('name the set that is missing, and where its terms are', async () => {
    const folder = written({})
    await expect(readLfwPairs(folder)).rejects.toThrow(DataMissing)
    await expect(readLfwPairs(folder)).rejects.toThrow(/faces\/lfw.*terms.*README\.md/s)
  })

  test('refuse a label they do not know, and say which', async () => {
    const folder = written({
      'liveness/videos/labels.csv': 'file,label\na.mov,live\nb.mov,fake\n',
      'liveness/smile/labels.csv': 'file,smile,yaw_deg,pitch_deg,roll_deg\na.jpg,1,much,0,0\n',
      'liveness/head-turns/labels.csv': 'file,video,t_s\na.jpg,b\n',
    })
    await expect(readVideos(folder)).rejects.toThrow(/b\.mov.*label is none of live, replay/)
    await expect(readSmiles(folder)).rejects.toThrow(/yaw_deg is not a number/)
    await expect(readHeadTurns(folder)).rejects.toThrow(/labels\.csv: row 2/)
  })

  test('read pairs: paths are whole, people come from folders', async () => {
    const folder = written({
      'faces/lfw/pairs.csv':
        'file_a,file_b,same,fold\nA_B/A_B_0001.jpg,A_B/A_B_0002.jpg,1,1\nA_B/A_B_0001.jpg,C/C_0001.jpg,0,2\n',
    })
    const pairs = await readLfwPairs(folder)
    expect(pairs[1]).toEqual({
      fileA: join(folder, 'faces/lfw/A_B/A_B_0001.jpg'),
      fileB: join(folder, 'faces/lfw/C/C_0001.jpg'),
      personA: 'A_B',
      personB: 'C',
      same: false,
      fold: 2,
    })
    expect(lfwPhotos(pairs)).toHaveLength(3)
    expect(splitLfw(pairs)).toEqual({ tune: [pairs[0]], report: [pairs[1]] })
  })

  test('know what the name of a clip tells', () => {
    expect(clipFacts('attack__hand__attack_highdef_client116_session01_highdef_photo_controlled')).toEqual({
      client: 'client116',
      light: 'controlled',
      held: 'hand',
      shows: 'photo',
    })
    expect(clipFacts('real__real__client003_session01_webcam_authenticate_adverse_1')).toEqual({
      client: 'client003',
      light: 'adverse',
      held: undefined,
      shows: undefined,
    })
    expect(() => clipFacts('somebody')).toThrow(/somebody/)
  })

  test('know whose photo a cover is on', () => {
    expect(coverOwner('bare-0_0_anhu_0189.jpg')).toBe(coverOwner('bare-1_0_anhu_0008.jpg'))
    expect(coverOwner('mask-0_0_0_copy_3.jpg')).toBe(coverOwner('mask-0_0_0.jpg'))
    expect(coverOwner('mask-1_0_14_copy.jpg')).toBe('mask-1_0_14')
    expect(coverOwner('none-001474.jpg')).not.toBe(coverOwner('none-001475.jpg'))
    expect(coverOwner('bare-augmented_image_71.jpg')).toBe('bare-augmented_image_71')
  })
})

const data = fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/** Only the shape of the data is checked, because its files may change. */
describe.skipIf(!existsSync(data))('the measurement data', () => {
  test('of faces parts people by fold', async () => {
    const pairs = await readLfwPairs(data)
    expect(lfwPhotos(pairs).every(existsSync)).toBe(true)
    expectApart(splitLfw(pairs), pairs, ({ personA, personB }) => [personA, personB])
  })

  test('of spoofing has all kinds and live clips in both halves, and each client in one', async () => {
    const frames = await readSpoofFrames(data)
    expect(frames.every(({ file }) => existsSync(file))).toBe(true)
    const halves = splitSpoofFrames(frames)
    expectApart(halves, frames, ({ client, clip }) => [client, clip])
    for (const half of [halves.tune, halves.report]) {
      expect(new Set(half.map(({ kind }) => kind))).toEqual(
        new Set([undefined, 'print', 'mobile', 'highdef']),
      )
      expect(half.length / frames.length).toBeGreaterThan(0.4)
    }
  })

  test('of liveness and recapture parts people, videos and subjects', async () => {
    const turns = await readHeadTurns(data)
    expectApart(splitHeadTurns(turns), turns, ({ video }) => [video])
    const smiles = await readSmiles(data)
    expectApart(splitSmiles(smiles), smiles, ({ file }) => [file])
    const faces = await readOcclusions(data)
    expectApart(splitOcclusions(faces), faces, ({ owner }) => [owner])
    const videos = await readVideos(data)
    expectApart(splitVideos(videos), videos, ({ file }) => [file])
    const photos = await readRecaptures(data)
    expectApart(splitRecaptures(photos), photos, ({ subject }) => [subject])
    const files = [turns, smiles, faces, videos, photos].flat().map(({ file }) => file)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })
})
