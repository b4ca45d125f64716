// selfsame chip bridge: lets the studio in a browser of this machine read cards on its reader, until it is ended.
import { once } from 'node:events'
import { CommandError, say, warn } from '../terminal.ts'
import { type BridgeEvent, openBridge } from './bridge-server.ts'
import { codeOfFile, newCode, shownCode } from './pairing.ts'
import { openReader } from './reader.ts'

export interface BridgeOptions {
  readonly studio: string
  readonly port: string
  readonly reader?: string
  readonly socket?: string
  readonly wait: string
  readonly codeFile?: string
}

export async function bridge({ studio, port, reader, socket, wait, codeFile }: BridgeOptions): Promise<void> {
  const origin = originOf(studio)
  const number = Number(port)
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new CommandError('--port is a number up to 65535.')
  const waitMs = Number(wait) * 1000
  if (!(waitMs > 0 && waitMs <= 300_000)) throw new CommandError('--wait is a number of seconds up to 300.')
  const code = codeFile === undefined ? newCode() : codeOfFile(codeFile)
  const open = await openBridge({
    origin,
    port: number,
    code,
    openReader: () => openReader({ reader, socket, waitMs }),
    onEvent: tell,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new CommandError(
      `Port ${number} of this machine is taken, by another bridge or by a program that should not get your cards. End it first.`,
    )
  })
  const stop = new AbortController()
  const onEnd = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onEnd)
  say(
    `The studio of ${origin} can read cards here, on http://127.0.0.1:${open.port}, until you press Ctrl+C.`,
  )
  say(`Pairing code, asked for once by each browser: ${shownCode(code)}`)
  await once(stop.signal, 'abort')
  await open.close()
}

function originOf(studio: string): string {
  if (!URL.canParse(studio)) throw new CommandError(`--studio ${studio} is no address.`)
  const { origin, protocol, hostname } = new URL(studio)
  const isHere = ['localhost', '127.0.0.1'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new CommandError('--studio has to begin with https: browsers let no other page reach a reader.')
  return origin
}

const words: Readonly<Record<string, string>> = {
  paired: 'A card is being read.',
  ended: 'Done.',
  'wrong-code': 'A page with a wrong pairing code was refused.',
}

const tell = (event: BridgeEvent): void => warn(words[event] ?? `Refused: ${event.replace('refused ', '')}.`)
