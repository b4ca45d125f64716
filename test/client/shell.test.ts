// Tests the shell contract: the script that makes `window.selfsame` over each kind of port, and a host that answers only what the contract allows.
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import {
  answerScript,
  openShellHost,
  type Shell,
  type ShellCalls,
  ShellError,
  shellScript,
} from '../../client/src/shell/shell.ts'

const origin = 'https://verify.example'
const selectTravelDocument = 'AKQEDAegAAACRxAB'
const bytes = (...given: readonly number[]): string => Buffer.from(given).toString('base64')

/** A page of this origin, whose WebView has the given port; `deliver` runs a script in it, as an app does. */
function pageWith(port: object, { at = origin, isFrame = false } = {}) {
  const context: Record<string, unknown> = { location: { origin: at }, ...port }
  context.window = context
  context.top = isFrame ? {} : context
  const run = (script: string): unknown => runInNewContext(script, context)
  return { run, shell: () => context.selfsame as Shell }
}

/** The page and the app of one phone, joined as React Native joins them. */
function phoneWith(calls: ShellCalls): Shell {
  const host = openShellHost(calls)
  const page = pageWith({
    ReactNativeWebView: {
      postMessage: (text: string) =>
        void host.answer(text).then((answer) => answer !== undefined && page.run(answerScript(answer))),
    },
  })
  page.run(shellScript({ origin, features: host.features, maxCommandLength: 261 }))
  return page.shell()
}

describe('the page sees', () => {
  test('the features that the app has, and the answers of its calls', async () => {
    const shell = phoneWith({
      transceive: async (command, { prompt }) => {
        expect([...command]).toEqual([0, 0x84, 0, 0, 8])
        expect(prompt).toBe('Hold still')
        return Uint8Array.of(1, 2, 3, 4, 0x90, 0)
      },
      close: async ({ state }) => expect(state).toBe('approved'),
    })
    expect(shell.features).toEqual(['transceive', 'close'])
    expect(shell.version).toBe(1)
    expect(shell.maxCommandLength).toBe(261)
    expect(await shell.transceive(bytes(0, 0x84, 0, 0, 8), { prompt: 'Hold still' })).toBe(
      bytes(1, 2, 3, 4, 0x90, 0),
    )
    await shell.close({ state: 'approved' })
    await expect(shell.attestation('a-nonce-of-the-server')).rejects.toThrow('unsupported')
  })

  test('why a call failed, and nothing of errors that are not of the contract', async () => {
    const errors = [
      new ShellError('lost'),
      new Error('toString'),
      new Error('/data/user/0/keys: no such file'),
    ]
    const shell = phoneWith({
      transceive: async () => {
        throw errors.shift()
      },
    })
    const send = () => shell.transceive(selectTravelDocument)
    await expect(send()).rejects.toThrow(/^lost$/)
    await expect(send()).rejects.toThrow(/^failed$/)
    await expect(send()).rejects.toThrow(/^failed$/)
  })

  test('answers that come as a message, and those that posting resolves with', async () => {
    const host = openShellHost({ signFrame: async (key) => `by ${key}` })
    const frame = ['selfsame-frame-v1', 'c1', 0, '', 'a'.repeat(64)].join('\n')
    let tell = (_event: { data: string | undefined }) => {}
    const android = pageWith({
      selfsameShell: {
        postMessage: (text: string) => void host.answer(text).then((data) => tell({ data })),
        addEventListener: (_name: string, listener: typeof tell) => {
          tell = listener
        },
      },
    })
    const ios = pageWith({ webkit: { messageHandlers: { selfsame: { postMessage: host.answer } } } })
    for (const { run, shell } of [android, ios]) {
      run(shellScript({ origin, features: host.features }))
      expect(await shell().signFrame('k1', frame)).toBe('by k1')
    }
  })

  test('nothing on another origin, in a frame, or in a browser', () => {
    const port = { selfsameShell: { postMessage: () => {} } }
    const pages = [
      pageWith(port, { at: 'https://verify.example.net' }),
      pageWith(port, { isFrame: true }),
      pageWith({}),
    ]
    for (const { run, shell } of pages) {
      run(shellScript({ origin, features: ['transceive'] }))
      expect(shell()).toBeUndefined()
    }
  })
})

describe('the host refuses', () => {
  const all: ShellCalls = {
    transceive: async () => Uint8Array.of(0x90, 0),
    attestation: async () => ({ key: 'k1', platform: 'apple', attestation: '' }),
    signFrame: async () => 'signed',
  }
  const shell = phoneWith(all)

  test('commands to anything but a travel document', async () => {
    const visa = bytes(0, 0xa4, 4, 0, 7, 0xa0, 0, 0, 0, 3, 0x10, 0x10, 0)
    const longer = bytes(0, 0xa4, 4, 0x0c, 8, 0xa0, 0, 0, 2, 0x47, 0x10, 1, 1)
    const extended = bytes(0, 0xa4, 4, 0, 0, 0, 7, 0xa0, 0, 0, 0, 3, 0x10, 0x10)
    const readRecord = bytes(0, 0xb2, 1, 0x0c, 0)
    const processingOptions = bytes(0x80, 0xa8, 0, 0, 2, 0x83, 0, 0)
    for (const command of [visa, longer, extended, readRecord, processingOptions, bytes(0), 'no Base64', ''])
      await expect(shell.transceive(command)).rejects.toThrow('refused')
    for (const command of [selectTravelDocument, bytes(0, 0xb0, 0x9c, 0, 0), bytes(0x0c, 0xa4, 4, 0x0c, 0)])
      expect(await shell.transceive(command)).toBe('kAA=')
  })

  test('a second command while one is on its way', async () => {
    let finish = (_answer: Uint8Array) => {}
    const slow = phoneWith({
      transceive: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    const first = slow.transceive(selectTravelDocument)
    await expect(slow.transceive(selectTravelDocument)).rejects.toThrow('busy')
    finish(Uint8Array.of(0x6a, 0x82))
    expect(await first).toBe(bytes(0x6a, 0x82))
  })

  test('to sign a text that is not that of a frame', async () => {
    const hash = 'a'.repeat(64)
    const texts = [
      'pay 1,000,000 to bob',
      `selfsame-capture-key-v1\nc1\n0\n\n${hash}`,
      `selfsame-frame-v1\nc1\n0\n\n${hash}\nmore`,
      `selfsame-frame-v1\nc1\n0\n\n${hash}\n`,
      `selfsame-frame-v1\nc1\n0\nnow\n${hash}`,
    ]
    for (const text of texts) await expect(shell.signFrame('k1', text)).rejects.toThrow('refused')
    expect(await shell.signFrame('k1', `selfsame-frame-v1\nc1\n0\n1789000000000\n${hash}`)).toBe('signed')
  })

  test('texts of others in silence, and calls that it does not know', async () => {
    const host = openShellHost(all)
    const call = { selfsame: 1, id: 1, call: 'transceive', arguments: [] }
    const others = ['', 'hello', 'null', '[]', '{"id":1}', { ...call, selfsame: 2 }, { ...call, id: 'x' }]
    for (const text of others)
      expect(await host.answer(typeof text === 'string' ? text : JSON.stringify(text))).toBeUndefined()
    for (const name of ['readContacts', 'constructor', '__proto__'])
      expect(JSON.parse((await host.answer(JSON.stringify({ ...call, call: name }))) ?? '')).toEqual({
        id: 1,
        error: 'unsupported',
      })
  })
})
