// selfsame chip read: reads the chip of a document on a USB reader into files, or sends it to a server.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CardFault,
  type CardReading,
  readCard,
  type SentCard,
  sendCard,
} from '../../../client/src/chip/at-reader.ts'
import { type ChipContent, ChipError, type ChipReason } from '../../../client/src/chip/read-chip.ts'
import { createClient } from '../../../client/src/client.ts'
import { SelfsameRefusal, SelfsameUnreachable } from '../../../client/src/errors.ts'
import type { Client } from '../../../client/src/types.ts'
import { makeFolderSync } from '../../system/make-folder.ts'
import { CommandError, progress, say, warn } from '../terminal.ts'
import { askPassword, type PasswordOptions } from './ask-password.ts'
import { openReader } from './reader.ts'

export interface ReadCardOptions extends PasswordOptions {
  /** `true` where no name was given. */
  readonly reader?: string | true
  readonly socket?: string
  readonly wait: string
  readonly out?: string
  readonly url?: string
  readonly apiKey?: string
  readonly apiKeyFile?: string
  readonly verification?: string
  readonly document?: string
  readonly externalPersonId?: string
  readonly consentReference?: string
  readonly json?: boolean
}

/** What a program that calls this one can tell apart; `--help` has the list. */
const EXIT = { refusedByServer: 2, notOpened: 3, notRead: 4 } as const

const chipWords: Readonly<Record<ChipReason, string>> = {
  lost: 'The card left the reader too often.',
  'wrong-password':
    'Number, birthday and expiry, or the six digits, do not open this chip. Compare them with the document.',
  locked: 'The chip takes no more attempts for now. Take the card off the reader, and wait a minute.',
  'not-this-chip': 'This is no chip of a passport or identity card, or another one than a moment ago.',
  tampered: 'What came is not what a chip can have sent. Try another reader.',
  refused: 'The chip refuses what every chip of a document has to do.',
  unsupported: 'The chip opens only in a way that is not known here.',
  aborted: 'It was ended.',
}

export async function readFromReader(options: ReadCardOptions): Promise<void> {
  const { out, url, json = false } = options
  if (out === undefined && url === undefined)
    throw new CommandError(
      'Say where it goes: --out FOLDER for the files, or --url and --api-key-file for a server.',
    )
  const waitSeconds = Number(options.wait)
  if (!(waitSeconds > 0 && waitSeconds <= 3600))
    throw new CommandError('--wait is a number of seconds up to 3600.')
  if (out !== undefined) checkFolder(out)
  const server = url === undefined ? undefined : serverAt(url, options)
  if (!server && options.verification !== undefined)
    throw new CommandError('--verification needs the server that has it: --url and --api-key-file.')
  const password = await askPassword(options, server?.client)
  const reader = await openReader({
    reader: options.reader === true ? undefined : options.reader,
    socket: options.socket,
    waitMs: waitSeconds * 1000,
    onWait: (readers) => warn(`Lay the document on the reader (${readers.join(', ')}).`),
  })
  const tell = progress('read')
  const stop = new AbortController()
  const onEnd = () => stop.abort()
  process.once('SIGINT', onEnd)
  const reading: CardReading = {
    password,
    transceive: (command) => reader.transceive(command, stop.signal),
    onProgress: (percent) => tell({ done: percent, total: 100 }),
    onLost: () => warn('The card slipped: lay it back, and it goes on.'),
    signal: stop.signal,
  }
  try {
    if (!server) {
      keep(await readCard(reading), out ?? '')
      return
    }
    const { verification, document, externalPersonId, consentReference } = options
    const filing = {
      ...(document !== undefined && { document_id: document }),
      ...(externalPersonId !== undefined && { external_person_id: externalPersonId }),
      ...(consentReference !== undefined && { consent_reference: consentReference }),
    }
    const sent = await sendCard({ ...reading, ...server, verification, filing })
    if (out !== undefined) keep(sent.content, out)
    showAnswer(sent, json)
  } catch (error) {
    explain(error)
  } finally {
    process.off('SIGINT', onEnd)
    await reader.close()
  }
}

/** Nothing of one person is written over that of another. */
function checkFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty. Give a folder that is new or empty.`)
}

function keep({ files, accessProtocol }: ChipContent, folder: string): void {
  makeFolderSync(folder)
  const all = Object.entries(files)
  for (const [name, bytes] of all) writeFileSync(join(folder, `EF_${name.toUpperCase()}.bin`), bytes)
  const body = Object.fromEntries(all.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]))
  // The body of POST /chip-documents, as the studio takes it too.
  writeFileSync(join(folder, 'chip.json'), `${JSON.stringify(body, null, 1)}\n`)
  const names = all.map(([name]) => name.toUpperCase()).join(', ')
  warn(
    `${folder}: ${names}, opened by ${accessProtocol}. Nobody has judged them: only a server says who signed them.`,
  )
}

interface Server {
  readonly client: Client
  readonly withSecret: (secret: string) => Client
}

function serverAt(url: string, { apiKey, apiKeyFile }: ReadCardOptions): Server {
  if (!URL.canParse(url)) throw new CommandError(`--url ${url} is no address.`)
  const { protocol, hostname } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new CommandError(
      '--url has to begin with https: it carries a person and the key of your organisation.',
    )
  if (apiKey !== undefined && apiKeyFile !== undefined)
    throw new CommandError('Give one of --api-key and --api-key-file.')
  const key = apiKey ?? (apiKeyFile === undefined ? undefined : readFileSync(apiKeyFile, 'utf8').trim())
  if (key === undefined)
    throw new CommandError(
      '--url needs --api-key-file FILE, or --api-key KEY, which the list of processes shows.',
    )
  const withSecret = (secret: string) => createClient({ baseUrl: url, apiKey: secret })
  try {
    return { client: withSecret(key), withSecret }
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

/** What the person is called and looks like stays on the server; `--json` has all of it. */
function showAnswer({ answer, after }: SentCard, isJson: boolean): void {
  const { result_code: code, message, authenticity, authenticity_text: text, copy, id, warning } = answer
  if (isJson) say(JSON.stringify(after ? { ...answer, verification: after } : answer, null, 2))
  else {
    say(`${code} ${message}`)
    if (text !== undefined) say(`${authenticity}: ${text}`)
    if (copy !== undefined) say(`copy: ${copy}`)
    for (const one of warning) say(`warning: ${one}`)
    say(`id: ${id}`)
    if (after) say(`verification: ${after.state}`)
    if (after?.link) say(`The person goes on at ${after.link.url}: the link that they had has ended.`)
  }
  if (code !== 200) process.exitCode = EXIT.refusedByServer
}

function explain(error: unknown): void {
  if (error instanceof ChipError) {
    warn(`${chipWords[error.reason]} (${error.message})`)
    const isShut = error.reason === 'wrong-password' || error.reason === 'locked'
    process.exitCode = isShut ? EXIT.notOpened : EXIT.notRead
  } else if (error instanceof CardFault) {
    warn(error.message)
    process.exitCode = EXIT.notRead
  } else if (error instanceof SelfsameRefusal) {
    const fields = error.errors.map(({ path, message }) => `${path} ${message}`)
    throw new CommandError(
      `The server refused it: ${[error.message, ...fields].join('; ')} (${error.resultCode}, request ${error.requestId}).`,
    )
  } else if (error instanceof SelfsameUnreachable) throw new CommandError(`${error.message}.`)
  else throw error
}
