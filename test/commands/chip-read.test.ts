// Tests selfsame chip read on the real card service with virtual cards: files, the server's verdict, a verification, and what goes wrong.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '../../specimens/chips/card/card.ts'
import { cardNamed, cardOf, passwordsOf } from '../../specimens/chips/card/cards.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { keyPool } from '../../specimens/chips/signing.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { newApiKey } from '../kit/api-keys.ts'
import { type CardService, hasCardService, openCardService } from '../kit/card-service.ts'
import { trustState } from '../kit/chip-caller.ts'
import { newVisit, policyWith } from '../kit/visits.ts'
import { type Ended, installation } from './command-line.ts'

const timeout = 120_000
const keys = keyPool()
const made = (breaks?: 'chip-copied') =>
  makeChip({ kind: 'cccd-chip', seed: 3, algorithm: 'p256-sha256', breaks, newKeys: keys() })

describe.skipIf(!hasCardService())('selfsame chip read', () => {
  let service: CardService
  let server: TestServer
  let chip: SpecimenChip
  let key: string
  beforeAll(async () => {
    service = await openCardService()
    server = await startTestServer()
    chip = await made()
    await trustState(server, chip.state)
    const scopes = ['documents', 'verifications']
    key = (await newApiKey(server.server.runtime.store.database, server.credentials.name, scopes)).key
  }, timeout)
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })

  /** Runs it with a card on the reader; what is typed comes over standard input. */
  async function read(card: Card | undefined, args: string, typed = '', at = installation()): Promise<Ended> {
    writeFileSync(join(at.data, '../key'), `${key}\n`)
    const takeAway = card && service.lay(card)
    let [out, err] = ['', '']
    const running = at.start(`chip read --reader --socket ${service.socket} ${args}`)
    running.child.stdout?.on('data', (text: string) => {
      out += text
    })
    running.child.stderr?.on('data', (text: string) => {
      err += text
    })
    running.child.stdin?.end(typed)
    const code = await running.ended
    takeAway?.()
    return { code: code ?? 255, out, err }
  }
  const usual = (of: SpecimenChip = chip) => cardOf(of, cardNamed('usual').quirks)
  const zone = ({ documentNumber, dateOfBirth, dateOfExpiry } = passwordsOf(chip.holder).mrz) =>
    `${documentNumber} ${dateOfBirth} ${dateOfExpiry}\n`
  const toServer = () => `--url ${server.url} --api-key-file key`

  test('writes the files as the chip has them, opened by what was typed', { timeout }, async () => {
    const at = installation()
    const ended = await read(usual(), '--out files', zone(), at)
    expect(ended.code, ended.err).toBe(0)
    const folder = join(at.data, '../files')
    expect(readdirSync(folder).toSorted()).toEqual(
      ['COM', 'DG1', 'DG13', 'DG14', 'DG15', 'DG2', 'SOD']
        .map((name) => `EF_${name}.bin`)
        .concat('chip.json'),
    )
    expect(readFileSync(join(folder, 'EF_DG2.bin')).equals(chip.files.groups.get(2) ?? Buffer.of())).toBe(
      true,
    )
    expect(ended.err).toContain('opened by PACE')
    // Who it is stands in the files alone.
    expect(ended.out + ended.err).not.toContain(chip.holder.facts.front.name)
    const again = await read(undefined, '--out files', zone(), at)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('files is not empty')])
  })

  test('sends it with proof that it is no copy', { timeout }, async () => {
    const can = passwordsOf(chip.holder).can
    const ended = await read(usual(), `--can ${can} ${toServer()} --external-person-id anna`)
    expect(ended.code, ended.err).toBe(0)
    expect(ended.out).toContain('200 Success')
    expect(ended.out).toContain('trusted: ')
    expect(ended.out).toContain('copy: genuine')
    expect(ended.out).not.toContain(chip.holder.facts.front.name)
  })

  test('goes on with the byte that was missing when the card slipped', { timeout }, async () => {
    const ended = await read(cardOf(chip, { ...cardNamed('lost').quirks }), toServer(), zone())
    expect(ended.code, ended.err).toBe(0)
    expect(ended.err).toContain('The card slipped')
    expect(ended.out).toContain('copy: genuine')
  })

  test('a copy and a wrong number have exit codes of their own', { timeout }, async () => {
    const copied = await made('chip-copied')
    await trustState(server, copied.state)
    const copy = await read(usual(copied), toServer(), zone())
    expect([copy.code, copy.out]).toEqual([2, expect.stringContaining('124 ')])
    const wrong = await read(
      usual(),
      toServer(),
      zone({ ...passwordsOf(chip.holder).mrz, documentNumber: '123456789' }),
    )
    expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('do not open this chip')])
  })

  test('is the step of a verification, and says how the person goes on', { timeout }, async () => {
    const steps = {
      chip: { mode: 'required', copy_proof: 'required', attempts: 2 },
      liveness: { families: ['nose'], min_strength: 'standard', attempts: 2 },
    } as const
    const { id } = await newVisit(server, policyWith(steps))
    const ended = await read(usual(), `${toServer()} --verification ${id}`, zone())
    expect(ended.code, ended.err).toBe(0)
    expect(ended.out).toContain('verification: started')
    expect(ended.out).toMatch(/The person goes on at \S*\/verify\/ssl_\w+/)
    const answer = await fetch(`${server.url}/verifications/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { attempts } = (await answer.json()) as { attempts: { step: string; outcome: string }[] }
    expect(attempts).toMatchObject([{ step: 'chip', outcome: 'passed' }])
  })

  test('says what is wrong with reader, card and options', { timeout }, async () => {
    const none = await read(undefined, '--out files --wait 1', zone())
    expect([none.code, none.err]).toEqual([4, expect.stringContaining('Lay the document on the reader')])
    expect(none.err).toContain('No card came.')
    const at = installation()
    const elsewhere = await at.run('chip read --can 123456 --out files --socket nowhere')
    expect([elsewhere.code, elsewhere.err]).toEqual([4, expect.stringContaining('apt-get install pcscd')])
    const unknown = await at.run(
      `chip read --reader Omnikey --can 123456 --out files --socket ${service.socket}`,
    )
    expect([unknown.code, unknown.err]).toEqual([4, expect.stringContaining('There are: "Virtual Counter')])
    const refused: readonly (readonly [string, string])[] = [
      ['--can 123456', 'Say where it goes'],
      ['--can 12345 --out files', '--can is the number of six digits'],
      ['--can 123456 --number 1 --out files', 'Give one of'],
      ['--number 123 --out files', 'belong together'],
      ['--can 123456 --url http://verify.example --api-key-file key', 'has to begin with https'],
      ['--can 123456 --url https://verify.example', 'needs --api-key-file'],
      ['--can 123456 --out files --wait never', '--wait is a number'],
      ['--mrz card.jpg --out files', '--mrz needs the server'],
    ]
    for (const [args, words] of refused) {
      const ended = await at.run(`chip read ${args}`)
      expect([ended.code, ended.err], args).toEqual([1, expect.stringContaining(words)])
    }
    const help = await at.run('chip read --help')
    expect(help.out).toContain('Exit codes:')
  })
})
