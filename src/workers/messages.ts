// The messages between parent and child process.
import type { Thrown } from './errors.ts'

export type Order =
  | { readonly kind: 'run'; readonly id: number; readonly name: string; readonly input: unknown }
  /** A piece of a file that belongs to the input of the next job, under this name. */
  | { readonly kind: 'piece'; readonly name: string; readonly totalBytes: number; readonly piece: Uint8Array }
  /** The answer to `sliced`. A job whose caller is gone is asked to end. */
  | { readonly kind: 'go-on'; readonly id: number; readonly isWanted: boolean }
  | { readonly kind: 'ping'; readonly id: number }
  | { readonly kind: 'quit' }

export type JobAnswer =
  /** The job has had its slice of time and stands still until it may go on. */
  | { readonly kind: 'sliced'; readonly id: number; readonly rssBytes: number }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown; readonly rssBytes: number }
  | { readonly kind: 'failed'; readonly id: number; readonly thrown: Thrown; readonly rssBytes: number }

export type Answer =
  | JobAnswer
  | { readonly kind: 'ready'; readonly rssBytes: number }
  | { readonly kind: 'pong'; readonly id: number; readonly rssBytes: number }
  /** A decoder begins or ends its work for the job that runs. */
  | { readonly kind: 'decoding'; readonly isAtWork: boolean; readonly rssBytes: number }

/** A job may throw anything, even something that throws when it is looked at. */
export function describeThrown(thrown: unknown): Thrown {
  try {
    if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) }
    const code: unknown = 'code' in thrown ? thrown.code : undefined
    return {
      name: String(thrown.name),
      message: String(thrown.message),
      ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
      ...(typeof thrown.stack === 'string' ? { stack: thrown.stack } : {}),
    }
  } catch {
    return { name: 'Error', message: 'the job threw something that cannot be described' }
  }
}

/** A worker that decodes hostile bytes may be taken over, so its messages are checked before they are used. */
export function parseAnswer(message: unknown): Answer | undefined {
  if (!isRecord(message) || typeof message.rssBytes !== 'number') return undefined
  const { kind, rssBytes } = message
  if (kind === 'ready') return { kind, rssBytes }
  if (kind === 'decoding') return { kind, isAtWork: message.isAtWork === true, rssBytes }
  const { id } = message
  if (typeof id !== 'number') return undefined
  if (kind === 'pong' || kind === 'sliced') return { kind, id, rssBytes }
  if (kind === 'done') return { kind, id, output: message.output, rssBytes }
  if (kind === 'failed' && isThrown(message.thrown)) return { kind, id, thrown: message.thrown, rssBytes }
  return undefined
}

function isThrown(value: unknown): value is Thrown {
  return isRecord(value) && typeof value.name === 'string' && typeof value.message === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
