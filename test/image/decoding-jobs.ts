// Defines jobs for tests that decode in a worker process, where hostile bytes belong.
import { readFileSync, writeFileSync } from 'node:fs'
import { quartersOf } from '../../specimens/kit/photographs/pictures.ts'
import { heldBytes } from '../../src/image/decode/heic.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { decodeJpeg2000 } from '../../src/image/decode/jpeg2000.ts'

export const jobs = {
  pid: async () => process.pid,
  decode: async ({ bytes, longestSide }: { bytes: Uint8Array; longestSide?: number }) => {
    const decoding = await decodeImage(bytes, {
      maxMegapixels: 50,
      ...(longestSide === undefined ? {} : { longestSide }),
    })
    if ('fault' in decoding) return decoding
    return { image: decoding.image, scale: decoding.scale, quarters: quartersOf(decoding.pixels) }
  },
  decodeJpeg2000: async ({ bytes }: { bytes: Uint8Array }) => {
    const pixels = await decodeJpeg2000(bytes, { maxPixels: 4e6, maxBytes: 2 ** 20 })
    return 'fault' in pixels ? pixels : { width: pixels.width, height: pixels.height }
  },
  /** Measures how many megabytes more the process held at its peak while it decoded this. */
  growth: async ({ bytes }: { bytes: Uint8Array }) => {
    // The kernel counts the peak from here on; maxRSS would be that of the parent before the child was forked.
    writeFileSync('/proc/self/clear_refs', '5')
    const before = process.memoryUsage.rss()
    await decodeImage(bytes, { maxMegapixels: 50 })
    const peakKilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1])
    return peakKilobytes / 1024 - before / 2 ** 20
  },
  /** Measures what libheif holds after a few pictures and after many more of the same, and the growth of the process. */
  heldOverMany: async ({ bytes, times }: { bytes: Uint8Array; times: number }) => {
    const decodeMany = async (count: number) => {
      for (let i = 0; i < count; i++) await decodeImage(bytes, { maxMegapixels: 50 })
      return { held: heldBytes(), megabytes: process.memoryUsage.rss() / 2 ** 20 }
    }
    const few = await decodeMany(20)
    const many = await decodeMany(times)
    return { few: few.held, many: many.held, growth: many.megabytes - few.megabytes }
  },
}
