// Plays scripts of bytes and pauses on sockets, and parses whatever comes back as HTTP.
import { connect, type Socket } from 'node:net'
import { parseAnswers, type WireAnswer } from './wire-answer.ts'

export interface Piece {
  readonly bytes: Uint8Array
  /** The pause before the bytes are written. */
  readonly pauseMs?: number
}

export interface Script {
  readonly pieces: readonly Piece[]
  /** `wait` waits for the answers; `half` ends its side first; `cut` leaves without waiting. */
  readonly ending: 'wait' | 'half' | 'cut'
  /** The expected number of answers. */
  readonly answers: number
  /** The method of the requests in it: an answer to HEAD has no body. */
  readonly method: string
  /** Whether the script needs a connection of its own, which ends with it. */
  readonly alone: boolean
}

export interface Exchange {
  readonly answers: readonly WireAnswer[]
  /** `closed` is by the server before all answers; `garbled` is no HTTP; `refused` means that no server listens. */
  readonly outcome: 'answered' | 'closed' | 'hung' | 'cut' | 'garbled' | 'refused'
  readonly ms: number
}

export interface Line {
  play(script: Script, limitMs: number): Promise<Exchange>
  close(): void
}

/** A caller has one connection, which it reuses as long as it can. */
export function openLine(url: string): Line {
  let kept: Wire | undefined
  const drop = () => {
    kept?.socket.destroy()
    kept = undefined
  }
  const playKept = async (script: Script, limitMs: number): Promise<Exchange> => {
    const wasOpen = kept !== undefined && !kept.isOver()
    if (!wasOpen) drop()
    kept ??= openWire(url)
    const exchange = await playOn(kept, script, limitMs)
    const last = exchange.answers.at(-1)
    if (exchange.outcome !== 'answered' || last?.headers.connection === 'close') drop()
    // An idle connection may be closed at the moment of its next use; then the request is sent on a new one.
    const lostInIdleness = wasOpen && exchange.outcome === 'closed' && exchange.answers.length === 0
    return lostInIdleness ? playKept(script, limitMs) : exchange
  }
  return {
    async play(script, limitMs) {
      if (!script.alone) return playKept(script, limitMs)
      const own = openWire(url)
      return playOn(own, script, limitMs).finally(() => own.socket.destroy())
    },
    close: drop,
  }
}

interface Wire {
  readonly socket: Socket
  readonly received: () => Buffer
  readonly isOver: () => boolean
  readonly wasRefused: () => boolean
  take(bytes: number): void
  /** Resolves at the next byte, at the end, or after a timeout. */
  change(withinMs: number): Promise<void>
}

function openWire(url: string): Wire {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
  let chunks: Buffer[] = []
  let over = false
  let refused = false
  let wake = () => {}
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    wake()
  })
  for (const event of ['end', 'close'] as const)
    socket.on(event, () => {
      over = true
      wake()
    })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    refused ||= error.code === 'ECONNREFUSED'
  })
  const received = (): Buffer => {
    if (chunks.length > 1) chunks = [Buffer.concat(chunks)]
    return chunks[0] ?? Buffer.alloc(0)
  }
  return {
    socket,
    received,
    isOver: () => over,
    wasRefused: () => refused,
    take(bytes) {
      chunks = [received().subarray(bytes)]
    },
    change: (withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

async function playOn(wire: Wire, script: Script, limitMs: number): Promise<Exchange> {
  const startedAt = performance.now()
  const ended = (outcome: Exchange['outcome'], answers: readonly WireAnswer[] = []): Exchange => ({
    outcome,
    answers,
    ms: performance.now() - startedAt,
  })
  for (const { bytes, pauseMs = 0 } of script.pieces) {
    if (pauseMs > 0) await pause(wire, pauseMs)
    if (wire.isOver()) break
    wire.socket.write(bytes)
  }
  if (script.ending === 'cut') return ended('cut')
  if (script.ending === 'half') wire.socket.end()
  for (;;) {
    const { answers, length, isGarbled } = parseAnswers(wire.received(), script.method, wire.isOver())
    if (isGarbled) return ended('garbled', answers)
    if (answers.length >= script.answers) {
      wire.take(length)
      return ended('answered', answers)
    }
    if (wire.isOver()) return ended(wire.wasRefused() ? 'refused' : 'closed', answers)
    const left = limitMs - (performance.now() - startedAt)
    if (left <= 0) return ended('hung', answers)
    await wire.change(left)
  }
}

async function pause(wire: Wire, ms: number): Promise<void> {
  const until = performance.now() + ms
  while (!wire.isOver() && performance.now() < until)
    await wire.change(Math.max(1, until - performance.now()))
}
