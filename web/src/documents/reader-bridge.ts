// The bridge to the reader of this machine, `selfsame chip bridge`: finds it, proves the pairing code, and sends commands over it.
import { CardFault, type CardFaultName, cardFaults } from '../../../client/src/chip/at-reader.ts'
import type { Transceive } from '../../../client/src/chip/read-chip.ts'

const origin = (port: number): string => `http://127.0.0.1:${port}`

interface Told {
  readonly fault?: string
  readonly [name: string]: unknown
}

async function call(
  port: number,
  method: 'POST' | 'DELETE',
  path: string,
  { body, session, signal }: { body?: object; session?: string; signal?: AbortSignal | undefined },
): Promise<Told> {
  const answer = await fetch(origin(port) + path, {
    method,
    credentials: 'omit',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { 'x-selfsame-session': session }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new CardFault('no-bridge')
  })
  const told = (await answer.json()) as Told
  if (answer.ok) return told
  throw new CardFault(cardFaults.find((name): name is CardFaultName => name === told.fault) ?? 'failed')
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** As the bridge makes it: whoever has not the code can give neither of the two. */
async function proofOf(
  code: string,
  part: 'bridge' | 'studio',
  nonce: string,
  challenge: string,
): Promise<string> {
  const text = new TextEncoder()
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(code), hash, false, ['sign'])
  const said = ['selfsame-chip-bridge-v1', part, location.origin, nonce, challenge].join('\n')
  return hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(said))))
}

export interface OpenBridge {
  readonly transceive: Transceive
  close(): Promise<void>
}

export async function openBridge(port: number, code: string, signal?: AbortSignal): Promise<OpenBridge> {
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(16)))
  const opening = await call(port, 'POST', '/openings', { body: { nonce }, signal })
  const challenge = String(opening.challenge)
  // Another program may wait at this port for what a page would give away: it gets no proof before it has given its own.
  if (opening.proof !== (await proofOf(code, 'bridge', nonce, challenge))) throw new CardFault('wrong-code')
  const proof = await proofOf(code, 'studio', nonce, challenge)
  const told = await call(port, 'POST', '/sessions', { body: { challenge, proof }, signal })
  const session = String(told.session)
  return {
    async transceive(command) {
      const body = { command: btoa(String.fromCharCode(...command)) }
      const { answer } = await call(port, 'POST', '/sessions/commands', { body, session, signal })
      return Uint8Array.from(atob(String(answer)), (letter) => letter.charCodeAt(0))
    },
    async close() {
      await call(port, 'DELETE', '/sessions', { session }).catch(() => undefined)
    },
  }
}
