// Commands to a chip and its answers, as ISO 7816-4 writes them: short and extended lengths, chains of commands, answers in pieces.
import { type Bytes, joined } from './bytes.ts'
import { ChipError, tampered } from './chip-error.ts'

/** The only way to a chip: a whole command in; data and two status bytes out. It rejects when the chip is out of the field. */
export type Transceive = (command: Uint8Array) => Promise<Uint8Array>

export interface Command {
  /** 0 unless the command is a part of a chain. */
  readonly cla?: number
  readonly ins: number
  readonly p1: number
  readonly p2: number
  readonly data?: Bytes
  /** How many bytes may come at most; up to 65,536. */
  readonly le?: number
}

export interface Answer {
  readonly data: Bytes
  readonly status: number
}

export const OK = 0x9000
/** The file ended before as many bytes came as were asked for. */
export const END_OF_FILE = 0x6282

/** The longest answer: 65,536 bytes and a status. */
const LONGEST = 65_538
/** What is fetched piece by piece is a key or a signature, or a file in pieces of 256 bytes. */
const MOST_PIECES = 300

const twoBytes = (value: number): Bytes => Uint8Array.of((value >> 8) & 0xff, value & 0xff)

/** With extended lengths where short ones do not hold it. */
export function encoded({ cla = 0, ins, p1, p2, data, le }: Command): Bytes {
  const header = Uint8Array.of(cla, ins, p1, p2)
  const length = data?.length ?? 0
  if (length <= 255 && (le ?? 0) <= 256)
    return joined(
      header,
      length === 0 ? new Uint8Array() : Uint8Array.of(length),
      data ?? new Uint8Array(),
      le === undefined ? new Uint8Array() : Uint8Array.of(le & 0xff),
    )
  return joined(
    header,
    Uint8Array.of(0),
    length === 0 ? new Uint8Array() : twoBytes(length),
    data ?? new Uint8Array(),
    le === undefined ? new Uint8Array() : twoBytes(le),
  )
}

/** The same command in pieces, for a chip or a phone that takes only short ones. */
export function chainOf(command: Command, pieceBytes: number): Command[] {
  const { data = new Uint8Array(), le, ...header } = command
  const pieces: Command[] = []
  for (let at = 0; at < data.length; at += pieceBytes) {
    const isLast = at + pieceBytes >= data.length
    const piece = { ...header, data: data.subarray(at, at + pieceBytes) }
    pieces.push(
      isLast ? (le === undefined ? piece : { ...piece, le }) : { ...piece, cla: (header.cla ?? 0) | 0x10 },
    )
  }
  return pieces
}

/** Sends bytes as they are, and gathers an answer that comes in pieces. */
export async function exchanged(transceive: Transceive, bytes: Bytes, signal?: AbortSignal): Promise<Answer> {
  let answer = await once(transceive, bytes, signal)
  // The chip has the right length ready; a command that nobody protects can be asked again with it.
  if (answer.status >> 8 === 0x6c && (bytes[0] ?? 0) < 0x04 && bytes.length === 5)
    answer = await once(transceive, joined(bytes.subarray(0, 4), Uint8Array.of(answer.status & 0xff)), signal)
  for (let pieces = 1; answer.status >> 8 === 0x61; pieces++) {
    if (pieces > MOST_PIECES) throw tampered('an answer without an end')
    const rest = await once(transceive, Uint8Array.of(0, 0xc0, 0, 0, answer.status & 0xff), signal)
    const data = joined(answer.data, rest.data)
    if (data.length > LONGEST) throw tampered('an answer without an end')
    answer = { data, status: rest.status }
  }
  return answer
}

async function once(transceive: Transceive, bytes: Bytes, signal?: AbortSignal): Promise<Answer> {
  const came = await orAborted(transceive, bytes, signal)
  if (!(came instanceof Uint8Array) || came.length < 2 || came.length > LONGEST)
    throw tampered('no answer of a chip')
  // A copy: the shell may use its memory again.
  const all = new Uint8Array(came)
  return {
    data: all.subarray(0, -2),
    status: ((all[all.length - 2] ?? 0) << 8) | (all[all.length - 1] ?? 0),
  }
}

async function orAborted(transceive: Transceive, bytes: Bytes, signal?: AbortSignal): Promise<unknown> {
  if (signal?.aborted) throw new ChipError('aborted')
  let stop: (() => void) | undefined
  try {
    return await Promise.race([
      transceive(bytes),
      new Promise<never>((_, reject) => {
        stop = () => reject(new ChipError('aborted'))
        signal?.addEventListener('abort', stop)
      }),
    ])
  } catch (error) {
    if (error instanceof ChipError) throw error
    throw new ChipError('lost', '', undefined, error)
  } finally {
    if (stop !== undefined) signal?.removeEventListener('abort', stop)
  }
}
