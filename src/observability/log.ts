// The log: structured lines with a request id, and no names, numbers, images or Base64 in them.
import pino from 'pino'
import { PinoPretty } from 'pino-pretty'

export type Log = pino.Logger

export interface LogOptions {
  readonly level: string
  readonly format: 'auto' | 'json' | 'text'
}

export function openLog({ level, format }: LogOptions, stream: NodeJS.WritableStream = process.stdout): Log {
  const isTerminal = 'isTTY' in stream && stream.isTTY === true
  const asText = format === 'text' || (format === 'auto' && isTerminal)
  // Lines for machines are gathered for a quarter of a second; a system call for each would cost more than the line.
  const destination = asText
    ? PinoPretty({
        destination: stream,
        sync: true,
        colorize: isTerminal,
        ignore: 'pid,hostname',
        singleLine: true,
        translateTime: 'SYS:HH:MM:ss',
      })
    : stream === process.stdout
      ? pino.destination({ fd: 1, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 250 })
      : stream
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => errorForLog(error) },
    },
    destination,
  )
}

/** A line whose fields are JSON already, in the form of all others. */
export function writeFields(log: Log, level: 'info' | 'debug', fields: string): void {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]
  stream?.write(`{"level":"${level}"${timestamp()},"pid":${process.pid},${fields}}\n`)
}

/** ISO time; the part down to the second is kept, since thousands of lines share it. */
let second = 0
let secondText = ''
function timestamp(): string {
  const now = Date.now()
  const ms = now % 1000
  if (now - ms !== second) {
    second = now - ms
    secondText = `,"time":"${new Date(second).toISOString().slice(0, 20)}`
  }
  return `${secondText}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z"`
}

/** What a fault may say in the log: libraries like to quote the data they failed on. */
export function errorForLog(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as Error & { code?: unknown }
  // The stack begins with the message, whose own lines may look like frames.
  const { stack = '', message } = error
  const frames = stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: frames.join('\n'),
    ...(error.cause === undefined || depth >= 4 ? {} : { cause: errorForLog(error.cause, depth + 1) }),
  }
}

/** Long numbers, long runs of Base64 and anything quoted or not plain ASCII are taken out. */
export function withoutPersonalData(text: string): string {
  return text
    .slice(0, 2000)
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/[A-Za-z0-9+/_=-]{48,}/g, '…')
    .replaceAll(/\d{6,}/g, '…')
    .replaceAll(/[^\x20-\x7e\n]+/g, '…')
    .slice(0, 500)
}
