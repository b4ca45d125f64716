// Tests the cache of networks: written once, checked at every opening, repaired when damaged, and skipped when it cannot be written.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { exportNetworks, prepareNetworks } from '../../src/models/cache.ts'
import { inspectNetworks } from '../../src/models/inspect.ts'
import { NetworkUnusable, rowNamed, sha256 } from '../../src/models/manifest.ts'
import type { Network } from '../../src/models/network.ts'
import { openNetwork } from '../../src/models/session.ts'

/** It is the smallest network. */
const row = rowNamed('face-blendshapes')
const fileName = `${row.name}-${row.sha256.slice(0, 8)}.onnx`

function freshFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  return join(folder.path, 'networks')
}

const prepare = (folder: string) => prepareNetworks(folder, [row])
const open = (folder: string) => openNetwork(row.name, folder)
const hashOf = (path: string) => sha256(readFileSync(path))

async function works(network: Network): Promise<void> {
  const { blendshapes } = await network.run(Float32Array.from({ length: 292 }, (_, i) => (37 * i) % 200))
  expect(blendshapes?.length).toBe(52)
  expect(blendshapes?.every((number) => number >= 0 && number <= 1)).toBe(true)
}

describe('preparing', () => {
  test('makes what is missing once, in a folder that is made too', async () => {
    const folder = freshFolder()
    expect(await prepare(folder)).toEqual([{ name: row.name, made: true }])
    expect(readdirSync(folder)).toEqual([fileName])
    expect(hashOf(join(folder, fileName))).toBe(row.sha256)
    const before = statSync(join(folder, fileName)).mtimeMs
    expect(await prepare(folder)).toEqual([{ name: row.name, made: false }])
    expect(statSync(join(folder, fileName)).mtimeMs).toBe(before)
  })

  test('by several at once leaves one whole file', async () => {
    const folder = freshFolder()
    await Promise.all(Array.from({ length: 5 }, () => prepare(folder)))
    expect(readdirSync(folder)).toEqual([fileName])
    await works(await open(folder))
  })

  test('leaves what others left there alone', async () => {
    const folder = freshFolder()
    mkdirSync(folder)
    mkdirSync(join(folder, `${fileName}.4711`))
    writeFileSync(join(folder, 'face-mesh-00000000.onnx'), 'old')
    expect(await prepare(folder)).toEqual([{ name: row.name, made: true }])
    expect(readdirSync(folder).toSorted()).toEqual(
      ['face-mesh-00000000.onnx', fileName, `${fileName}.4711`].toSorted(),
    )
  })

  test('refuses a source that is not the one measured, also when the cache is sound', async () => {
    const folder = freshFolder()
    await prepare(folder)
    const wrong = { ...row, source: { ...row.source, sha256: 'f'.repeat(64) } }
    await expect(prepareNetworks(folder, [wrong])).rejects.toThrow(NetworkUnusable)
  })

  test('needs no package where the cache is sound, and names it and the mirror where it is not', async () => {
    const folder = freshFolder()
    await prepare(folder)
    const gone = { ...row, source: { ...row.source, package: 'a-package-that-vanished' } }
    const lost = { ...row, source: { ...row.source, file: 'a-file-that-vanished' } }
    for (const one of [gone, lost]) {
      expect(await prepareNetworks(folder, [one])).toEqual([{ name: row.name, made: false }])
      expect(await inspectNetworks(folder, [one])).toEqual([{ row: one, ready: true }])
      truncateSync(join(folder, fileName), 100)
      await expect(prepareNetworks(folder, [one])).rejects.toThrow(/vanished.*models --export/)
      expect((await inspectNetworks(folder, [one]))[0]?.fault).toMatch(/vanished/)
      await prepare(folder)
    }
  })

  test('exports what can be a cache, from a cache or without one', async () => {
    const [empty, mirror, again] = [freshFolder(), freshFolder(), freshFolder()]
    const bytes = expect.any(Number)
    expect(await exportNetworks(empty, mirror, [row, rowNamed('page-judge')])).toEqual({ files: 1, bytes })
    expect(existsSync(empty)).toBe(false)
    expect(readdirSync(mirror)).toEqual([fileName])
    expect(hashOf(join(mirror, fileName))).toBe(row.sha256)
    const gone = { ...row, source: { ...row.source, package: 'a-package-that-vanished' } }
    await exportNetworks(mirror, again, [gone])
    expect(hashOf(join(again, fileName))).toBe(row.sha256)
  })

  test('refuses what did not convert as it should, and keeps nothing of it', async () => {
    const folder = freshFolder()
    const wrong = { ...row, sha256: 'f'.repeat(64) }
    const refusal = prepareNetworks(folder, [wrong])
    await expect(refusal).rejects.toThrow(NetworkUnusable)
    await expect(refusal).rejects.toThrow(new RegExp(`${row.name}.*${row.sha256}.*${wrong.sha256}.*report`))
    expect(existsSync(folder)).toBe(false)
  })

  test.each([
    ['the folder is a file', (folder: string) => writeFileSync(folder, '')],
    [
      'a folder stands in the place of the file',
      (folder: string) => mkdirSync(join(folder, fileName), { recursive: true }),
    ],
  ])('fails where it cannot keep, and leaves nothing unfinished: %s', async (_what, spoil) => {
    const folder = freshFolder()
    spoil(folder)
    await expect(prepare(folder)).rejects.toThrow()
    if (statSync(folder).isDirectory()) expect(readdirSync(folder)).toEqual([fileName])
  })
})

describe('opening', () => {
  test('takes it from the cache', async () => {
    const folder = freshFolder()
    await prepare(folder)
    const before = statSync(join(folder, fileName)).mtimeMs
    const network = await open(folder)
    expect(network.row).toBe(row)
    await works(network)
    expect(statSync(join(folder, fileName)).mtimeMs).toBe(before)
  })

  test.each([
    ['cut short', (path: string) => truncateSync(path, 1000)],
    ['empty', (path: string) => truncateSync(path, 0)],
    ['other bytes', (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size, 7))],
    [
      'one bit turned',
      (path: string) => {
        const bytes = readFileSync(path)
        bytes[5000] = (bytes[5000] ?? 0) ^ 1
        writeFileSync(path, bytes)
      },
    ],
  ])('makes again what is damaged: %s', async (_how, damage) => {
    const folder = freshFolder()
    await prepare(folder)
    damage(join(folder, fileName))
    await works(await open(folder))
    expect(hashOf(join(folder, fileName))).toBe(row.sha256)
    damage(join(folder, fileName))
    expect(await prepare(folder)).toEqual([{ name: row.name, made: true }])
    expect(hashOf(join(folder, fileName))).toBe(row.sha256)
  })

  test('makes it, and the folder, when somebody removed them', async () => {
    const folder = freshFolder()
    await works(await open(folder))
    expect(readdirSync(folder)).toEqual([fileName])
  })

  test.each([
    ['the folder is a file', (folder: string) => writeFileSync(folder, '')],
    [
      'a folder stands in the place of the file',
      (folder: string) => mkdirSync(join(folder, fileName), { recursive: true }),
    ],
  ])('does without a cache where there can be none: %s', async (_what, spoil) => {
    const folder = freshFolder()
    spoil(folder)
    await works(await open(folder))
  })

  test('of a name that the manifest lacks fails', async () => {
    await expect(openNetwork('face-reader', freshFolder())).rejects.toThrow('face-reader')
  })
})

test('what a killed process left half written is removed, unless it may still be written', async () => {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  const [old, young] = ['face-mesh-00000000.onnx.old', 'face-mesh-00000000.onnx.young'].map((name) =>
    join(path, name),
  ) as [string, string]
  for (const file of [old, young]) writeFileSync(file, 'half')
  utimesSync(old, new Date(0), new Date(0))
  await prepareNetworks(path, [])
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})
