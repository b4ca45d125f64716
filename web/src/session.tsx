// Who is signed in: an organisation's name and password, in memory, and in this tab only when asked for.
import { signal } from '@preact/signals'
import { type Client, createClient, type Exchange } from '../../client/src/index.ts'

interface Session {
  readonly name: string
  readonly password: string
  /** The version of the server. */
  readonly version: string
  /** Whether the server expects mirrored frames of the profile challenge. */
  readonly mirroredFrames: boolean
}

const kept = 'selfsame.session'

/** The server that served the studio: everything before `/studio/`, which a proxy may have put under a path. */
export const baseUrl = location.origin + location.pathname.replace(/\/studio(\/.*)?$/, '').replace(/\/+$/, '')

function restored(): Session | null {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(kept) ?? 'null')
    if (typeof held !== 'object' || held === null) return null
    const { name, password, version, mirroredFrames } = held as Record<string, unknown>
    return typeof name === 'string' && typeof password === 'string'
      ? { name, password, version: String(version ?? ''), mirroredFrames: mirroredFrames === true }
      : null
  } catch {
    return null
  }
}

export const session = signal<Session | null>(restored())

/** Asks the server whether the credentials are right; throws what the client throws when they are not. */
export async function signIn(name: string, password: string, keep: boolean): Promise<void> {
  const client = createClient({ baseUrl, name, password, retries: 0, timeoutMs: 15_000 })
  const { version, mirrored_frames: mirroredFrames } = await client.organisation()
  const found: Session = { name, password, version, mirroredFrames }
  if (keep) sessionStorage.setItem(kept, JSON.stringify(found))
  else sessionStorage.removeItem(kept)
  session.value = found
}

export function signOut(): void {
  // Whatever screens kept in this tab is forgotten too.
  sessionStorage.clear()
  session.value = null
}

/** A client with the credentials of the session; `onExchange` sees each request and its answer. */
export function connect(onExchange?: (exchange: Exchange) => void): Client {
  const { name, password } = session.value ?? { name: '', password: '' }
  return createClient({ baseUrl, name, password, ...(onExchange && { onExchange }) })
}
