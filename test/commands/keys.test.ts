// Tests selfsame keys rotate: everything still opens afterwards, even when it is killed or run twice at once.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addOrganisation } from '../../src/organisations/manage.ts'
import { allKeys, findOrganisation } from '../../src/store/records/organisations.ts'
import { type Installation, installation } from './command-line.ts'

/** Makes two organisations with three files each. */
function furnish(at: Installation, masterKey?: string): Promise<void> {
  return at.withStore(async (store) => {
    for (const name of ['acme', 'other']) {
      await addOrganisation(store, name, Date.now())
      const owner = await findOrganisation(store.database, name)
      const files = ['a', 'b', 'c'].map((id) => ({ id, bytes: Buffer.from(`${id} of ${name}`) }))
      await store.vault.keep(owner?.id ?? '', files, async () => undefined)
    }
  }, masterKey)
}

/** Opens everything, and answers which key versions and master keys are in use. */
function opened(at: Installation, masterKey?: string): Promise<{ versions: number[]; masters: string[] }> {
  return at.withStore(async (store) => {
    for (const name of ['acme', 'other']) {
      const owner = await findOrganisation(store.database, name)
      for (const id of ['a', 'b', 'c'])
        expect((await store.vault.read(owner?.id ?? '', id))?.toString()).toBe(`${id} of ${name}`)
    }
    const keys = await allKeys(store.database)
    return {
      versions: keys.map((key) => key.version).sort(),
      masters: [...new Set(keys.map((key) => key.masterId))],
    }
  }, masterKey)
}

const keyFile = (at: Installation) => join(at.data, 'master.key')
const keysInFile = (at: Installation) => readFileSync(keyFile(at), 'utf8').trim().split('\n')

test('a new master key takes the place of the old one, in a file that only its owner can read', async () => {
  const at = installation()
  await furnish(at)
  const [before] = keysInFile(at)
  const { code, out } = await at.run('keys rotate --master')
  expect(code).toBe(0)
  expect(out).toContain('2 organisation keys are now wrapped by master key')
  expect(keysInFile(at)).toHaveLength(1)
  expect(keysInFile(at)).not.toContain(before)
  expect(statSync(keyFile(at)).mode & 0o777).toBe(0o600)
  expect(readdirSync(at.data).filter((name) => name.startsWith('master.key'))).toEqual(['master.key'])
  expect(out).toContain((await opened(at)).masters[0])
  expect(out).not.toContain(keysInFile(at)[0])
})

test('a rotation of the master key killed at any moment leaves everything open', async () => {
  const at = installation()
  await furnish(at)
  const whole = performance.now()
  await at.run('keys rotate --master')
  const tookMs = performance.now() - whole
  for (let round = 0; round < 3; round++) {
    const { child, ended } = at.start('keys rotate --master')
    await sleep(tookMs * (0.6 + round * 0.1))
    child.kill('SIGKILL')
    await ended
    await opened(at)
  }
  expect((await at.run('keys rotate --master')).code).toBe(0)
  expect(keysInFile(at)).toHaveLength(1)
  expect((await opened(at)).masters).toHaveLength(1)
})

test('master keys rotated by several at once lose nothing', async () => {
  const at = installation()
  await furnish(at)
  await Promise.all([1, 2, 3].map(() => at.run('keys rotate --master')))
  expect((await opened(at)).masters).toHaveLength(1)
})

test('a master key from a setting is rotated with both given, and then opens alone', async () => {
  const at = installation()
  const [old, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]
  await furnish(at, old)
  const alone = await at.run('keys rotate --master', { SELFSAME_MASTER_KEY: old })
  expect(alone.code).toBe(1)
  expect(alone.err).toContain('Put the new key before the old one')
  const both = await at.run('keys rotate --master', { SELFSAME_MASTER_KEY: `${fresh},${old}` })
  expect([both.code, both.err]).toEqual([0, ''])
  expect(both.out).toContain('take the old key out of SELFSAME_MASTER_KEY')
  await opened(at, fresh)
  await expect(opened(at, old)).rejects.toThrow('Put the right master key in place')
  for (const key of [fresh, old]) expect(both.out).not.toContain(key.slice(0, 10))
})

test('new keys for all, with everything sealed again, leave one key each', async () => {
  const at = installation()
  await furnish(at)
  expect((await at.run('keys rotate --org acme')).out).toBe('acme: key version 2 seals from now on\n')
  expect((await opened(at)).versions).toEqual([1, 1, 2])
  const { code, out, err } = await at.run('keys rotate --all --reseal')
  expect(code).toBe(0)
  expect(out).toContain('acme: key version 3, everything sealed with it')
  expect(out).toContain('other: key version 2, everything sealed with it')
  expect(err).toContain('acme: 3/3')
  expect((await opened(at)).versions).toEqual([2, 3])
})

test('a damaged file is named with a sentence when everything is sealed again', async () => {
  const at = installation()
  await furnish(at)
  await at.withStore(async (store) => {
    for await (const key of store.files.list('')) await store.files.put(key, Buffer.alloc(50))
  })
  const { code, out, err } = await at.run('keys rotate --all --reseal')
  expect(code).toBe(1)
  expect(err).toContain('file:a')
  expect(out + err).not.toMatch(/\bat .*\.ts/)
})
