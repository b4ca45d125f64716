// Tests selfsame audit and selfsame receipt as a person types them: sentences, exit codes, and what works offline.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditEvent, recordedBy, tamper } from '../../specimens/kit/records/audit-trail.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { openTrail } from '../../src/audit/trail.ts'
import { currentKey } from '../../src/receipts/keys.ts'
import { receiptOf } from '../../src/receipts/receipt.ts'
import { newSigningKey, signReceipt } from '../../src/receipts/signature.ts'
import { type Installation, installation } from './command-line.ts'

const furnish = (at: Installation): Promise<void> =>
  at.withStore(async ({ database }) => {
    const trail = openTrail({ database, now: Date.now, isOn: true })
    for (let turn = 1; turn <= 4; turn++)
      await recordedBy(trail, auditEvent(`request-${turn}`, { at: Date.UTC(2026, 0, turn) }))
  })

interface Line {
  readonly at: string
  readonly operation: string
  readonly status: number
  readonly organisationId: string
  readonly requestId: string
}
const exported = async (at: Installation, since: string): Promise<Line[]> =>
  (await at.run(`audit export --since ${since}`)).out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

describe('audit', () => {
  test('verify says that it is whole, then what was changed; a head shows what was cut', async () => {
    const at = installation()
    await furnish(at)
    const head = (await at.run('audit head')).out.trim()
    expect(head).toMatch(/^[0-9a-f]{64}$/)
    const whole = await at.run(`audit verify --head ${head}`)
    expect([whole.code, whole.out]).toEqual([0, 'The audit trail is whole: 4 entries in 2 chains.\n'])
    expect((await at.run('audit verify')).out).toContain('Without --head')
    const unknown = await at.run(`audit verify --head ${'0'.repeat(64)}`)
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('is nowhere in the trail')])
    expect((await at.run('audit verify --head nonsense')).code).toBe(1)
    expect((await at.run('audit verify --from 0')).code).toBe(1)
    await at.withStore(({ database }) => tamper(database, 'DELETE FROM audit_entries WHERE number = 4'))
    const cut = await at.run('audit verify')
    expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('the end of that chain was cut off')])
    await at.withStore(({ database }) =>
      tamper(database, 'UPDATE audit_entries SET status = 1 WHERE number = 2'),
    )
    expect((await at.run('audit verify')).err).toContain('Entry 2 of chain number 1')
  })

  test('export prints a line an entry, from a date on', async () => {
    const at = installation()
    await furnish(at)
    expect((await exported(at, '2026-01-03')).map(({ requestId }) => requestId)).toEqual([
      'request-3',
      'request-4',
    ])
    expect((await exported(at, '2026-01-02T00:00:00.001Z')).length).toBe(2)
    expect((await at.run('audit export --since yesterday')).code).toBe(1)
  })

  test('commands that change something are in it, begun and done; with the trail off they are not', async () => {
    const at = installation()
    await at.run('org add acme')
    await at.run('org add acme')
    await at.run('org rotate acme')
    await at.run('keys rotate --master')
    await at.run('keys rotate --receipts')
    await at.run('keys rotate --all')
    await at.run('org remove acme --yes')
    await at.run('org add quiet', { SELFSAME_AUDIT: 'off' })
    await at.run('org list')
    const lines = await exported(at, '2026-01-01')
    expect(lines.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      'command:org add 102',
      'command:org add 200',
      'command:org add 102',
      'command:org add 500',
      ...[
        'org rotate',
        'keys rotate --master',
        'keys rotate --receipts',
        'keys rotate --org',
        'org remove',
      ].flatMap((name) => [`command:${name} 102`, `command:${name} 200`]),
    ])
    expect(JSON.stringify(lines)).not.toContain('acme')
    expect(lines.at(-1)?.organisationId).toBe(lines[1]?.organisationId)
    expect(lines[1]?.organisationId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await at.run('audit verify')).code).toBe(0)
  })
})

describe('receipt', () => {
  const bytes = Buffer.from('a picture')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const receipt = receiptOf(
    {
      requestId: 'request-1',
      organisationId: 'o',
      operation: 'compareFaces',
      at: 0,
      inputs: [{ name: 'image_live', sha256, bytes: bytes.length }],
      judged: 'faces',
      checks: [],
      resultCode: 200,
      message: 'Success',
    },
    [],
    '1',
    undefined,
  )

  test('verify works without settings or data, and says which files were judged', async () => {
    const at = installation()
    const folder = temporaryFolder()
    const file = (name: string, content: string | Buffer) => {
      const path = join(folder.path, name)
      writeFileSync(path, content)
      return path
    }
    const key = newSigningKey()
    const good = file('receipt.json', JSON.stringify(signReceipt(receipt, key)))
    const keys = file('keys.json', JSON.stringify({ keys: [newSigningKey().jwk, key.jwk] }))
    const photo = file('photo.jpg', bytes)
    const other = file('other.jpg', Buffer.from('another'))
    // No other command would start with this setting.
    const run = (args: string) => at.run(`receipt verify ${args}`, { SELFSAME_PORT: 'nonsense' })
    const genuine = await run(`${good} --key ${keys} --input ${photo}`)
    expect([genuine.code, genuine.out]).toEqual([0, expect.stringContaining('is its input image_live.')])
    expect(genuine.out).toMatch(/^The receipt is genuine: compareFaces answered 200 Success/)
    expect((await run(`${good} --key ${key.jwk.kid}`)).code).toBe(0)
    const mixed = await run(`${good} --key ${keys} --input ${photo} ${other}`)
    expect([mixed.code, mixed.out]).toEqual([1, expect.stringContaining('is none of its 1 inputs.')])
    const changed = file(
      'changed.json',
      JSON.stringify(signReceipt(receipt, key)).replace('Success', 'Succesz'),
    )
    expect(await run(`${changed} --key ${keys}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not genuine'),
    })
    for (const args of [
      good,
      `${good} --key ${newSigningKey().jwk.kid}`,
      `${photo} --key ${keys}`,
      'nowhere.json',
    ])
      expect((await run(args)).code, args).toBe(1)
    folder.remove()
  })

  test('key prints what signs, also after both keys were changed', async () => {
    const at = installation()
    await at.run('org add acme')
    const before = JSON.parse((await at.run('receipt key')).out) as { keys: { kid: string }[] }
    expect((await at.run('keys rotate --master')).code).toBe(0)
    const same = await at.withStore((store) => currentKey(store, Date.now))
    expect(same.jwk.kid).toBe(before.keys[0]?.kid)
    const { out } = await at.run('keys rotate --receipts')
    const after = JSON.parse((await at.run('receipt key')).out) as { keys: { kid: string }[] }
    expect(after.keys.map(({ kid }) => kid)).toEqual([expect.any(String), before.keys[0]?.kid])
    expect(out).toContain(after.keys[0]?.kid)
  })
})
