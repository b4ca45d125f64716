// Makes keys in the hardware of the phone and signs frames with them: a keystore of Android, or App Attest.
import type { ShellCalls } from 'selfsame-client/shell'

/** Our native module for Android. */
export interface AndroidKeys {
  make(nonce: string): Promise<string>
  certificateChain(key: string): Promise<string[]>
  sign(key: string, text: string): Promise<string>
}

/** What is used of `@expo/app-integrity` on iOS: it hashes both texts with SHA-256. */
export interface AppleKeys {
  generateKeyAsync(): Promise<string>
  attestKeyAsync(key: string, nonce: string): Promise<string>
  generateAssertionAsync(key: string, text: string): Promise<string>
}

type KeyCalls = Required<Pick<ShellCalls, 'attestation' | 'signFrame'>>

/** `integrityToken` asks Play for a classic token: the server opens no other. */
export function androidKeyCalls(
  keys: AndroidKeys,
  integrityToken?: (nonce: string) => Promise<string>,
): KeyCalls {
  return {
    async attestation(nonce) {
      const key = await keys.make(nonce)
      const certificate_chain = await keys.certificateChain(key)
      const token = await integrityToken?.(nonce)
      return {
        key,
        platform: 'android',
        certificate_chain,
        ...(token !== undefined && { integrity_token: token }),
      }
    },
    signFrame: (key, text) => keys.sign(key, text).catch(asUnknownKey(/unknown-key/)),
  }
}

export const appleKeyCalls = (keys: AppleKeys): KeyCalls => ({
  async attestation(nonce) {
    const key = await keys.generateKeyAsync()
    return { key, platform: 'apple', attestation: await keys.attestKeyAsync(key, nonce) }
  },
  signFrame: (key, text) => keys.generateAssertionAsync(key, text).catch(asUnknownKey(/INVALID_KEY/)),
})

/** The page then has a new key made: keys do not outlive an app that is installed anew. */
const asUnknownKey =
  (pattern: RegExp) =>
  (error: unknown): never => {
    const { code, message } = error as { code?: unknown; message?: unknown }
    throw pattern.test(`${code} ${message}`) ? new Error('unknown-key') : error
  }
