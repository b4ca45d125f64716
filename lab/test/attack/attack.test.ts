// Tests the runner of the attacks: what it lists, what it refuses, and how it ends.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const attack = (...words: readonly string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['lab/attack/run.ts', ...words], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })

test('every attack has a name of its own, and the tests it refers to exist', async () => {
  const { said } = await attack('--list')
  const names = [...said.matchAll(/^\S+ {2}(\S+):/gm)].map(([, name]) => name)
  expect(names).toContain('smuggling')
  expect(new Set(names).size).toBe(names.length)
  const paths = [...said.matchAll(/\(more: ([^)]+)\)$/gm)].flatMap(([, list = '']) => list.split(', '))
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
})

test('attacks that held end with the target met', async () => {
  const { code, said } = await attack('--only', 'lock-file')
  expect(said).toMatch(/^held {7}lock-file\/changed-package: /m)
  expect(said).toMatch(/\ntarget attacks-fell 0 0 ok\n$/)
  expect(code).toBe(0)
})

test('an attack that nobody knows is no success', async () => {
  const { code, said } = await attack('--only', 'nothing-of-the-kind')
  expect(said).toContain('no attack and no theme named nothing-of-the-kind')
  expect(code).toBe(2)
})
