// Runs the chip reader as a bundle in QuickJS, which has no Node.js, no browser and no WebCrypto: a whole reading of a card.
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { CARDS, type CardRow, cardOf, passwordsOf } from '../../specimens/chips/card/cards.ts'
import { makeChip } from '../../specimens/chips/chip.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The reader as a page would load it, under one name. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: here('../../client'),
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: here('../../client/src/chip/read-chip.ts'), formats: ['iife'], name: 'chipReader' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (first === undefined || !('output' in first)) throw new Error('nothing was built')
  return first.output[0].code
}

const code = bundled()

/** What the test says to the reader inside: bytes go in and out as hexadecimal text. */
const inside = `
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16))
const read = (options) => chipReader.startReading({ ...options, random: (length) => fromHex(randomHex(length)) })
  .read(async (bytes) => fromHex(await exchangeHex(toHex(bytes))))
  .then(({ files, accessProtocol }) => JSON.stringify({
    accessProtocol,
    files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, toHex(bytes)])),
  }))
`

test.each(['usual', 'bac', 'ecdh-im-aes256-18', 'dh-gm-aes128-1'])('%s is read in QuickJS', async (name) => {
  const row: CardRow = CARDS[name] ?? { what: '' }
  const chip = await makeChip({ kind: 'cccd-chip', seed: 3, access: row.access })
  const card = cardOf(chip, row.quirks)
  const quickjs = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))
  using context = quickjs.newContext()
  using ofRandom = context.newFunction('randomHex', (length) =>
    context.newString(randomBytes(context.getNumber(length)).toString('hex')),
  )
  context.setProp(context.global, 'randomHex', ofRandom)
  using ofCard = context.newFunction('exchangeHex', (command) => {
    const answer = context.newPromise()
    card.transceive(new Uint8Array(Buffer.from(context.getString(command), 'hex'))).then(
      (bytes) => answer.resolve(context.newString(Buffer.from(bytes).toString('hex'))),
      (error: unknown) => answer.reject(context.newString(String(error))),
    )
    void answer.settled.then(() => context.runtime.executePendingJobs())
    return answer.handle
  })
  context.setProp(context.global, 'exchangeHex', ofCard)
  context.unwrapResult(context.evalCode(await code)).dispose()
  const options = {
    password: { mrz: passwordsOf(chip.holder).mrz },
    files: ['sod', 'dg1', 'dg2', 'dg13', 'dg14'],
  }
  const promise = context.unwrapResult(context.evalCode(`${inside}read(${JSON.stringify(options)})`))
  const settled = context.resolvePromise(promise)
  context.runtime.executePendingJobs()
  const result = context.unwrapResult(await settled)
  const told = JSON.parse(context.getString(result))
  promise.dispose()
  result.dispose()
  expect(told.accessProtocol).toBe(name === 'bac' ? 'BAC' : 'PACE')
  expect(told.files).toEqual({
    sod: Buffer.from(chip.files.sod).toString('hex'),
    ...Object.fromEntries(
      ([1, 2, 13, 14] as const).flatMap((group) => {
        const bytes = chip.files.groups.get(group)
        // A card that is opened by BAC alone has no abilities to list.
        return bytes ? [[`dg${group}`, Buffer.from(bytes).toString('hex')]] : []
      }),
    ),
  })
})
