// Tests that pictures are judged alike while other threads of the process decode: all of them share one list of complaints.
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { decodeImage } from '../../src/image/decode/image.ts'

/** One in twelve was let pass when the words of its complaint were lost to another thread. */
const TRIES = 40

/** Encodes again and again; whatever ends empties the list of complaints. */
const busy = `
  const sharp = require('sharp')
  const raw = { width: 4, height: 4, channels: 3 }
  const encode = () => sharp(Buffer.alloc(48, 200), { raw }).png().toBuffer()
  const goOn = async () => {
    await Promise.all([encode(), encode(), encode()])
    require('node:worker_threads').parentPort.postMessage('encoded')
    setImmediate(goOn)
  }
  goOn()
`

test('what is cut short is refused and what is whole is read, however much another thread decodes', async () => {
  const other = new Worker(busy, { eval: true })
  onTestFinished(async () => {
    await other.terminate()
  })
  await new Promise((resolve) => other.once('message', resolve))
  const read = async (bytes: Uint8Array) => 'image' in (await decodeImage(bytes, { maxMegapixels: 50 }))
  const isRead = { cut: 0, whole: 0 }
  for (let tries = 0; tries < TRIES; tries++) {
    if (await read(photo(1).subarray(0, 5000))) isRead.cut++
    if (tries % 10 === 0 && (await read(photo(1)))) isRead.whole++
  }
  expect(isRead).toEqual({ cut: 0, whole: TRIES / 10 })
})
