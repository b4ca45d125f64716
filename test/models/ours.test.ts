// Tests networks trained here: they are run from weights/ as they are, checked like all others, never converted or cached.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { areKept, isReady, loadNetwork, prepareNetworks } from '../../src/models/cache.ts'
import { NetworkUnusable, readCharset, readSource, rowNamed, sha256 } from '../../src/models/manifest.ts'
import type { NetworkRow } from '../../src/models/network.ts'

/** Any file of the project will do, because nothing is opened as a network here. */
const file = 'weights/golden/faces.json'
const bytes = readFileSync(new URL(`../../${file}`, import.meta.url))
const listed = 'test/models/letters.json'
const list = readFileSync(new URL('./letters.json', import.meta.url))
const wrong = '0'.repeat(64)

const ours = (source: Partial<NetworkRow['source']> = {}): NetworkRow => {
  const { source: _, ...row } = rowNamed('face-mesh')
  return {
    ...row,
    name: 'letter-reader',
    format: 'onnx',
    sha256: sha256(bytes),
    source: { file, sha256: sha256(bytes), charset: { file: listed, sha256: sha256(list) }, ...source },
  }
}

function freshFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  return join(folder.path, 'networks')
}

test('is ready as it lies there, and no copy is made', async () => {
  const folder = freshFolder()
  expect(await isReady(ours(), folder)).toBe(true)
  expect(await areKept(folder, [ours()])).toBe(true)
  expect(await prepareNetworks(folder, [ours()])).toEqual([{ name: 'letter-reader', made: false }])
  expect(Buffer.compare(await loadNetwork(ours(), folder), bytes)).toBe(0)
  expect(existsSync(folder)).toBe(false)
})

test('carries its characters, checked too', async () => {
  expect(await readCharset(ours())).toEqual(['a', 'ắ', '<'])
  expect(await readCharset(rowNamed('face-mesh'))).toBeUndefined()
  const row = ours({ charset: { file: listed, sha256: wrong } })
  await expect(readSource(row)).rejects.toThrow(new RegExp(`letter-reader.*${listed}.*${wrong}`))
})

test.each([
  ['changed', ours({ sha256: wrong }), [file, sha256(bytes), wrong]],
  ['missing', ours({ file: 'weights/no-such.onnx' }), ['weights/no-such.onnx']],
])('that is %s is reported in a sentence that does not suggest npm', async (_how, row, parts) => {
  const error: Error = await loadNetwork(row, freshFolder()).then(
    () => new Error('it was opened'),
    (thrown: Error) => thrown,
  )
  expect(error).toBeInstanceOf(NetworkUnusable)
  for (const part of ['letter-reader', 'Selfsame again', ...parts]) expect(error.message).toContain(part)
  expect(error.message).not.toMatch(/npm ci|undefined|\n/)
})
