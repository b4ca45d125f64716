// Tests `selfsame webhook` as an operator uses it.
import { expect, test } from 'vitest'
import { installation } from './command-line.ts'

test('endpoints are added, listed, rotated and removed; what leads inside needs to be allowed', async () => {
  const at = installation()
  await at.run('org add acme')
  const refused = await at.run('webhook add acme http://127.0.0.1:9/hooks')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('SELFSAME_WEBHOOK_ALLOW')])
  const allow = { SELFSAME_WEBHOOK_ALLOW: '127.0.0.1:9' }
  const added = await at.run(
    'webhook add acme http://127.0.0.1:9/hooks --events verification.approved',
    allow,
  )
  expect([added.code, added.err]).toEqual([0, ''])
  const id = /whe_\w+/.exec(added.out)?.[0] ?? ''
  const secret = /whsec_\S+/.exec(added.out)?.[0] ?? ''
  expect(secret).not.toBe('')
  const listed = await at.run('webhook list acme --json')
  expect(JSON.parse(listed.out)).toMatchObject([
    { id, organisation: 'acme', state: 'enabled', isTest: false, events: ['verification.approved'] },
  ])
  expect(listed.out).not.toContain('whsec_')
  expect((await at.run('webhook add acme http://127.0.0.1:9/ --events nothing', allow)).err).toContain(
    'There is no event "nothing"',
  )
  const rotated = JSON.parse((await at.run(`webhook rotate ${id} --grace 24 --json`)).out) as {
    secret: string
  }
  expect(rotated.secret).not.toBe(secret)
  expect((await at.run(`webhook rotate ${id} --grace 99999`)).code).toBe(1)
  expect((await at.run('webhook deliveries acme')).out).toBe('There are none.\n')
  expect((await at.run('webhook deliveries acme --state gone')).code).toBe(1)
  expect((await at.run('webhook replay acme nothing')).err).toContain('There is no delivery')
  expect((await at.run(`webhook remove ${id}`)).code).toBe(0)
  expect((await at.run(`webhook remove ${id}`)).err).toContain('There is no endpoint')
  expect((await at.run('webhook list')).out).toContain('There is no endpoint yet')
})
