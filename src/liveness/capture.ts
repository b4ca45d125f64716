// Who vouches for the frames of a challenge: the key that it was started with, the signature of each frame, and what both prove.
import { AttestationFault } from '../attestation/fault.ts'
import { checkFrameSignature } from '../attestation/frame-signature.ts'
import { atLeast, atMost, type Check, hasFailed, softly } from '../checks.ts'
import { codes, refuse } from '../codes.ts'
import type { Queries } from '../store/port.ts'
import {
  type CaptureAsk,
  type CaptureKey,
  type CaptureKeyPlace,
  captureAsks,
  findCaptureKey,
} from '../store/records/capture-keys.ts'
import type { Capture, CaptureReason, LivenessVerdict } from './verdict.ts'

/** What the client says of its camera. Anybody can say anything, so that it never decides. */
export interface CaptureSignals {
  readonly camera_class?: 'built-in' | 'external' | 'virtual' | 'unknown' | undefined
  readonly asked_width?: number | undefined
  readonly asked_height?: number | undefined
  readonly asked_frame_rate?: number | undefined
  readonly given_width?: number | undefined
  readonly given_height?: number | undefined
  readonly given_frame_rate?: number | undefined
  readonly jitter_ms?: number | undefined
}

interface Starting {
  readonly organisationId: string
  /** Of the person who starts it; undefined where the organisation does. */
  readonly verificationId: string | undefined
  readonly keyId: string | undefined
  readonly asked: CaptureAsk
  readonly revoked: RevokedSerials
  readonly now: number
}

/** Serial numbers of certificates that makers of phones took back. */
type RevokedSerials = ReadonlySet<string>

/** Refuses a start without a key that is good enough. Who uses a key is told by its signatures, and not by this. */
export async function checkCaptureKey(queries: Queries, starting: Starting): Promise<void> {
  const { organisationId, verificationId, keyId, asked, revoked, now } = starting
  if (keyId === undefined) {
    if (asked === 'any') return
    throw refuse(codes.badRequest, 'capture_key_id', `is required: captures must be ${asked}`)
  }
  const key = await findCaptureKey(queries, { organisationId, id: keyId })
  if (!key || !isFor(key, verificationId) || !isGood(key, revoked, now))
    throw refuse(codes.badRequest, 'capture_key_id', 'names no key that is registered and good')
  if (captureAsks.indexOf(key.level) < captureAsks.indexOf(asked))
    throw refuse(
      codes.badRequest,
      'capture_key_id',
      `names a key that is only ${key.level}; captures must be ${asked}`,
    )
}

/**
 * A key of a browser is good where it was registered. One of a phone's hardware is good in the whole organisation: whoever
 * names that of another phone has nothing, because only that phone signs with it.
 */
const isFor = ({ level, verificationId }: CaptureKey, by: string | undefined): boolean =>
  level === 'attested' || (verificationId ?? undefined) === by

/** A key ends with the certificates that vouched for it, also where they are taken back after it was registered. */
function isGood(
  { revokedAt, expiresAt, details }: CaptureKey,
  revoked: RevokedSerials,
  now: number,
): boolean {
  const { serials = [] } = JSON.parse(details) as { readonly serials?: readonly string[] }
  return revokedAt === null && expiresAt > now && !serials.some((serial) => revoked.has(serial))
}

/** What came with a frame beside its picture. */
export interface FrameSignature {
  readonly number: number
  /** As it was sent. */
  readonly timestamp: string
  readonly signature: Uint8Array
}

/** What is kept of a frame whose signature is good. */
export interface SignedMark {
  readonly number: number
  readonly counter?: number | undefined
}

/** Refuses a frame whose signature is wrong: no honest client sends one. */
export async function checkSignedFrame(
  queries: Queries,
  challenge: {
    readonly organisationId: string
    readonly id: string
    readonly captureKeyId?: string | undefined
  },
  { number, timestamp, signature }: FrameSignature,
  bytes: Uint8Array,
  { revoked, now }: { readonly revoked: RevokedSerials; readonly now: number },
): Promise<SignedMark> {
  const { organisationId, id: challengeId, captureKeyId } = challenge
  if (captureKeyId === undefined)
    throw refuse(
      codes.badRequest,
      'signature',
      'belongs to no key: start the challenge with `capture_key_id`',
    )
  const key = await findCaptureKey(queries, { organisationId, id: captureKeyId })
  if (!key || !isGood(key, revoked, now))
    throw refuse(codes.badRequest, 'signature', 'is by a key that was revoked, or is over')
  const { app_id: appId } = JSON.parse(key.details) as { readonly app_id?: string }
  try {
    const { counter } = checkFrameSignature(
      { ...key, appId },
      { challengeId, number, timestamp, bytes },
      signature,
    )
    if (counter !== undefined && counter <= key.counter) throw new AttestationFault('counter-wrong')
    return { number, ...(counter !== undefined && { counter }) }
  } catch (error) {
    if (!(error instanceof AttestationFault)) throw error
    const why =
      error.reason === 'possession-wrong'
        ? 'was not made by the key of the challenge over this frame'
        : error.message
    throw refuse(codes.badRequest, 'signature', `${why} (${error.reason})`)
  }
}

interface MarkedFrame {
  readonly takenAtMs: number
  /** Absent where the frame came without a signature. */
  readonly signed?: SignedMark | undefined
}

interface Judging {
  readonly key: CaptureKey | undefined
  /** Whether the challenge was started with a key. */
  readonly hadKey: boolean
  /** Every frame that was sent, those that were set aside included. */
  readonly frames: readonly MarkedFrame[]
  readonly startedAtMs: number
  readonly lifeMs: number
  readonly revoked: RevokedSerials
  readonly now: number
}

/** A phone may be set to the time of another zone. */
const MOST_CLOCK_ERROR_MS = 86_400_000
/** Clocks that count whole seconds, and cameras that hand over pictures late. */
const SPAN_SLACK_MS = 5_000

/** Says what the frames prove about their camera, with the checks that say so. */
export function judgeCapture(judging: Judging): {
  readonly capture: Capture
  readonly checks: readonly Check[]
} {
  const { key, hadKey, frames, startedAtMs, lifeMs, revoked, now } = judging
  if (!hadKey) return { capture: { capture: 'unattested', reason: 'no-key' }, checks: [] }
  const device = key && { device: key.deviceClass, ...appOf(key) }
  const marked = frames.flatMap(({ takenAtMs, signed }) => (signed ? [{ takenAtMs, ...signed }] : []))
  const inOrder = marked.toSorted((a, b) => a.number - b.number || a.takenAtMs - b.takenAtMs)
  const steps = inOrder.slice(1).map((frame, at) => ({ before: inOrder[at] ?? frame, frame }))
  const times = marked.map(({ takenAtMs }) => takenAtMs)
  const [first = startedAtMs, last = startedAtMs] = [Math.min(...times), Math.max(...times)].filter(
    Number.isFinite,
  )
  const clockError = Math.max(startedAtMs - first, last - startedAtMs - lifeMs, 0)
  const isGoodKey = key !== undefined && isGood(key, revoked, now)
  const looks: readonly (readonly [CaptureReason, Check])[] = [
    ['key-ended', atLeast('capture-key-good', isGoodKey ? 1 : 0, 1)],
    ['frames-unsigned', atLeast('frames-signed', frames.length === 0 ? 0 : marked.length / frames.length, 1)],
    [
      'frames-out-of-order',
      atMost(
        'frames-out-of-order',
        steps.filter(({ before, frame }) => frame.takenAtMs < before.takenAtMs).length,
        0,
      ),
    ],
    [
      'frames-not-fresh',
      atMost('capture-span-seconds', (last - first) / 1000, (lifeMs + SPAN_SLACK_MS) / 1000),
    ],
    [
      'frames-not-fresh',
      atMost('capture-clock-error-hours', clockError / 3_600_000, MOST_CLOCK_ERROR_MS / 3_600_000),
    ],
    [
      'counter-went-back',
      atMost(
        'capture-counter-steps-back',
        steps.filter(({ before, frame }) => wentBack(before, frame)).length,
        0,
      ),
    ],
  ]
  const checks = looks.map(([, check]) => check)
  const [failed] = looks.find(([, check]) => hasFailed(check)) ?? []
  if (failed) return { capture: { capture: 'unattested', ...device, reason: failed }, checks }
  const capture =
    key?.level === 'attested'
      ? ({ capture: 'attested', reason: 'attested-key' } as const)
      : ({ capture: 'signed', reason: 'own-key' } as const)
  return { capture: { ...capture, ...device }, checks }
}

/** What was attested of the app and the phone when the key was registered. */
function appOf({ details }: Pick<CaptureKey, 'details'>): Pick<Capture, 'app' | 'integrity'> {
  const said = JSON.parse(details) as Record<string, unknown>
  const { app_version: version, play_integrity: integrity } = said
  const app = said.package ?? said.app_id
  return {
    ...(typeof app === 'string' && { app: typeof version === 'number' ? `${app} ${version}` : app }),
    ...(Array.isArray(integrity) && { integrity: integrity.map(String) }),
  }
}

const wentBack = (before: SignedMark, { counter, number }: SignedMark): boolean =>
  number !== before.number &&
  counter !== undefined &&
  before.counter !== undefined &&
  counter <= before.counter

/** The checks stand behind all others, and decide only where captures are asked for. */
export function withCapture(
  verdict: LivenessVerdict,
  { capture, checks }: ReturnType<typeof judgeCapture>,
  asked: CaptureAsk,
  signals: CaptureSignals | undefined,
): LivenessVerdict {
  const reached = capture.capture === 'unattested' ? 'any' : capture.capture
  const isEnough = captureAsks.indexOf(reached) >= captureAsks.indexOf(asked)
  const shown = asked === 'any' ? checks.map(softly) : checks
  const code = verdict.code === codes.success && !isEnough ? codes.captureNotAsAsked : verdict.code
  return { ...verdict, code, checks: [...verdict.checks, ...shown, ...signalChecks(signals)], capture }
}

/** All of them are noted at most. */
function signalChecks(signals: CaptureSignals | undefined): Check[] {
  if (!signals) return []
  const { camera_class: camera, jitter_ms: jitter } = signals
  const share = (given: number | undefined, asked: number | undefined) =>
    given && asked ? given / asked : undefined
  const size = share(
    signals.given_width && signals.given_height && signals.given_width * signals.given_height,
    signals.asked_width && signals.asked_height && signals.asked_width * signals.asked_height,
  )
  const rate = share(signals.given_frame_rate, signals.asked_frame_rate)
  return [
    ...(camera ? [atMost('signal-virtual-camera', camera === 'virtual' ? 1 : 0, 0)] : []),
    ...(size === undefined ? [] : [atLeast('signal-size-given', size, 0.5)]),
    ...(rate === undefined ? [] : [atLeast('signal-frame-rate-given', rate, 0.5)]),
    ...(jitter === undefined ? [] : [atMost('signal-jitter-ms', jitter, 50)]),
  ].map(softly)
}

/** The key of a challenge, as it is now. */
export const keyOf = (
  queries: Queries,
  { organisationId, id }: { readonly organisationId: string; readonly id: string | undefined },
): Promise<CaptureKey | undefined> =>
  id === undefined
    ? Promise.resolve(undefined)
    : findCaptureKey(queries, { organisationId, id } satisfies CaptureKeyPlace)
