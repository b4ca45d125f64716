// A key in the hardware of the phone that signs frames through the app around the page, used again in later verifications of the organisation.
import { SelfsameUnreachable } from '../errors.ts'
import type { Shell } from '../shell/shell.ts'
import type { CaptureKey } from './capture-key.ts'
import { inStore } from './key-store.ts'

type HardwareKey = { readonly nonce: string } & (
  | {
      readonly platform: 'android'
      readonly certificate_chain: string[]
      readonly integrity_token?: string
    }
  | { readonly platform: 'apple'; readonly attestation: string }
)

/** The methods of the client that register a key. */
export interface ShellKeyCalls {
  captureNonce(body: Record<string, never>): Promise<{ readonly nonce: string }>
  registerCaptureKey(
    body: HardwareKey,
  ): Promise<{ readonly capture_key?: { readonly id: string; readonly expires_at: string } }>
}

type KeyShell = Pick<Shell, 'attestation' | 'signFrame'>

/** Names alone: the key itself never leaves the hardware. */
interface KeptShellKey {
  readonly id: string
  /** By which the app knows it. */
  readonly key: string
  readonly expiresAtMs: number
}

/** A key that ends while a challenge runs is of no use. */
const SPARE_MS = 10 * 60_000
/** A frame of no challenge: signing it shows that the phone still has the key. */
const PROBE = `selfsame-frame-v1\nprobe\n0\n\n${'0'.repeat(64)}`

/** Keys that the server refused, as where the organisation does not list the app: it would refuse the next one too. */
const refused = new Set<string>()

/**
 * The key that is kept under this name, which stands for one server and organisation, or a new one. Undefined where the
 * phone makes none, or the server takes none: the browser then signs with a key of its own.
 */
export async function openShellKey(
  client: ShellKeyCalls,
  shell: KeyShell,
  name: string,
): Promise<CaptureKey | undefined> {
  if (refused.has(name)) return undefined
  try {
    const kept = await inStore<KeptShellKey | undefined>('readonly', (store) => store.get(name)).catch(
      () => undefined,
    )
    const isGood =
      kept !== undefined && kept.expiresAtMs > Date.now() + SPARE_MS && (await isInPhone(shell, kept.key))
    const found = isGood ? kept : await registered(client, shell, name)
    return found && usable(shell, name, found)
  } catch (error) {
    // Where the network is away the caller waits: frames of another key might be refused.
    if (error instanceof SelfsameUnreachable && error.reason !== 'answer') throw error
    return undefined
  }
}

const isUnknown = (error: unknown): boolean => error instanceof Error && error.message === 'unknown-key'

/** Keys do not outlive an app that is installed anew, and what a browser keeps may. */
const isInPhone = (shell: KeyShell, key: string): Promise<boolean> =>
  shell.signFrame(key, PROBE).then(
    () => true,
    (error: unknown) => {
      if (isUnknown(error)) return false
      throw error
    },
  )

async function registered(
  client: ShellKeyCalls,
  shell: KeyShell,
  name: string,
): Promise<KeptShellKey | undefined> {
  const { nonce } = await client.captureNonce({})
  const made = await shell.attestation(nonce)
  const { capture_key } = await client.registerCaptureKey(
    made.platform === 'apple'
      ? { nonce, platform: 'apple', attestation: made.attestation }
      : {
          nonce,
          platform: 'android',
          certificate_chain: [...made.certificate_chain],
          ...(made.integrity_token !== undefined && { integrity_token: made.integrity_token }),
        },
  )
  if (!capture_key) {
    refused.add(name)
    return undefined
  }
  const found = { id: capture_key.id, key: made.key, expiresAtMs: Date.parse(capture_key.expires_at) }
  await inStore('readwrite', (store) => store.put(found, name)).catch(() => {})
  return found
}

function usable(shell: KeyShell, name: string, { id, key }: KeptShellKey): CaptureKey {
  const forget = async () => {
    await inStore('readwrite', (store) => store.delete(name)).catch(() => {})
  }
  return {
    id,
    async sign(text) {
      try {
        return await shell.signFrame(key, text)
      } catch (error) {
        if (isUnknown(error)) await forget()
        throw error
      }
    },
    forget,
  }
}
