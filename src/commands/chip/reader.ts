// A reader of cards with a chip on it: waits until there is one, sends its commands, and says in words what is wrong.
import { setTimeout as pause } from 'node:timers/promises'
import { CardFault, type CardFaultName } from '../../../client/src/chip/at-reader.ts'
import {
  type CardHandle,
  openPcscd,
  type Pcscd,
  PcscGone,
  PcscRefusal,
  type ReaderState,
  SCARD,
} from './pcscd.ts'

/** The studio has words of its own for each. */
const words = {
  'no-service':
    'No card service answers. Install and start it: `apt-get install pcscd libccid`, then `systemctl start pcscd.socket`.',
  'no-reader': 'No reader is plugged in that the card service knows.',
  'several-readers': 'Several readers have a card. Name one with --reader.',
  'no-card': 'No card came.',
  busy: 'Another program holds the card.',
  forbidden: 'The card service does not let this user read cards.',
  mute: 'The card does not answer. Lay it flat on the middle of the reader.',
  lost: 'The card left the reader.',
  failed: 'The reader failed.',
} as const satisfies Readonly<Partial<Record<CardFaultName, string>>>
type ReaderFault = keyof typeof words

export const fault = (name: ReaderFault, detail = ''): CardFault =>
  new CardFault(name, detail === '' ? words[name] : `${words[name]} ${detail}`)

export interface ReaderOptions {
  /** A part of its name; any reader with a card where it is not given. */
  readonly reader?: string | undefined
  /** Of the card service. */
  readonly socket?: string | undefined
  /** How long to wait for a card. */
  readonly waitMs: number
  /** Called once whenever a card is waited for, with the names of the readers. */
  readonly onWait?: (readers: readonly string[]) => void
}

export interface CardReader {
  /** The first command waits for a card. After `lost` the next one waits for it again. */
  transceive(command: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>
  /** The card forgets the keys of this reading; the next command begins anew. */
  release(): Promise<void>
  close(): Promise<void>
}

const LOOK_MS = 200
/** How long another program may hold the card before it is told. */
const BUSY_MS = 3_000

const byCode: Readonly<Record<number, ReaderFault>> = {
  [SCARD.unknownReader]: 'no-reader',
  [SCARD.readerUnavailable]: 'no-reader',
  [SCARD.sharingViolation]: 'busy',
  [SCARD.noCard]: 'lost',
  [SCARD.commError]: 'lost',
  [SCARD.notTransacted]: 'lost',
  [SCARD.unpowered]: 'lost',
  [SCARD.wasReset]: 'lost',
  [SCARD.removed]: 'lost',
  [SCARD.unresponsive]: 'mute',
  [SCARD.protocolMismatch]: 'mute',
  [SCARD.forbidden]: 'forbidden',
  [SCARD.stopped]: 'no-service',
}

function faultOf(error: unknown): CardFault {
  if (error instanceof CardFault) return error
  if (error instanceof PcscRefusal) return fault(byCode[error.code] ?? 'failed', error.message)
  if (error instanceof PcscGone) return fault('no-service', `(${error.message})`)
  throw error
}

/** Errors by which readers and their drivers refuse a long command that they cannot carry. */
const tooLong: readonly number[] = [
  SCARD.notTransacted,
  SCARD.invalidParameter,
  SCARD.insufficientBuffer,
  SCARD.commError,
]
/** Lengths of three bytes begin with a zero, and something follows. */
const isExtended = (command: Uint8Array): boolean => command.length > 5 && command[4] === 0
/** A chip without long commands answers them so. */
const WRONG_LENGTH = Uint8Array.of(0x67, 0x00)

/** Readers of SIMs inside of a reader always have a card, and never a document. */
const isForDocuments = ({ name }: ReaderState): boolean => !/\bSAM\b/i.test(name)

export async function openReader(options: ReaderOptions): Promise<CardReader> {
  const { reader: wanted, socket, waitMs, onWait } = options
  let service: Pcscd | undefined
  let card: CardHandle | undefined

  async function opened(): Promise<Pcscd> {
    service ??= await openPcscd(socket)
    return service
  }

  /** The readers that are meant; throws where there is none. */
  async function meant(): Promise<ReaderState[]> {
    const all = await (await opened()).readers()
    const found =
      wanted === undefined
        ? all.filter(isForDocuments)
        : all.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
    if (found.length > 0) return found
    const names = all.map(({ name }) => JSON.stringify(name)).join(', ')
    throw fault('no-reader', names === '' ? '' : `There are: ${names}.`)
  }

  async function cardThere(signal: AbortSignal | undefined): Promise<string> {
    const until = performance.now() + waitMs
    for (let isTold = false; ; ) {
      signal?.throwIfAborted()
      const found = await meant()
      const [one, ...others] = found.filter(({ hasCard }) => hasCard)
      if (others.length > 0) throw fault('several-readers', `(${found.map(({ name }) => name).join(', ')})`)
      if (one) return one.name
      if (performance.now() > until) throw fault('no-card')
      if (!isTold) onWait?.(found.map(({ name }) => name))
      isTold = true
      await pause(LOOK_MS, undefined, signal && { signal })
    }
  }

  async function connected(signal: AbortSignal | undefined): Promise<CardHandle> {
    const name = await cardThere(signal)
    const until = performance.now() + BUSY_MS
    for (;;)
      try {
        return await (await opened()).connect(name)
      } catch (error) {
        const isHeld = error instanceof PcscRefusal && error.code === SCARD.sharingViolation
        if (!isHeld || performance.now() > until) throw error
        await pause(LOOK_MS, undefined, signal && { signal })
      }
  }

  /** A card that went may come back, and a service that ended may be started again. */
  async function leave(): Promise<void> {
    const [held, from] = [card, service]
    card = undefined
    if (held === undefined || from === undefined) return
    await from.disconnect(held).catch((error: unknown) => {
      if (error instanceof PcscGone) service = undefined
    })
  }

  return {
    async transceive(command, signal) {
      try {
        card ??= await connected(signal)
        const answer = await (await opened()).transmit(card, command)
        // Some drivers answer nothing, and say that it went well, where the card is gone.
        if (answer.length < 2) throw fault('lost')
        return answer
      } catch (error) {
        if (error instanceof PcscGone) service = undefined
        await leave()
        const isRefusedForLength =
          error instanceof PcscRefusal && tooLong.includes(error.code) && isExtended(command)
        if (isRefusedForLength && (await isStillThere())) return WRONG_LENGTH
        if (signal?.aborted) throw error
        throw faultOf(error)
      }
    },
    release: leave,
    async close() {
      await leave()
      service?.close()
      service = undefined
    },
  }

  async function isStillThere(): Promise<boolean> {
    const found = await meant().catch(() => [])
    return found.some(({ hasCard }) => hasCard)
  }
}
