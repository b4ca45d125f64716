// Tests `selfsame api-key` as an operator uses it, beside a running server that obeys at once.
import { expect, test } from 'vitest'
import { bearer } from '../kit/api-keys.ts'
import { type Installation, installation } from './command-line.ts'

const keyIn = (text: string): string => /\bssk_(?:live|test)_\w+/.exec(text)?.[0] ?? ''
const idIn = (key: string): string => key.split('_')[2] ?? ''

const listed = async (at: Installation, of = '') =>
  JSON.parse((await at.run(`api-key list ${of} --json`)).out) as Record<string, unknown>[]

async function served(at: Installation) {
  const running = at.start('serve', { SELFSAME_LOG_FORMAT: 'json' })
  await running.until(/"url":"[^"]+"/)
  const url = /"url":"([^"]+)"/.exec(running.output())?.[1] ?? ''
  return async (key: string) =>
    (await fetch(`${url}/organisation`, { headers: { authorization: bearer(key) } })).status
}

test('keys are created, listed, used, rotated and revoked beside a running server', async () => {
  const at = installation()
  await at.run('org add acme')
  await at.run('org add other')
  const created = await at.run('api-key create acme onboarding --scope liveness,documents --expires 90d')
  expect([created.code, created.err]).toEqual([0, ''])
  const key = keyIn(created.out)
  const id = idIn(key)
  expect(created.out).toContain(`id       ${id}\n`)
  expect(created.out).toContain('shown this once')
  const json = JSON.parse((await at.run('api-key create other batch --scope all --expires never --json')).out)
  expect(json).toMatchObject({ organisation: 'other', scopes: ['all'], expiresAt: null, id: idIn(json.key) })

  const status = await served(at)
  expect([await status(key), await status(json.key)]).toEqual([200, 200])

  const rotated = await at.run(`api-key rotate ${id} --grace 2`)
  expect(rotated.out).toContain('The old key works for 2 more hours.')
  const second = keyIn(rotated.out)
  expect([idIn(second), await status(key), await status(second)]).toEqual([id, 200, 200])
  const again = await at.run(`api-key rotate ${id} --expires 1d --json`)
  const third = keyIn(again.out)
  expect([await status(key), await status(second), await status(third)]).toEqual([401, 401, 200])

  expect(await listed(at)).toMatchObject([
    { id, name: 'onboarding', organisation: 'acme', scopes: ['documents', 'liveness'], state: 'good' },
    { id: json.id, name: 'batch', organisation: 'other', state: 'good', expiresAt: null },
  ])
  await expect
    .poll(() => listed(at, 'other'), { timeout: 120_000 })
    .toMatchObject([{ id: json.id, lastUsedAt: expect.any(String) }])
  const table = await at.run('api-key list')
  expect(table.out).toMatch(
    new RegExp(`^${id} {2}good +acme +onboarding +documents,liveness +expires 20`, 'm'),
  )
  expect(table.out + JSON.stringify(await listed(at))).not.toContain('ssk_')

  // One by its id, one as it was found in the open.
  const revoked = await at.run(`api-key revoke ${id} ${json.key}`)
  expect(revoked.out.match(/is revoked: every server refuses it from now on/g)).toHaveLength(2)
  expect(revoked.out).not.toContain('ssk_')
  expect([await status(third), await status(json.key)]).toEqual([401, 401])
  expect((await at.run(`api-key revoke ${id}`)).out).toContain('was revoked before')
  expect((await at.run(`api-key rotate ${id}`)).err).toContain('It is revoked, and stays so')
  expect(await listed(at)).toMatchObject([{ state: 'revoked' }, { state: 'revoked' }])
})

test('the audit trail names the key of every act, and still verifies', async () => {
  const at = installation()
  await at.run('org add acme')
  const id = idIn(keyIn((await at.run('api-key create acme one --scope all')).out))
  await at.run(`api-key rotate ${id}`)
  await at.run(`api-key revoke ${id}`)
  await at.run('api-key create acme quiet --scope all', { SELFSAME_AUDIT: 'off' })
  const lines = (await at.run('audit export --since 2026-01-01')).out.trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const named = entries.filter(({ apiKeyId }) => apiKeyId !== '')
  expect(named.map(({ operation, status, apiKeyId }) => [operation, status, apiKeyId])).toEqual(
    ['create', 'rotate', 'revoke'].flatMap((word) => [
      [`command:api-key ${word}`, 102, id],
      [`command:api-key ${word}`, 200, id],
    ]),
  )
  expect(new Set(named.map(({ organisationId }) => organisationId)).size).toBe(1)
  expect((await at.run('audit verify')).out).toContain('The audit trail is whole')
})

test('an expired key is rotated only with a new end, and a name that cannot be shown is refused', async () => {
  const at = installation()
  await at.run('org add acme')
  const id = idIn(keyIn((await at.run('api-key create acme old --scope all --expires 1min')).out))
  await at.withStore(({ database }) =>
    database.query('UPDATE api_keys SET expires_at = 1 WHERE id = $1', [id]).then(() => undefined),
  )
  expect(await listed(at)).toMatchObject([{ state: 'expired' }])
  expect((await at.run(`api-key rotate ${id}`)).err).toContain('It has expired')
  expect((await at.run(`api-key rotate ${id} --expires never`)).code).toBe(0)
  expect(await listed(at)).toMatchObject([{ state: 'good', expiresAt: null }])
  const { code, err } = await at.run(`api-key create acme ${'x'.repeat(65)} --scope all`)
  expect([code, err]).toEqual([
    1,
    'The name of a key is 1 to 64 characters, without a space at either end.\n',
  ])
  expect((await at.run('api-key create acme x')).err).toContain('--scope')
})

test('a key of the sandbox says so, is listed as one, and stays one when it gets a new secret', async () => {
  const at = installation()
  await at.run('org add acme')
  const created = await at.run('api-key create acme trying --scope verifications --test')
  expect(created.out).toMatch(/\bssk_test_/)
  expect(created.out).toContain('key of the sandbox')
  const live = await at.run('api-key create acme real --scope verifications')
  expect(live.out).toMatch(/\bssk_live_/)
  expect(live.out).not.toContain('sandbox')
  expect(await listed(at)).toMatchObject([
    { name: 'trying', isTest: true },
    { name: 'real', isTest: false },
  ])
  expect((await at.run('api-key list')).out).toMatch(/trying +verifications,\(test\)/)
  const rotated = await at.run(`api-key rotate ${idIn(keyIn(created.out))}`)
  expect(rotated.out).toMatch(/\bssk_test_/)
})
