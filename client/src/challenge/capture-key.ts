// A key of this browser that signs frames: they are then known to come from one browser, though not from a camera.
import { SelfsameUnreachable } from '../errors.ts'
import type { TakenFrame } from './calls.ts'
import { inStore } from './key-store.ts'

/** The methods of the client that register a key. */
export interface CaptureKeyCalls {
  captureNonce(body: Record<string, never>): Promise<{ readonly nonce: string }>
  registerCaptureKey(body: {
    readonly nonce: string
    readonly platform: 'web'
    readonly public_key: string
    readonly signature: string
  }): Promise<{ readonly capture_key?: { readonly id: string; readonly expires_at: string } }>
}

export interface CaptureKey {
  readonly id: string
  /** Base64 of what `POST /capture-keys` and frames take. */
  sign(text: string): Promise<string>
  /** Takes the key out of this browser: the server does not know it any more. */
  forget(): Promise<void>
}

interface KeptKey {
  readonly id: string
  readonly expiresAtMs: number
  /** It cannot be read out of the browser, also not by this page. */
  readonly privateKey: CryptoKey
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const
/** A key that ends while a challenge runs is of no use. */
const SPARE_MS = 10 * 60_000

/**
 * The key that is kept under this name, or a new one. A name stands for one server and organisation, or one verification:
 * the server knows a key only there. Undefined where the browser or the server has no such keys; frames then go unsigned.
 */
export async function openCaptureKey(client: CaptureKeyCalls, name: string): Promise<CaptureKey | undefined> {
  try {
    // Without storage, as in some private windows, there is a new key each time.
    const kept = await inStore<KeptKey | undefined>('readonly', (store) => store.get(name)).catch(
      () => undefined,
    )
    const isGood = kept !== undefined && kept.expiresAtMs > Date.now() + SPARE_MS
    return usable(name, isGood ? kept : await registered(client, name))
  } catch (error) {
    // Where the network is away the caller waits: unsigned frames might be refused.
    if (error instanceof SelfsameUnreachable && error.reason !== 'answer') throw error
    return undefined
  }
}

const usable = (name: string, { id, privateKey }: KeptKey): CaptureKey => ({
  id,
  sign: (text) => signed(privateKey, text),
  forget: async () => {
    await inStore('readwrite', (store) => store.delete(name)).catch(() => {})
  },
})

async function registered(client: CaptureKeyCalls, name: string): Promise<KeptKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, false, ['sign'])
  const { nonce } = await client.captureNonce({})
  const answer = await client.registerCaptureKey({
    nonce,
    platform: 'web',
    public_key: base64(await crypto.subtle.exportKey('spki', publicKey)),
    signature: await signed(privateKey, `selfsame-capture-key-v1\n${nonce}`),
  })
  if (!answer.capture_key) throw new Error('the server does not take keys of browsers')
  const { id, expires_at } = answer.capture_key
  const key: KeptKey = { id, expiresAtMs: Date.parse(expires_at), privateKey }
  await inStore('readwrite', (store) => store.put(key, name)).catch(() => {})
  return key
}

async function signed(key: CryptoKey, text: string): Promise<string> {
  return base64(await crypto.subtle.sign(signing, key, new TextEncoder().encode(text)))
}

/** The text that is signed for a frame; the server writes the same. `timestamp` is empty where none is sent. */
export async function frameSignature(
  key: CaptureKey,
  challengeId: string,
  timestamp: string,
  { jpeg, number }: Pick<TakenFrame, 'jpeg' | 'number'>,
): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await jpeg.arrayBuffer()))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return key.sign(['selfsame-frame-v1', challengeId, number, timestamp, hex].join('\n'))
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
