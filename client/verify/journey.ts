// The journey of a person: the session as the server knows it, the calls that move it on, and the place that is shown.
import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { components } from '../src/api-types.ts'
import { SelfsameRefusal, SelfsameUnreachable } from '../src/errors.ts'
import type { Client } from '../src/types.ts'
import { linkCodes, openConnection } from './connection.ts'
import { exchangeKey, forgetOld, forgetToken, keepToken, keptToken } from './kept-token.ts'

export type Session = components['schemas']['VerificationSession']
export type Step = components['schemas']['SessionStep']
export type StepName = Step['step']

/** Why there is no session: each has its words. */
export type Trouble =
  | 'linkUsed'
  | 'linkExpired'
  | 'linkEnded'
  | 'linkUnknown'
  | 'tokenExpired'
  | 'over'
  | 'cancelled'
  | 'expired'
  | 'other'

/** What is shown: the list of steps, or one of them; `part` is a screen inside a step, such as its camera. */
export interface Place {
  readonly screen: 'overview' | StepName
  readonly part: string
}

/** What the screens of steps get. Everything that is done goes through it, and nothing is known beside it. */
export interface Journey {
  /** The operations of the API, as the person. Repeatable ones go on through a lost network; others are for `doOnce`. */
  readonly client: Client
  /** The newest state from the server; undefined until the link was opened. */
  readonly session: ReadonlySignal<Session | undefined>
  readonly trouble: ReadonlySignal<Trouble | undefined>
  readonly isOnline: ReadonlySignal<boolean>
  readonly place: ReadonlySignal<Place>
  /** Where the server is, without a slash at its end. */
  readonly baseUrl: string
  /** Takes a session that came with an answer, and shows the next step where the present one is ended. */
  take(session: Session): void
  /** Asks the server how things stand. */
  refresh(): Promise<Session>
  /** Shows a screen; the back button returns from it. */
  go(screen: Place['screen'], part?: string): void
  /** Shows the step that is open now. */
  goOn(): void
  /** Leaves the part of a step, as the back button does. */
  leavePart(): void
  /**
   * Makes a call that must not be made twice. Where the network broke before its answer came, the session tells whether it
   * was done: then the answer is undefined, and the session has moved on; otherwise it is made again.
   */
  doOnce<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined>
  close(): void
}

export interface JourneyOptions {
  readonly baseUrl: string
  /** The link `ssl_…`, or a token `sst_…`. */
  readonly secret: string
  /** Whether screens are entries of the browser's history: for a page that has nothing else on it. */
  readonly hasHistory: boolean
}

/** The states in which steps can be done. */
const isOpen = (state: Session['state']): boolean => state === 'created' || state === 'started'
/** The states after which nothing comes. */
export const isFinal = (state: Session['state']): boolean => !isOpen(state) && state !== 'processing'

const isEnded = ({ state }: Step): boolean => state === 'passed' || state === 'failed' || state === 'skipped'

export const openStep = ({ steps }: Session): Step | undefined => steps.find(({ state }) => state === 'open')

/** Between two looks at a session that another tab or device may move on, and at one that is being judged. */
const LOOK_MS = 5_000
const LOOK_WHILE_JUDGED_MS = 1_500
/** A token is renewed when so little of its life is left. */
const RENEW_BEFORE_MS = 5 * 60_000

export function openJourney({ baseUrl, secret, hasHistory }: JourneyOptions): Journey {
  const session = signal<Session | undefined>(undefined)
  const trouble = signal<Trouble | undefined>(undefined)
  const place = signal<Place>(hasHistory ? placeBefore() : { screen: 'overview', part: '' })
  const ended = new AbortController()
  let token: string | undefined
  let looking: ReturnType<typeof setTimeout> | undefined
  let renewing: ReturnType<typeof setTimeout> | undefined
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('selfsame-verify')

  const newest = (refused: string): string | undefined => {
    const kept = keptToken(secret, Date.now())
    if (!kept || kept.token === refused) return undefined
    adopt(kept.token, kept.expiresAt)
    return kept.token
  }
  const connection = openConnection(baseUrl, newest)
  const { client } = connection

  function adopt(given: string, expiresAt: number | undefined): void {
    token = given
    connection.use(given)
    clearTimeout(renewing)
    if (expiresAt === undefined) return
    const ms = Math.max(expiresAt - Date.now() - RENEW_BEFORE_MS, RENEW_BEFORE_MS / 5)
    renewing = setTimeout(() => void renew().catch(() => {}), ms)
  }

  /** One tab renews; the others find its token in the storage. */
  async function renew(): Promise<void> {
    const act = async () => {
      if (!token || newest(token) !== undefined || !session.value || !isOpen(session.value.state)) return
      const answer = await client.startVerificationSession({}, { idempotencyKey: exchangeKey(token) })
      const expiresAt = Date.parse(answer.expires_at)
      keepToken(secret, { token: answer.token, expiresAt })
      adopt(answer.token, expiresAt)
    }
    await (navigator.locks ? navigator.locks.request('selfsame-verify', act) : act())
  }

  async function enter(): Promise<void> {
    forgetOld(Date.now())
    const kept = keptToken(secret, Date.now())
    if (kept || secret.startsWith('sst_')) {
      adopt(kept?.token ?? secret, kept?.expiresAt)
      try {
        await refresh()
        return
      } catch (error) {
        // The kept token is dead: the link may still be good, as where the organisation made it anew.
        if (!(error instanceof SelfsameRefusal) || secret.startsWith('sst_')) throw error
        forgetToken(secret)
      }
    }
    connection.use(secret)
    // A link opens once: with its key the call is repeated until an answer comes, also after a reload.
    const answer = await client.startVerificationSession({}, { idempotencyKey: exchangeKey(secret) })
    const expiresAt = Date.parse(answer.expires_at)
    keepToken(secret, { token: answer.token, expiresAt })
    adopt(answer.token, expiresAt)
    take(answer.session)
  }

  function take(told: Session): void {
    const before = session.value
    batch(() => {
      session.value = told
      trouble.value = undefined
      const { screen } = place.value
      const here = told.steps.find(({ step }) => step === screen)
      if (screen !== 'overview' && (!here || isEnded(here))) {
        const next = openStep(told)
        move({ screen: next?.step ?? 'overview', part: '' }, 'replace')
      }
    })
    if (before && JSON.stringify(before) !== JSON.stringify(told)) tabs?.postMessage(secret)
    lookLater()
  }

  function lookLater(): void {
    clearTimeout(looking)
    const state = session.value?.state
    if (ended.signal.aborted || !state || (isFinal(state) && state !== 'review')) return
    const ms = state === 'processing' ? LOOK_WHILE_JUDGED_MS : LOOK_MS
    looking = setTimeout(() => {
      // A hidden page does not ask the server; it does when it is shown again.
      if (document.hidden) return lookLater()
      void refresh().catch(() => lookLater())
    }, ms)
  }

  async function refresh(): Promise<Session> {
    try {
      const answer = await client.verificationSession({ signal: ended.signal })
      take(answer.session)
      return answer.session
    } catch (error) {
      // The token is dead, as after a new link: nothing more can be done here.
      if (session.value && error instanceof SelfsameRefusal && error.status === 401) fail(error)
      throw error
    }
  }

  const fail = (error: unknown): void => {
    if (ended.signal.aborted) return
    const why = troubleOf(error)
    batch(() => {
      const known = session.value
      if (known && (why === 'cancelled' || why === 'expired')) {
        // Who asked is known, and where the person came from: the end is shown with both.
        session.value = { ...known, state: why }
        return
      }
      trouble.value = why
      if (why !== 'other') session.value = undefined
    })
  }

  const refreshOrTell = (): void => void refresh().catch(fail)

  function move(next: Place, how: 'push' | 'replace'): void {
    const { screen, part } = place.value
    if (next.screen === screen && next.part === part) return
    place.value = next
    if (!hasHistory) return
    const state = { selfsame: next }
    if (how === 'push') history.pushState(state, '')
    else history.replaceState(state, '')
  }

  const popped = ({ state }: PopStateEvent): void => {
    const { screen = 'overview', part = '' } = (state as { selfsame?: Place } | null)?.selfsame ?? {}
    const here = session.value?.steps.find(({ step }) => step === screen)
    place.value = here && !isEnded(here) ? { screen, part } : { screen: 'overview', part: '' }
  }
  const seen = (): void => {
    if (!document.hidden && session.value) void refresh().catch(() => {})
  }
  const events = { signal: ended.signal }
  if (hasHistory) addEventListener('popstate', popped, events)
  document.addEventListener('visibilitychange', seen, events)
  tabs?.addEventListener(
    'message',
    ({ data }) => {
      if (data === secret && session.value) refreshOrTell()
    },
    events,
  )

  enter().catch(fail)

  return {
    client,
    session,
    trouble,
    place,
    baseUrl,
    isOnline: connection.isOnline,
    take,
    refresh,
    go: (screen, part = '') => move({ screen, part }, 'push'),
    goOn() {
      const next = session.value && openStep(session.value)
      if (next) move({ screen: next.step, part: '' }, 'push')
    },
    leavePart() {
      if (place.value.part === '') return
      if (hasHistory) history.back()
      else place.value = { ...place.value, part: '' }
    },
    async doOnce(call) {
      for (let attempt = 0; ; attempt++) {
        const before = JSON.stringify(session.value)
        try {
          return await call()
        } catch (error) {
          if (!(error instanceof SelfsameUnreachable)) throw error
          await connection.pause(attempt, ended.signal)
          if (JSON.stringify(await refresh()) !== before) return undefined
        }
      }
    },
    close() {
      ended.abort()
      clearTimeout(looking)
      clearTimeout(renewing)
      tabs?.close()
    },
  }
}

/** After a reload the history still knows which screen was shown. */
function placeBefore(): Place {
  const { screen = 'overview' } = (history.state as { selfsame?: Place } | null)?.selfsame ?? {}
  return { screen, part: '' }
}

const troubles: Readonly<Record<number, Trouble>> = {
  [linkCodes.linkUsed]: 'linkUsed',
  [linkCodes.linkExpired]: 'linkExpired',
  [linkCodes.linkEnded]: 'linkEnded',
  [linkCodes.tokenExpired]: 'tokenExpired',
  [linkCodes.tokenEnded]: 'linkEnded',
  [linkCodes.verificationOver]: 'over',
  [linkCodes.verificationCancelled]: 'cancelled',
  [linkCodes.verificationExpired]: 'expired',
  401: 'linkUnknown',
}

const troubleOf = (error: unknown): Trouble =>
  (error instanceof SelfsameRefusal ? troubles[error.resultCode] : undefined) ?? 'other'
