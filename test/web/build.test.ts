// Tests when the studio is rebuilt: whenever one of its sources has changed, and never otherwise.
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { browserFiles, browserPaths } from '../../web/browser-files.ts'
import { hashOfSources } from '../../web/sources.ts'
import { freshStudio } from '../kit/built-studio.ts'

const root = temporaryFolder()
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root.path, path)), { recursive: true })
  writeFileSync(join(root.path, path), text)
}
const fileOf = (path: string): string => (path.endsWith('.ts') ? path : `${path}/deep/one.ts`)
const shared = browserPaths.map(fileOf)
/** One door of each group, and one file behind it: all come from the same list. */
const someShared = browserFiles.flatMap(({ doors, behind = [] }) =>
  [doors.at(-1), behind.at(-1)].flatMap((path) => (path === undefined ? [] : [fileOf(path)])),
)
const sources = [
  'client/src/index.ts',
  'client/verify/define.ts',
  'package-lock.json',
  'tsconfig.json',
  'web/index.html',
  'web/src/a/b.tsx',
]

beforeAll(() => {
  for (const path of [...sources, 'weights/manifest.json', ...shared]) write(path, 'first')
})
afterAll(() => root.remove())

describe('the hash of the sources', () => {
  test.each([...sources, 'weights/manifest.json', ...someShared])(
    'changes with %s, and back',
    async (path) => {
      const before = await hashOfSources(root.path)
      write(path, 'second')
      expect(await hashOfSources(root.path)).not.toBe(before)
      write(path, 'first')
      expect(await hashOfSources(root.path)).toBe(before)
    },
  )

  test('changes with a file that is added, and with one that is renamed', async () => {
    const before = await hashOfSources(root.path)
    write('web/src/new.ts', 'first')
    const added = await hashOfSources(root.path)
    rmSync(join(root.path, 'web/src/new.ts'))
    write('web/src/newer.ts', 'first')
    expect(new Set([before, added, await hashOfSources(root.path)]).size).toBe(3)
    rmSync(join(root.path, 'web/src/newer.ts'))
  })

  test('does not change with what was built, nor with what the studio does not share', async () => {
    const before = await hashOfSources(root.path)
    for (const path of [
      'web/dist/index.html',
      'web/dist.old-7/index.html',
      'src/http/route.ts',
      'docs/reference/api.md',
    ])
      write(path, 'made')
    expect(await hashOfSources(root.path)).toBe(before)
  })
})

test('a studio that is fresh is not built again, and nothing is said', async () => {
  await freshStudio()
  const build = fileURLToPath(new URL('../../web/build.ts', import.meta.url))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [build, '--if-old'])
  expect([stdout, stderr]).toEqual(['', ''])
})
