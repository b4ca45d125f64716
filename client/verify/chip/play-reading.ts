// Reads a chip through the app around the page and has the server judge it: what is shown meanwhile, and each way in which it ends.
import {
  type ChipContent,
  ChipError,
  type ChipFile,
  type ChipPassword,
  type ChipReading,
  type ChipReason,
  startReading,
  type Transceive,
} from '../../src/chip/read-chip.ts'
import { SelfsameRefusal } from '../../src/errors.ts'
import { encodeBase64 } from '../../src/files.ts'
import type { Shell, ShellFault } from '../../src/shell/shell.ts'
import type { Journey } from '../journey.ts'
import type { ChipWords } from './chip-words.ts'

export type Fault = keyof ChipWords['fault']

export interface Running {
  readonly phase: 'waiting' | 'reading' | 'resting' | 'sending'
  readonly percent: number
}

interface Run {
  /** Ends it at the person's wish: what was read is kept for the next run. */
  readonly signal: AbortSignal
  readonly words: Pick<ChipWords, 'prompt' | 'done' | 'notDone'>
  show(running: Running): void
}

/** One reading with one password, in as many runs as it takes. */
export interface Attempt {
  /** Gives why it is not done; undefined where the session has moved on. Rejects with the reason of the signal. */
  run(run: Run): Promise<Fault | undefined>
  /** Whether the next run goes on with the byte that was missing. */
  goesOn(): boolean
}

interface AttemptOptions {
  readonly journey: Journey
  readonly shell: Shell
  readonly password: ChipPassword
  readonly files: readonly ChipFile[]
}

/** What the contract says where the app does not. */
const USUAL_COMMAND = 261
/** So often in a row the field may be lost without a byte more. */
const MOST_LOSSES = 4

/** Undefined where the password is none: number or dates are not of the form that a zone has. */
export function openAttempt({ journey, shell, password, files }: AttemptOptions): Attempt | undefined {
  let percent = 0
  let tell = (_phase?: Running['phase']): void => {}
  const begin = (): ChipReading => {
    percent = 0
    return startReading({
      password,
      files,
      maxLength: shell.maxCommandLength ?? USUAL_COMMAND,
      onProgress: (now) => {
        percent = now
        tell()
      },
      session: (dg14) => journey.client.openChipSession(dg14 ? { dg14 } : {}),
    })
  }
  let reading: ChipReading | undefined
  try {
    reading = begin()
  } catch {
    return undefined
  }

  async function readThrough(begun: ChipReading, { signal, words }: Run): Promise<ChipContent> {
    let isHeld = false
    const transceive: Transceive = async (command) => {
      if (signal.aborted) throw new ChipError('aborted')
      const answer = await shell.transceive(encodeBase64(command), { prompt: words.prompt })
      if (!isHeld) tell('reading')
      isHeld = true
      return bytesOf(answer)
    }
    let most = percent
    for (let losses = 1; ; losses++) {
      try {
        return await begun.read(transceive)
      } catch (error) {
        signal.throwIfAborted()
        if (percent > most) losses = 1
        most = percent
        if (faultOf(error, password) !== 'lost' || losses >= MOST_LOSSES) throw error
        // The next command waits for the chip again: the person need not press anything.
        isHeld = false
        tell('resting')
      }
    }
  }

  return {
    goesOn: () => reading !== undefined && percent > 0,
    async run(run) {
      const { signal, words, show } = run
      let shown: Running['phase'] = 'waiting'
      tell = (phase = shown) => {
        shown = phase
        if (!signal.aborted) show({ phase, percent })
      }
      reading ??= begin()
      tell('waiting')
      let isRead = false
      try {
        const content = await orAborted(readThrough(reading, run), signal)
        isRead = true
        reading = undefined
        await shell.endChip(words.done, false).catch(() => {})
        tell('sending')
        return await send(journey, content)
      } catch (error) {
        signal.throwIfAborted()
        const fault = faultOf(error, password)
        if (fault !== 'lost' && fault !== 'cancelled') reading = undefined
        if (!isClosed(error)) return fault
        // Another tab or device ended the step.
        await journey.refresh()
        return undefined
      } finally {
        // A field that stays on takes power, and iOS shows a sheet.
        if (!isRead) void shell.endChip(words.notDone, true).catch(() => {})
      }
    },
  }
}

async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const over = new AbortController()
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal })
      }),
    ])
  } finally {
    over.abort()
    // What goes on after the person left fails at its next command, and nobody waits for it.
    work.catch(() => {})
  }
}

const isClosed = (error: unknown): boolean => error instanceof SelfsameRefusal && error.status === 409

/** The server's answers that are no success, as the person meets them. */
const codes: Readonly<Record<number, Fault>> = {
  109: 'otherKind',
  120: 'broken',
  124: 'copy',
  143: 'tooLong',
}
/** Among the warnings of a success: another person than on the document. */
const OF_ANOTHER = 109

/** The scores and checks of the answer are not for the person, and the server does not tell them. */
async function send(journey: Journey, { files, session }: ChipContent): Promise<Fault | undefined> {
  const { sod, dg1, ...others } = files
  if (!sod || !dg1) return 'refusing'
  const body = { sod, dg1, ...others, ...(session && { chip_session: session }) }
  const answer = await journey.doOnce(() => journey.client.createChipDocument(body))
  await journey.refresh()
  if (!answer) return undefined
  const { result_code, warning_code } = answer
  if (result_code !== 200) return codes[result_code] ?? 'failed'
  return warning_code.includes(OF_ANOTHER) ? 'otherCard' : undefined
}

const byShell: Readonly<Partial<Record<ShellFault, Fault>>> = {
  lost: 'lost',
  cancelled: 'cancelled',
  off: 'off',
  unsupported: 'noNfc',
  busy: 'busy',
}

const byReason: Readonly<Record<ChipReason, Fault>> = {
  lost: 'failed',
  'wrong-password': 'wrongKey',
  locked: 'locked',
  'not-this-chip': 'notThisChip',
  tampered: 'tampered',
  refused: 'refusing',
  unsupported: 'unknownChip',
  aborted: 'cancelled',
}

/** Of an error of the app, of the chip, or of the server. */
function faultOf(error: unknown, password: ChipPassword): Fault {
  if (error instanceof SelfsameRefusal) return error.status === 422 ? 'unreadable' : 'failed'
  if (!(error instanceof ChipError)) return 'failed'
  if (error.reason === 'wrong-password' && 'can' in password) return 'wrongAccess'
  const said = error.cause instanceof Error ? error.cause.message : undefined
  // The reader calls every failed command lost; the app knows better.
  const byApp = error.reason === 'lost' ? byShell[said as ShellFault] : undefined
  return byApp ?? byReason[error.reason]
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
