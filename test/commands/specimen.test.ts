// Tests selfsame specimen: it draws in a process of its own, and says what is missing where it cannot.
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { drawSpecimen } from '../../src/commands/specimen.ts'
import { installation } from './command-line.ts'

test('draws a document, and writes what is true about it', async () => {
  const folder = freshFolder()
  const [out, truth] = [join(folder, 'a.png'), join(folder, 'a.json')]
  const drawn = await installation().run(
    `specimen document --kind licence-pet --seed 5 --out ${out} --truth ${truth}`,
  )
  expect(drawn).toMatchObject({ code: 0, err: '' })
  expect(drawn.out).toContain('licence-pet front, seed 5')
  expect(readFileSync(out).subarray(1, 4).toString()).toBe('PNG')
  const { kind, lines } = JSON.parse(readFileSync(truth, 'utf8')) as {
    kind: string
    lines: { text: string }[]
  }
  expect(kind).toBe('licence-pet')
  expect(lines.map(({ text }) => text)).toContain('SPECIMEN')
})

test('writes the files of a chip, and answers a challenge with its key later', async () => {
  const folder = freshFolder()
  const { run } = installation()
  const made = await run(
    `specimen chip --kind cccd-chip --seed 5 --algorithm p256-sha256 --portrait jpeg --out ${folder}`,
  )
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining([
      'EF_SOD.bin',
      'EF_DG13.bin',
      'csca.cer',
      'link.cer',
      'crl.crl',
      'master-list.ml',
    ]),
  )
  const body = () => JSON.parse(readFileSync(join(folder, 'chip.json'), 'utf8')) as Record<string, unknown>
  expect(body()).toMatchObject({ dg1: readFileSync(join(folder, 'EF_DG1.bin')).toString('base64') })
  expect(body()).not.toHaveProperty('active_authentication')
  const answer = await run(
    `specimen chip-answer --challenge 0102030405060708 --challenge-id x --out ${folder}`,
  )
  expect(answer.code).toBe(0)
  expect(body().active_authentication).toEqual({ challenge_id: 'x', response: answer.out.trim() })
  expect((await run(`specimen chip --kind cccd-chip --breaks ? --out ${folder}`)).err).toContain(
    'dg1-changed',
  )
  expect((await run(`specimen chip-answer --challenge 01 --out ${folder}`)).code).not.toBe(0)
})

test('puts the chip of a card into a virtual reader, until the reader ends', async () => {
  const { run } = installation()
  const reader = createServer((socket) => {
    // Its answer to reset is asked for, and then the reader is unplugged.
    socket.write(Uint8Array.of(0, 1, 4))
    socket.once('data', () => socket.end())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void reader.close())
  await once(reader, 'listening')
  const { port } = reader.address() as AddressInfo
  const folder = freshFolder()
  const ended = await run(
    `specimen card --kind cccd-chip --seed 5 --algorithm p256-sha256 --card short --insert ${port} --out ${folder}`,
  )
  expect(ended).toMatchObject({ code: 0, err: '' })
  expect(ended.out).toMatch(/no commands of extended length\nopened by \d{9}, \d{6}, \d{6}, CAN \d{6}\n/)
  expect(readdirSync(folder)).toContain('csca.cer')
  expect((await run('specimen card --kind cccd-chip --card ? --listen 0')).err).toContain('small-blocks')
  expect((await run('specimen card --kind cccd-chip')).err).toContain('--listen [HOST:]PORT')
})

test('draws the person of a card before a phone, and the frames that a started challenge asks for', async () => {
  const folder = freshFolder()
  const { run } = installation()
  const selfie = await run(`specimen selfie --kind cccd-chip --seed 5 --out ${join(folder, 'selfie.jpg')}`)
  expect(selfie).toMatchObject({ code: 0, err: '' })
  // The seed of the card draws one of the people whose portraits documents show, and not the person of that seed.
  expect(selfie.out).toMatch(/selfie\.jpg: person (?!5,)\d+, take 1/)
  expect(readFileSync(join(folder, 'selfie.jpg')).subarray(0, 3).toString('hex')).toBe('ffd8ff')

  const started = {
    ...{ image_width: 120, image_height: 160, area_width: 90, area_height: 120 },
    task_order: { 'keep-face-ahead': 1, 'turn-face-left': 2 },
  }
  writeFileSync(join(folder, 'start.json'), JSON.stringify(started))
  const drawn = await run(
    `specimen frames --start ${join(folder, 'start.json')} --out ${join(folder, 'frames')}`,
  )
  expect(drawn).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(join(folder, 'frames'))).toEqual([
    '01-keep-face-ahead.jpg',
    '02-turn-face-left.jpg',
    '03-turn-face-left.jpg',
  ])
  writeFileSync(join(folder, 'start.json'), '{"result_code": 400}')
  const refused = await run(
    `specimen frames --start ${join(folder, 'start.json')} --out ${join(folder, 'none')}`,
  )
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--start must be the answer') })
})

test.each([
  ['specimen selfie --kind business-registration --out a.jpg', 2, 'shows no portrait'],
  ['specimen frames --out a', 2, '--start FILE.json is missing'],
  ['specimen --help', 0, 'usage: selfsame specimen'],
  ['specimen', 2, 'usage: selfsame specimen'],
  ['specimen photo --kind passport --out a.jpg', 2, '--kind must be one of cmnd-9'],
  ['specimen photo --kind cmnd-9 --level worst --out a.jpg', 2, '--level must be one of clean, photo, bad'],
  ['specimen photo --kind cmnd-9 --out a.png', 2, 'must end in .jpg'],
])('%s ends with %i and says %s', async (args, code, part) => {
  const ended = await installation().run(args)
  expect(ended.code).toBe(code)
  expect(ended.out + ended.err).toContain(part)
  expect(ended.out + ended.err).not.toMatch(/^\s+at /m)
})

test('without its sources or packages it says what is missing', async () => {
  const folder = freshFolder()
  const house = pathToFileURL(`${folder}/`)
  await expect(drawSpecimen([], house)).rejects.toThrow(/no specimens\/ folder.*checkout/)
  mkdirSync(join(folder, 'specimens'))
  writeFileSync(join(folder, 'specimens/run.ts'), 'throw new Error("run")')
  mkdirSync(join(folder, 'node_modules/fontkit'), { recursive: true })
  await expect(drawSpecimen([], house)).rejects.toThrow(/not installed: bwip-js, pdfkit, .*roboto.*npm ci/)
})

function freshFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}
