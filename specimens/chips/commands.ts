// The commands about chips: write one with the papers of its state, and answer a challenge with its key.
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Given, needed, whole } from '../documents/given.ts'
import { answerChallenge } from './active.ts'
import { algorithmNamed } from './algorithms.ts'
import { breakNamed } from './breaks.ts'
import { type CardRow, cardNamed, cardOf, passwordsOf } from './card/cards.ts'
import { insert, listen, type Place } from './card/vpcd.ts'
import { makeChip, type SpecimenChip } from './chip.ts'
import { CHIP_KINDS } from './groups.ts'
import { MESSAGE_FORMS } from './messages.ts'
import { PORTRAIT_FORMS } from './portrait.ts'

const BODY = 'chip.json'
const KEY = 'active-authentication.pem'
const ABOUT = 'specimen.json'

export const CHIP_COMMANDS: Readonly<Record<string, (given: Given) => Promise<string>>> = {
  chip: async (given) => (await writeChip(given, needed(given.out, '--out FOLDER'))).told,
  card: serveCard,
  'chip-answer': answerFor,
}

/** The body of `POST /chip-documents`. */
export function bodyOf({ files }: Pick<SpecimenChip, 'files'>): Record<string, unknown> {
  const written = [...files.groups].map(([group, bytes]) => [`dg${group}`, base64(bytes)] as const)
  return {
    sod: base64(files.sod),
    ...(files.com && { com: base64(files.com) }),
    ...Object.fromEntries(written),
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const asJson = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

/** The chip that was asked for, and the sentence that tells which. */
async function chipFor(given: Given, row: CardRow) {
  const kind = CHIP_KINDS.find((each) => each === given.kind)
  if (kind === undefined) throw new Error(`--kind must be one of ${CHIP_KINDS.join(', ')}`)
  const portrait = PORTRAIT_FORMS.find(({ name }) => name === (given.portrait ?? row.portrait ?? 'jp2'))
  if (portrait === undefined)
    throw new Error(`--portrait must be one of ${PORTRAIT_FORMS.map(({ name }) => name).join(', ')}`)
  const form = MESSAGE_FORMS.find((name) => name === given.sod)
  if (given.sod !== undefined && form === undefined)
    throw new Error(`--sod must be one of ${MESSAGE_FORMS.join(', ')}`)
  const seed = whole(given.seed, 1)
  const breaks = breakNamed(given.breaks)
  const algorithm = algorithmNamed(given.algorithm ?? row.algorithm).name
  const chip = await makeChip({ kind, seed, breaks, portrait, form, algorithm, access: row.access })
  const about = { kind, seed, algorithm, ...(breaks && { breaks }) }
  return { chip, about, told: `the chip of ${Object.values(about).join(', ')}; all keys are new` }
}

async function writeChip(given: Given, folder: string, row: CardRow = cardNamed()) {
  const { chip, about, told } = await chipFor(given, row)
  const { files, state, activeKey } = chip
  const challenge = given.challenge === undefined ? undefined : challengeOf(given.challenge)
  const named: Readonly<Record<string, Uint8Array | string>> = {
    'EF_SOD.bin': files.sod,
    'EF_COM.bin': files.com ?? new Uint8Array(),
    ...Object.fromEntries([...files.groups].map(([group, bytes]) => [`EF_DG${group}.bin`, bytes])),
    'csca.cer': state.root.der,
    'csca-before.cer': state.rootBefore.der,
    'link.cer': state.link.der,
    'dsc.cer': state.signer.der,
    'crl.crl': state.revocations,
    'master-list.ml': state.masterList,
    [KEY]: activeKey.export({ format: 'pem', type: 'pkcs8' }),
    [ABOUT]: asJson(about),
    [BODY]: asJson({
      ...bodyOf(chip),
      ...(challenge && { active_authentication: answered(given, chip.answer(challenge)) }),
    }),
  }
  await mkdir(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(named)) await writeFile(join(folder, name), bytes)
  return { chip, told: `${folder}: ${told}` }
}

function placeOf(text: string): Place {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d+)$/.exec(text) ?? []
  if (port === undefined) throw new Error(`${text} is not [HOST:]PORT`)
  return { host, port: Number(port) }
}

/** Until the program is ended: a card in a virtual reader, or one that waits for a reader to come. */
async function serveCard(given: Given): Promise<string> {
  const row = cardNamed(given.card)
  const place = placeOf(needed(given.listen ?? given.insert, '--listen [HOST:]PORT or --insert [HOST:]PORT'))
  const { chip, told } =
    given.out === undefined ? await chipFor(given, row) : await writeChip(given, given.out, row)
  const { mrz, can } = passwordsOf(chip.holder)
  const words = [...Object.values(mrz), ...(can === undefined ? [] : [`CAN ${can}`])].join(', ')
  console.log(`${told}\n${row.what}\nopened by ${words}`)
  const card = cardOf(chip, row.quirks)
  if (given.listen === undefined) {
    await insert(card, place)
    return 'the reader has ended'
  }
  const server = await listen(card, place)
  const address = server.address()
  console.log(`waits for a reader at port ${typeof address === 'object' ? address?.port : address}`)
  await once(server, 'close')
  return 'the card has ended'
}

const answered = (given: Given, response: Uint8Array) => ({
  challenge_id: given['challenge-id'] ?? '',
  response: base64(response),
})

function challengeOf(text: string): Uint8Array {
  if (!/^[0-9a-f]{16}$/i.test(text)) throw new Error('--challenge must be 8 bytes: 16 hexadecimal digits')
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** The chip that was written to the folder before answers, and its body gains the answer. */
async function answerFor(given: Given): Promise<string> {
  const folder = needed(given.out, '--out FOLDER')
  const challenge = challengeOf(needed(given.challenge, '--challenge HEX'))
  const about = JSON.parse(await readFile(join(folder, ABOUT), 'utf8')) as { algorithm: string }
  const key = createPrivateKey(await readFile(join(folder, KEY)))
  const response = answerChallenge(challenge, key, algorithmNamed(about.algorithm).active.hash)
  const body = JSON.parse(await readFile(join(folder, BODY), 'utf8')) as Record<string, unknown>
  await writeFile(join(folder, BODY), asJson({ ...body, active_authentication: answered(given, response) }))
  return base64(response)
}
