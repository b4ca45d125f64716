// Defines jobs that say when a decoder is at work in them, as the server's own do.
import { setTimeout as sleep } from 'node:timers/promises'

export type DecodingJobs = Awaited<ReturnType<typeof openJobs>>

export async function openJobs(_settings: unknown, tellDecoding: (isAtWork: boolean) => void) {
  const decode = async (ms: number) => {
    tellDecoding(true)
    await sleep(ms)
    tellDecoding(false)
  }
  return {
    pid: async () => process.pid,
    /** Never comes back from a decoder that keeps the event loop. */
    hangInDecoder: async () => {
      tellDecoding(true)
      for (;;);
    },
    /** Each decoder is quick, and what comes after them is not. */
    decodeOften: async ({ times, ms, thenMs }: { times: number; ms: number; thenMs: number }) => {
      for (let i = 0; i < times; i++) await decode(ms)
      await sleep(thenMs)
      return process.pid
    },
  }
}
