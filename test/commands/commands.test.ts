// Tests the commands as a person meets them: help, settings, organisations and migrations.
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { passwordMatches } from '../../src/organisations/passwords.ts'
import { credentialsOf, listOrganisations } from '../../src/store/records/organisations.ts'
import { type Installation, installation, passwordIn } from './command-line.ts'

const opens = (at: Installation, name: string, password: string, inMs = 0) =>
  at.withStore(async (store) => {
    const stored = await credentialsOf(store.database, name, Date.now() + inMs)
    return (await Promise.all(stored.map((one) => passwordMatches(password, one.passwordHash)))).some(Boolean)
  })

const help: Record<string, string[]> = {
  '': [
    'serve',
    'org',
    'api-key',
    'keys',
    'migrate',
    'models',
    'see',
    'read',
    'person',
    'purge',
    'specimen',
    'doctor',
    'docs/reference/configuration.md',
  ],
  serve: ['Start the server'],
  org: ['add', 'list', 'rotate', 'remove', 'retention', 'mirrored'],
  'org mirrored': ['<name>', 'yes, no, or default'],
  'org retention': ['<name>', '--frames <time>', '--files <time>', '--readings <time>', '--faces <time>'],
  person: ['erase', 'export'],
  'person erase': ['<org>', '<person>', '--yes', 'no way back'],
  'person export': ['<org>', '<person>', '--out <folder>'],
  purge: ['--dry-run', '--confirm-clock'],
  'org add': ['<name>', 'print its password'],
  'org list': ['--json'],
  'org rotate': ['<name>', '--grace <hours>'],
  'org remove': ['<name>', '--yes', 'no way back'],
  'api-key': ['create', 'list', 'rotate', 'revoke'],
  'api-key create': ['<org>', '<name>', '--scope <scopes>', '--expires <time>', '--json'],
  'api-key list': ['[org]', '--json'],
  'api-key rotate': ['<id>', '--grace <hours>', '--expires <time>', '--json'],
  'api-key revoke': ['<id...>', 'no way back'],
  keys: ['rotate'],
  'keys rotate': ['--master', '--org <name>', '--all', '--reseal'],
  migrate: ['--dry-run'],
  models: ['--json', '--prepare'],
  see: ['<file...>', '--overlay <png>', '--everywhere', '--cover', '--json'],
  doctor: ['how to fix it'],
}

const sentences: Record<string, string> = {
  'org add a:b': "An organisation's name is 1 to 64",
  'org rotate nobody': 'There is no organisation "nobody". There is none yet.',
  'org remove nobody --yes': 'There is no organisation "nobody"',
  'org rotate nobody --grace soon': '--grace must be a number of hours',
  'org rotate nobody --grace -1': '--grace must be a number of hours',
  'api-key create nobody x --scope all': 'There is no organisation "nobody"',
  'api-key create nobody x --scope none': 'There is no scope "none". --scope takes',
  'api-key create nobody x --scope verifications,webhook': 'There is no scope "webhook"',
  'api-key create nobody x --scope all --expires soon': '--expires must be a time',
  'api-key create nobody x --scope all --expires 0s': '--expires must be from a minute',
  'api-key create nobody x --scope all --expires 99999999d': '--expires must be from a minute',
  'api-key rotate nothing': 'There is no API key of this id',
  'api-key rotate nothing --grace soon': '--grace must be a number of hours',
  'api-key revoke nothing': 'There is no API key of this id',
  'keys rotate': 'Say which key to rotate',
  'keys rotate --all --master': 'Say which key to rotate',
  'keys rotate --master --reseal': '--reseal goes with --org or --all',
  'keys rotate --org nobody': 'There is no organisation "nobody"',
}

/** Several run at a time, as far as two cores allow. */
async function each<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 3) await Promise.all(all.slice(at, at + 3).map(act))
}

describe('help', () => {
  test('of every command names every option, and creates nothing', async () => {
    const at = installation()
    await each(Object.entries(help), async ([command, mentioned]) => {
      const { code, out } = await at.run(`${command} --help`)
      expect(code, command).toBe(0)
      for (const words of mentioned) expect(out).toContain(words)
    })
    expect(existsSync(at.data)).toBe(false)
  })

  test('comes with a command that does not exist, which fails', async () => {
    const { code, err } = await installation().run('sevre')
    expect(code).not.toBe(0)
    expect(err).toContain('Did you mean serve?')
  })
})

describe('settings', () => {
  test('with faults are all listed at once, without secrets, and nothing is made', async () => {
    const at = installation()
    const { code, out, err } = await at.run('serve', {
      SELFSAME_PORT: '99999',
      SELFSAME_REQUEST_TIMEOUT: 'soon',
      SELFSAME_AUTO_MIGRATE: 'yes',
      SELFSAME_DATABASE_URL: 'mysql://root:hunter2@db/x',
      SELFSAME_MASTER_KEY_FILE: '/nowhere/key',
      SELFSAME_JSON_LIMTI: '1 MiB',
      SELFSAME_COLOUR: 'blue',
    })
    expect(code).toBe(1)
    const named = [
      'SELFSAME_PORT: "99999"',
      'SELFSAME_REQUEST_TIMEOUT: "soon"',
      'SELFSAME_AUTO_MIGRATE: "yes"',
    ]
    named.push('SELFSAME_DATABASE_URL', 'SELFSAME_MASTER_KEY', 'did you mean SELFSAME_JSON_LIMIT?')
    named.push('SELFSAME_COLOUR: is not a setting', 'docs/reference/configuration.md')
    for (const words of named) expect(err).toContain(words)
    expect(out + err).not.toMatch(/hunter2|\bat .*\.ts/)
    expect(existsSync(at.data)).toBe(false)
  })

  test('that are none warn with the nearest; names of our guides say nothing; in strict mode they stop', async () => {
    const at = installation()
    const guides = { SELFSAME_URL: 'http://x', SELFSAME_API_KEY: 'ssk', SELFSAME_WEBHOOK_SECRET: 'whsec' }
    await at.run('org list')
    expect(await at.run('org list', guides)).toMatchObject({ code: 0, err: '' })
    const odd = { ...guides, SELFSAME_GALERY_MEMRY: '1 GiB', SELFSAME_PROT: '1', SELFSAME_COLOUR: 'blue' }
    const warned = await at.run('org list', odd)
    expect(warned.code).toBe(0)
    expect(warned.err).toContain(
      'SELFSAME_GALERY_MEMRY: is not a setting; did you mean SELFSAME_GALLERY_MEMORY?',
    )
    expect(warned.err).toContain('SELFSAME_PROT: is not a setting; did you mean SELFSAME_PORT?')
    expect(warned.err).toMatch(/SELFSAME_COLOUR: is not a setting\n/)
    expect(warned.err).not.toMatch(/SELFSAME_(URL|API_KEY|WEBHOOK_SECRET)/)
    const strict = await at.run('org list', { ...odd, SELFSAME_STRICT: 'on' })
    expect(strict.code).toBe(1)
    expect(strict.err).toContain('did you mean SELFSAME_PORT?')
    expect(await at.run('org list', { ...guides, SELFSAME_STRICT: 'on' })).toMatchObject({ code: 0, err: '' })
  })

  test('that contradict each other are named', async () => {
    const { code, err } = await installation().run('org list', {
      SELFSAME_S3_ENDPOINT: 'http://127.0.0.1:9',
      SELFSAME_DATABASE_URL: 'postgres://127.0.0.1:9/x',
    })
    expect(code).toBe(1)
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'MASTER_KEY'])
      expect(err).toContain(`SELFSAME_${name}: must be set`)
  })
})

describe('organisations', () => {
  test('are added, listed, given a new password and removed', async () => {
    const at = installation()
    expect((await at.run('org list')).out).toContain('There is no organisation yet')
    const added = await at.run('org add acme')
    expect(added.code).toBe(0)
    expect(added.out).toMatch(/^user {6}acme$/m)
    const first = passwordIn(added.out)
    expect(await opens(at, 'acme', first)).toBe(true)

    const again = await at.run('org add acme')
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.err).toContain('There is an organisation acme already')

    const [list, json] = await Promise.all([at.run('org list'), at.run('org list --json')])
    expect(list.out).toMatch(/^acme .*since \d{4}-\d\d-\d\d$/m)
    expect(JSON.parse(json.out)).toMatchObject([{ name: 'acme' }])
    expect(list.out + json.out).not.toContain(first)

    const graceful = await at.run('org rotate acme --grace 2')
    expect(graceful.out).toContain('works for 2 more hours')
    const second = passwordIn(graceful.out)
    expect(await opens(at, 'acme', first)).toBe(true)
    expect(await opens(at, 'acme', first, 2 * 3_600_000)).toBe(false)
    const third = passwordIn((await at.run('org rotate acme')).out)
    const now = [first, second, third].map((one) => opens(at, 'acme', one))
    expect(await Promise.all(now)).toEqual([false, false, true])

    const unsure = await at.run('org remove acme')
    expect(unsure.code).toBe(1)
    expect(unsure.err).toContain('--yes')
    const removed = await at.run('org remove acme --yes')
    expect([removed.code, removed.err]).toEqual([0, ''])
    expect(await at.withStore((store) => listOrganisations(store.database))).toEqual([])
  })

  test('and keys that are asked for wrongly are answered with a sentence', async () => {
    const at = installation()
    await at.run('migrate')
    await each(Object.entries(sentences), async ([command, sentence]) => {
      const { code, out, err } = await at.run(command)
      expect(code, command).toBe(1)
      expect(err).toContain(sentence)
      expect(out + err).not.toMatch(/\bat .*\.ts/)
    })
  })

  test('added by several at once into a fresh folder all open with the one master key', async () => {
    const at = installation()
    const added = await Promise.all(['a', 'b', 'c'].map((name) => at.run(`org add ${name}`)))
    expect(added.map(({ code, err }) => (code === 0 ? 0 : err))).toEqual([0, 0, 0])
    expect(await at.withStore((store) => store.keyring.verify())).toBe(3)
  })
})

describe('migrations', () => {
  test('are listed without being run, then run, then done', async () => {
    const at = installation()
    const dry = await at.run('migrate --dry-run')
    expect(dry.out).toMatch(/^to do {2}0001 {2}organisations\nto do {2}0002 {2}files\n/)
    expect((await at.run('migrate')).out).toMatch(/^done {3}0001 {2}organisations\n/)
    expect((await at.run('migrate')).out).toBe('The database is at this version.\n')
    expect(readdirSync(at.data).filter((name) => name === 'master.key')).toEqual([])
  })

  test('that are missing stop every other command with a sentence where they are not run by themselves', async () => {
    const at = installation()
    for (const command of ['org list', 'serve']) {
      const { code, out, err } = await at.run(command, { SELFSAME_AUTO_MIGRATE: 'false' })
      expect(code).toBe(1)
      expect(err).toContain('Run `selfsame migrate`')
      expect(out + err).not.toMatch(/\bat .*\.ts/)
    }
  })
})
