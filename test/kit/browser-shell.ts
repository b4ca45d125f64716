// The app around the person's page: the shell contract over a binding of the browser, with a virtual card in its field and the keys of a phone that does not exist.
import { type KeyObject, sign } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import { openShellHost, type ShellCalls, ShellError, shellScript } from '../../client/src/shell/shell.ts'
import type { Card } from '../../specimens/chips/card/card.ts'
import type { makeAndroidMaker } from '../../specimens/phones/android.ts'

/** Before the page is opened. What is written through it is what an app in a WebView would see. */
export async function showInApp(context: BrowserContext, origin: string, calls: ShellCalls): Promise<void> {
  const host = openShellHost(calls)
  await context.exposeBinding('postToApp', ({ page, frame }, text: string) => {
    if (frame !== page.mainFrame() || new URL(frame.url()).origin !== origin)
      throw new Error('another page calls the app')
    return host.answer(text)
  })
  const port = 'globalThis.selfsameShell = { postMessage: (text) => globalThis.postToApp(text) };'
  const settings = { origin, features: host.features, maxCommandLength: 2048 }
  await context.addInitScript({ content: port + shellScript(settings) })
}

/** The field of the phone, into which a test puts one card after another. */
export interface Field {
  card: Card | undefined
  /** What the phone says in the place of an answer. */
  fault: ConstructorParameters<typeof ShellError>[0] | undefined
  commands: number
  /** The messages with which the page switched the field off, and whether they were of failures. */
  readonly ended: [message: string | undefined, isFailure: boolean][]
}

export function newField(): { field: Field; calls: Required<Pick<ShellCalls, 'transceive' | 'endChip'>> } {
  const field: Field = { card: undefined, fault: undefined, commands: 0, ended: [] }
  return {
    field,
    calls: {
      async transceive(command) {
        field.commands++
        const { card, fault } = field
        if (fault) throw new ShellError(fault)
        if (!card) throw new ShellError('cancelled')
        try {
          return await card.transceive(command)
        } catch {
          card.reset()
          throw new ShellError('lost')
        }
      },
      async endChip(message, isFailure) {
        field.ended.push([message, isFailure])
        field.card?.reset()
      },
    },
  }
}

/** A phone with Android: its keys end with the app. */
export function newPhone(
  maker: ReturnType<typeof makeAndroidMaker>,
  app: { package: string; digest: Buffer },
) {
  const keys = new Map<string, KeyObject>()
  let made = 0
  const calls: Required<Pick<ShellCalls, 'attestation' | 'signFrame'>> = {
    async attestation(nonce) {
      const { keys: own, chain } = maker.phone({
        ...{ challenge: Buffer.from(nonce), ...app, level: 2, isLocked: true, bootState: 0 },
        ...{ patchLevel: 202609, origin: 0, purposes: [2], version: 300 },
      })
      const key = `key-${++made}`
      keys.set(key, own.privateKey)
      const certificate_chain = chain.map((one) => Buffer.from(one).toString('base64'))
      return { key, platform: 'android', certificate_chain }
    },
    async signFrame(key, text) {
      const own = keys.get(key)
      if (!own) throw new ShellError('unknown-key')
      return sign('sha256', Buffer.from(text), own).toString('base64')
    },
  }
  return { calls, made: () => made, installAnew: () => keys.clear() }
}
