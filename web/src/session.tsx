// Who is signed in: a member with a session that the browser keeps, or an organisation with name and password in memory.
import { signal } from '@preact/signals'
import { type AnswerOf, type Client, createClient, type Exchange } from '../../client/src/index.ts'

type SessionAnswer = AnswerOf<'memberSession'>

interface Session {
  /** Of the organisation. */
  readonly name: string
  /** Empty for a member. */
  readonly password: string
  /** Undefined where the organisation itself signed in. */
  readonly member?: SessionAnswer['member']
  readonly csrfToken?: string
  /** The version of the server. */
  readonly version: string
  /** Whether the server expects mirrored frames of the profile challenge. */
  readonly mirroredFrames: boolean
  /** How long things are kept, in hours; undefined where the session began before servers said so. */
  readonly keptHours?: AnswerOf<'organisation'>['kept_hours'] | undefined
  /** The largest files that the server takes. */
  readonly fileLimits?: AnswerOf<'organisation'>['file_limits'] | undefined
  /** Where on this machine `selfsame chip bridge` may let this page read cards. */
  readonly chipBridgePort?: number | null
}

const kept = 'selfsame.session'
/** Says that a member signed in here before; the session itself is a cookie that no script sees. */
const memberWasHere = 'selfsame.member'

/** The server that served the studio: everything before `/studio/`, which a proxy may have put under a path. */
export const baseUrl = location.origin + location.pathname.replace(/\/studio(\/.*)?$/, '').replace(/\/+$/, '')

function restored(): Session | null {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(kept) ?? 'null')
    if (typeof held !== 'object' || held === null) return null
    const { name, password, version, mirroredFrames, keptHours, fileLimits, chipBridgePort } = held as Record<
      string,
      unknown
    >
    return typeof name === 'string' && typeof password === 'string'
      ? {
          name,
          password,
          version: String(version ?? ''),
          mirroredFrames: mirroredFrames === true,
          keptHours: keptHours as Session['keptHours'],
          fileLimits: fileLimits as Session['fileLimits'],
          chipBridgePort: typeof chipBridgePort === 'number' ? chipBridgePort : null,
        }
      : null
  } catch {
    return null
  }
}

export const session = signal<Session | null>(restored())

/** Asks the server whether the credentials are right; throws what the client throws when they are not. */
export async function signIn(name: string, password: string, keep: boolean): Promise<void> {
  const client = createClient({ baseUrl, name, password, retries: 0, timeoutMs: 15_000 })
  const found: Session = { name, password, ...told(await client.organisation()) }
  if (keep) sessionStorage.setItem(kept, JSON.stringify(found))
  else sessionStorage.removeItem(kept)
  session.value = found
}

const told = ({ version, ...answer }: AnswerOf<'organisation'>) => ({
  version,
  mirroredFrames: answer.mirrored_frames,
  keptHours: answer.kept_hours,
  fileLimits: answer.file_limits,
  chipBridgePort: answer.chip_bridge_port,
})

/** For those who are not signed in yet. */
export const asNobody = (): Client => createClient({ baseUrl, csrfToken: '', retries: 0, timeoutMs: 15_000 })

/** Goes on with what a sign-in of a member answered. */
export async function enter({
  organisation: name,
  member,
  csrf_token: csrfToken,
}: SessionAnswer): Promise<void> {
  const organisation = told(await createClient({ baseUrl, csrfToken }).organisation())
  localStorage.setItem(memberWasHere, 'yes')
  sessionStorage.removeItem(kept)
  session.value = { name, password: '', member, csrfToken, ...organisation }
}

export const wasMemberHere = (): boolean => localStorage.getItem(memberWasHere) !== null

/** Whether a session of a member is being looked for, before the page asks to sign in. */
export const isResuming = signal(session.value === null && wasMemberHere())

if (isResuming.value)
  void asNobody()
    .memberSession()
    .then(enter)
    .catch(() => undefined)
    .finally(() => {
      isResuming.value = false
    })

export function signOut(): void {
  const { member } = session.value ?? {}
  // A session that is over already is none to end.
  if (member)
    void connect()
      .signOut()
      .catch(() => undefined)
  // Whatever screens kept in this tab is forgotten too.
  sessionStorage.clear()
  session.value = null
}

const personHere = 'selfsame.person'

/** Whose everything is that is tried in this tab: one erasure reaches all of it. */
export function studioPerson(): string {
  const known = sessionStorage.getItem(personHere)
  if (known !== null) return known
  const drawn = `studio-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  sessionStorage.setItem(personHere, drawn)
  return drawn
}

interface ConnectOptions {
  /** Whether everything is a test. */
  readonly sandbox?: boolean
}

/** A client with the credentials of the session; `onExchange` sees each request and its answer. */
export function connect(
  onExchange?: (exchange: Exchange) => void,
  { sandbox = false }: ConnectOptions = {},
): Client {
  const { name = '', password = '', csrfToken } = session.value ?? {}
  const credentials = csrfToken === undefined ? { name, password } : { csrfToken }
  return createClient({ baseUrl, sandbox, ...credentials, ...(onExchange && { onExchange }) })
}

/** Whether a screen of admins is shown; the server decides by itself. The organisation's password does everything. */
export const isAdmin = (): boolean => (session.value?.member?.role ?? 'admin') === 'admin'
