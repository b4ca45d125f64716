// Tests that weights/manifest.json has the shape its type says, and is right about every network.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import description from '../../package.json' with { type: 'json' }
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import { pageNetworkNames } from '../../src/documents/pages/networks.ts'
import { toOnnx } from '../../src/models/cache.ts'
import {
  isOurs,
  NetworkUnusable,
  networkRows,
  readSource,
  rowNamed,
  sha256,
} from '../../src/models/manifest.ts'
import manifest from '../../weights/manifest.json' with { type: 'json' }

const root = new URL('../../', import.meta.url)
const text = z.string().min(1)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const counting = z.int().positive()
const file = z.strictObject({ file: text, sha256: hash })

const picture = z.strictObject({
  name: text,
  shape: z.tuple([counting, z.literal(3), counting, counting]),
  width: counting,
  height: counting,
  order: z.enum(['rgb', 'bgr']),
  times: z.number().positive(),
  shift: z.number(),
  outside: z.union([z.literal('edge'), z.number().min(0).max(255)]),
})
/** A free dimension has a letter. */
const side = z.union([counting, z.string().regex(/^[A-Z]$/)])
const pictures = z.strictObject({
  ...picture.omit({ width: true, height: true }).shape,
  shape: z.tuple([side, z.literal(3), side, side]),
})
const numbers = z.strictObject({ name: text, shape: z.array(counting) })

/** The keys are those of NetworkRow in src/models/network.ts, and no others. */
const row = z.strictObject({
  name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  version: z.string().regex(/^\d+$/),
  purpose: text.endsWith('.'),
  origin: text,
  licence: z.enum(['Apache-2.0', 'MIT', 'BSD-2-Clause', 'BSD-3-Clause']),
  source: z.union([
    z.strictObject({
      package: text,
      version: text,
      file: text,
      sha256: hash,
      member: text.optional(),
      description: file.optional(),
    }),
    z.strictObject({ file: text.startsWith('weights/'), sha256: hash, charset: file.optional() }),
  ]),
  format: z.enum(['tflite', 'onnx', 'face-api']),
  sha256: hash,
  input: z.union([picture, pictures, numbers]),
  outputs: z.record(text, text).refine((outputs) => Object.keys(outputs).length > 0, 'no outputs'),
  thresholds: z.record(text, z.number()),
  figures: z.array(text),
})

describe('the manifest', () => {
  test('has the shape its type says', () => {
    const read = z.strictObject({ networks: z.array(row).min(8) }).safeParse(manifest)
    expect(read.error?.issues ?? []).toEqual([])
  })

  test('names every network once, and every converted file', () => {
    expect(new Set(networkRows.map(({ name }) => name)).size).toBe(networkRows.length)
    expect(new Set(networkRows.map(({ sha256 }) => sha256)).size).toBe(networkRows.length)
  })

  test('says of pictures the same in its shape and in its size', () => {
    for (const { name, input } of networkRows)
      if (input.width) expect([name, ...input.shape.slice(2)]).toEqual([name, input.height, input.width])
  })

  test('lists the networks that are opened, and no other', async () => {
    const opened = Object.values(await openTestNetworks()).flatMap((one) =>
      'row' in one ? [one.row.name] : [],
    )
    const listed = networkRows.map(({ name }) => name)
    // The page-finder is in both sets.
    expect([...new Set([...opened, ...pageNetworkNames])].toSorted()).toEqual(listed.toSorted())
  })
})

describe.each(networkRows.map((one) => [one.name, one] as const))('%s', (name, network) => {
  test.skipIf(isOurs(network))('comes from a package that is pinned, and installed, at that version', () => {
    const { package: from = '', version } = network.source
    expect((description.dependencies as Record<string, string>)[from]).toBe(version)
    const installed = readFileSync(new URL(`node_modules/${from}/package.json`, root), 'utf8')
    expect((JSON.parse(installed) as { version: string }).version).toBe(version)
  })

  test('has a card', () => {
    const card = new URL(`weights/cards/${name}.md`, root)
    expect(existsSync(card), `weights/cards/${name}.md is missing`).toBe(true)
    expect(readFileSync(card, 'utf8').length).toBeGreaterThan(500)
  })

  test('is the file that was measured, and converts to the one that was measured', async () => {
    expect(sha256(toOnnx(network, await readSource(network)))).toBe(network.sha256)
  })
})

describe('a source that is not as it should be', () => {
  const good = rowNamed('face-detector-short')
  const refusal = (source: Partial<typeof good.source>) =>
    readSource({ ...good, source: { ...good.source, ...source } }).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    )

  test('another hash: reported with network, file, package, both hashes and what to do', async () => {
    const wrong = '0'.repeat(64)
    const error = await refusal({ sha256: wrong })
    expect(error).toBeInstanceOf(NetworkUnusable)
    const { file, package: from, sha256: found } = good.source
    for (const part of [good.name, file, from ?? '', found, wrong, 'npm ci'])
      expect(error?.message).toContain(part)
    expect(error?.message).not.toContain('\n')
  })

  test('a description of another hash: reported with its own file', async () => {
    const described = rowNamed('face-expression')
    const wrong = '0'.repeat(64)
    const { description } = described.source
    const source = { ...described.source, description: { file: description?.file ?? '', sha256: wrong } }
    await expect(readSource({ ...described, source })).rejects.toThrow(
      new RegExp(`face-expression.*${description?.file}.*${description?.sha256}.*${wrong}`),
    )
  })

  test('a file that is not there: reported with network, file, package and what to do', async () => {
    const error = await refusal({ file: 'no/such.tflite' })
    expect(error).toBeInstanceOf(NetworkUnusable)
    for (const part of [good.name, 'no/such.tflite', good.source.package ?? '', 'npm ci'])
      expect(error?.message).toContain(part)
  })

  test('a package that is not there: reported with network, package and what to do', async () => {
    const error = await refusal({ package: 'no-such-package-of-networks' })
    expect(error).toBeInstanceOf(NetworkUnusable)
    for (const part of [good.name, 'no-such-package-of-networks', 'npm ci'])
      expect(error?.message).toContain(part)
  })
})
