// Tests how folders are made: with those above them, and with the path and a remedy where they cannot be.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { FolderUnusable, makeFolder, makeFolderSync, openFolderOf } from '../../src/system/make-folder.ts'

function folder(): string {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  return path
}

/** A function that never ends would hang these tests too, so it runs in a process that is killed. */
const inProcess = (name: 'makeFolder' | 'makeFolderSync', path: string) => {
  const module = new URL('../../src/system/make-folder.ts', import.meta.url).href
  const code = `import { ${name} } from ${JSON.stringify(module)}
    try { await ${name}(${JSON.stringify(path)}) } catch (error) { console.log(error.message) }`
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { timeout: 60_000 })
}

test.each(['makeFolder', 'makeFolderSync'] as const)('%s ends in /proc, and says why', async (name) => {
  const { stdout } = await inProcess(name, '/proc/nope/data')
  expect(stdout).toMatch(
    /^The folder \/proc\/nope\/data cannot be made: \/proc takes no folders.* \(ENOENT\)$/m,
  )
})

test('all folders on the way are made for their owner alone, once', async () => {
  const root = folder()
  expect(await makeFolder(join(root, 'a', 'b', 'c'))).toBe(join(root, 'a'))
  expect(statSync(join(root, 'a', 'b', 'c')).mode & 0o777).toBe(0o700)
  expect(await makeFolder(join(root, 'a', 'b', 'c'))).toBeUndefined()
  expect(makeFolderSync(join(root, 'a', 'd'))).toBe(join(root, 'a', 'd'))
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(root, 'at', 'once'))))
  expect(existsSync(join(root, 'at', 'once'))).toBe(true)
})

test('a file in the way is named, with the setting to change', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')]) {
    const open = () => openFolderOf('SELFSAME_DATA', path)
    expect(open).toThrow(FolderUnusable)
    expect(open).toThrow(`The folder ${path} cannot be made: ${file} is a file and no folder`)
    expect(open).toThrow(/Set SELFSAME_DATA to a folder that this user may write\.$/)
  }
})

test.skipIf(process.getuid?.() === 0)('a folder of somebody else is named, with how to get it', () => {
  const path = join(folder(), 'theirs')
  mkdirSync(path)
  chmodSync(path, 0o500)
  expect(() => openFolderOf('SELFSAME_DATA', path)).toThrow(
    new RegExp(`${path} may not be .* \\(EACCES\\)\\. Give it to this user \\(\`chown -R \\d+ ${path}\`\\)`),
  )
})
