// Tests `selfsame member` as an operator uses it: the first admin, a lost password, and somebody who left.
import { expect, test } from 'vitest'
import { testSettings } from '../../specimens/kit/servers/settings.ts'
import { members } from '../../src/commands/doctor-store.ts'
import { installation } from './command-line.ts'

test('members are invited, listed, reset and removed, each time in the audit trail', async () => {
  const at = installation()
  await at.run('org add acme')
  const made = await at.run('member invite acme Lan@Acme.Example --role admin', {
    SELFSAME_PUBLIC_URL: 'https://verify.example',
  })
  expect([made.code, made.err]).toEqual([0, ''])
  expect(made.out).toMatch(/link {5}https:\/\/verify\.example\/studio\/#\/join\/ssi_\w{49}\n/)
  const again = await at.run('member invite acme lan@acme.example --role viewer')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('has a member of this e-mail address')])
  expect((await at.run('member invite acme x@acme.example --role owner')).err).toContain('There is no role')
  expect((await at.run('member invite acme nowhere --role viewer')).err).toContain(
    'must be an e-mail address',
  )
  const [listed] = JSON.parse((await at.run('member list acme --json')).out)
  expect(listed).toMatchObject({ email: 'lan@acme.example', name: 'lan', role: 'admin', state: 'invited' })
  expect(await members(testSettings(at.data))).toEqual({
    advice: expect.stringContaining('no admin of acme can sign in'),
  })
  const reset = await at.run('member reset acme LAN@acme.example')
  expect(reset.out).toContain('Put the address of your server before it')
  expect((await at.run('member remove acme lan@acme.example')).code).toBe(0)
  expect((await at.run('member remove acme lan@acme.example')).err).toContain('has no member')
  const entries = (await at.run('audit export --since 2026-01-01')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { operation: string; status: number; memberId?: string })
  const done = entries.filter(
    ({ operation, status }) => operation.startsWith('command:member') && status === 200,
  )
  expect(done.map(({ operation, memberId }) => [operation, memberId])).toEqual([
    ['command:member invite', listed.id],
    ['command:member reset', listed.id],
    ['command:member remove', listed.id],
  ])
  expect((await at.run('audit verify')).code).toBe(0)
})
