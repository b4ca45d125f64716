// Tests the operator's commands for retention and organisations: an organisation's clocks and frames, the purge, erasing and exporting a person.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepChallenge, keepDocument, keepFace, rowsOf } from '../../specimens/kit/records/kept-people.ts'
import { testSettings } from '../../specimens/kit/servers/settings.ts'
import { purging } from '../../src/commands/doctor-store.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { type Installation, installation } from './command-line.ts'

const day = 86_400_000

const fill = (at: Installation, age: number) =>
  at.withStore(async (store) => {
    const organisationId = (await findOrganisation(store.database, 'bank'))?.id ?? ''
    const person = { organisationId, externalPersonId: 'anna' }
    await keepChallenge(store, person, Date.now() - age)
    await keepDocument(store, person, Date.now() - age)
    await keepFace(store, person, Date.now() - age)
  })

const kept = (at: Installation) =>
  at.withStore(async (store) => rowsOf(store, (await findOrganisation(store.database, 'bank'))?.id ?? ''))

test('clocks are listed and set, and the purge follows them', async () => {
  const at = installation()
  await at.run('org add bank')
  const result = await at.run('org retention bank')
  for (const line of [/frames +24 h|frames +1 d/, /files +30 d/, /readings +30 d/, /faces +never/])
    expect(result.out).toMatch(line)
  expect(result.out).not.toContain('its own')
  const set = await at.run('org retention bank --files 5d --readings never --json')
  expect(JSON.parse(set.out)).toEqual([
    { clock: 'frames', keep: '1 d', from: 'the settings' },
    { clock: 'files', keep: '5 d', from: 'its own' },
    { clock: 'readings', keep: 'never', from: 'its own' },
    { clock: 'faces', keep: 'never', from: 'the settings' },
    { clock: 'verifications', keep: '90 d', from: 'the settings' },
  ])
  await fill(at, 6 * day)
  const before = await kept(at)
  const dry = await at.run('purge --dry-run')
  for (const line of [
    /challenges +1/,
    /files +1/,
    /documents +0/,
    /faces +0/,
    /prints +0/,
    /verifications +0/,
    /tests +0/,
  ])
    expect(dry.out).toMatch(line)
  expect(await kept(at)).toEqual(before)
  const done = await at.run('purge')
  expect([done.code, done.err]).toEqual([0, ''])
  expect(done.out.split('\n').slice(1)).toEqual(dry.out.split('\n').slice(1))
  expect(await kept(at)).toMatchObject({ challenges: 0, documents: 1, faces: 1, files: 1 })
  expect((await at.run('org retention bank --readings default')).out).toMatch(/readings +30 d .*settings/)
})

test('the limit of what an organisation stores is shown, set, and left to the settings again', async () => {
  const at = installation()
  await at.run('org add bank')
  const said = async (words: string) => (await at.run(`org storage ${words}`)).out.trim()
  expect(await said('bank')).toMatch(/^bank +stores 0 B of 100 GiB \(the settings\)$/)
  expect(await said('bank 2TiB')).toMatch(/of 2 TiB \(its own\)$/)
  expect(await said('bank unlimited')).toMatch(/without a limit \(its own\)$/)
  expect(await said('bank default')).toMatch(/of 100 GiB \(the settings\)$/)
  expect((await at.run('org storage bank plenty')).err).toContain('The limit must be a size')
  await fill(at, 0)
  await at.withStore((store) =>
    store.database.query('UPDATE organisation_storage SET bytes = 9 WHERE slot = 0'),
  )
  expect(await said('')).toMatch(/stores 9 B/)
  expect(await said('--recount')).toMatch(/stores \d+(\.\d)? [KM]iB/)
})

test('an organisation says whether it sends mirrored frames, or leaves that to the settings', async () => {
  const at = installation()
  await at.run('org add bank')
  const said = async (words: string) => (await at.run(`org mirrored bank ${words}`)).out.trim()
  expect(await said('')).toMatch(/mirrored +no \(the settings\)/)
  expect(await said('yes')).toMatch(/mirrored +yes \(its own\)/)
  expect(await said('')).toMatch(/mirrored +yes \(its own\)/)
  expect(await said('no')).toMatch(/mirrored +no \(its own\)/)
  expect(await said('default')).toMatch(/mirrored +no \(the settings\)/)
})

test('a clock far from the last purge purges nothing until it is confirmed', async () => {
  const at = installation()
  await at.run('org add bank')
  await fill(at, 6 * day)
  await at.withStore(({ database }) =>
    database.query(`UPDATE purge_turn SET last_at = ${Date.now() - 40 * day}`),
  )
  const refused = await at.run('purge')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--confirm-clock')])
  expect((await kept(at)).challenges).toBe(1)
  await at.withStore(({ database }) => database.query(`UPDATE purge_turn SET paused_at = ${Date.now()}`))
  expect(await purging(testSettings(at.data))).toMatchObject({
    fault: expect.stringMatching(/^paused since/),
  })
  expect((await at.run('purge --confirm-clock')).out).toContain('is taken as the time')
  expect((await at.run('purge')).out).toMatch(/challenges +1/)
})

test('a person is exported into a folder, and erased', async () => {
  const at = installation()
  await at.run('org add bank')
  await fill(at, 0)
  const out = join(at.data, '..', 'anna')
  const written = await at.run(`person export bank anna --out ${out}`)
  expect(written.out).toContain('9 records and 4 files')
  const person = JSON.parse(readFileSync(join(out, 'person.json'), 'utf8'))
  expect(person).toMatchObject({ external_person_id: 'anna', challenges: [{ family: 'nose' }] })
  for (const list of ['frames', 'pictures', 'faces'])
    for (const { id, file } of person[list]) {
      expect(file).toBe(id)
      expect(readFileSync(join(out, file), 'utf8')).toMatch(/^(frame|picture|photo) /)
    }
  expect(readdirSync(out)).toHaveLength(5)
  expect((await at.run(`person export bank anna --out ${out}`)).err).toContain('is not empty')
  const erased = await at.run('person erase bank anna --yes')
  expect([erased.code, erased.err]).toEqual([0, ''])
  for (const line of [/challenges +1/, /frames +2/, /documents +1/, /faces +1/, /collections +1/])
    expect(erased.out).toMatch(line)
  expect(await kept(at)).toMatchObject({ files: 0, challenges: 0, seen_shots: 0 })
})

test.each([
  ['org retention nobody --faces soon', '--faces must be a time such as 12 h or 30 d, or never, or default.'],
  ['org mirrored nobody', 'There is no organisation "nobody"'],
  ['org mirrored nobody perhaps', 'It is yes, no, default.'],
  ['org retention nobody', 'There is no organisation "nobody"'],
  ['person erase nobody anna --yes', 'There is no organisation "nobody"'],
  ['purge --dry-run --confirm-clock', 'Say either --dry-run or --confirm-clock.'],
])('%s is answered with a sentence', async (args, sentence) => {
  const { code, err } = await installation().run(args)
  expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
})
