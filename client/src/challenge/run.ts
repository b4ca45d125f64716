// Runs a liveness challenge with the pictures of a video element, from start to verdict.
import { SelfsameRefusal } from '../errors.ts'
import { ChallengeTimeUp } from './abortable.ts'
import {
  type ChallengeCalls,
  callsOf,
  type NextTaskAnswer,
  type TakenFrame,
  type VerifyBody,
} from './calls.ts'
import { cameraSignals } from './camera-signals.ts'
import { openCamera } from './capture.ts'
import { type CaptureKey, type CaptureKeyCalls, frameSignature, openCaptureKey } from './capture-key.ts'
import { FramesRefused, frameSender, type Patience, patience, SUCCESS } from './frame-sender.ts'
import { guidedRecording, guidedTask } from './guided.ts'
import type { LightStage } from './light.ts'
import { type ComingGuide, comingGuide, pacedRecording, pacedTask, pacedUntilGood } from './paced.ts'
import type { RunContext } from './run-context.ts'
import type {
  ChallengeEvent,
  ChallengeVerdict,
  Family,
  Guide,
  Plan,
  Taken,
  Task,
  TaskCount,
  ToldTask,
} from './shapes.ts'
import { tasksOf } from './task-order.ts'
import { planWith, taskOfTold } from './told.ts'

export interface ChallengeOptions<Seen = unknown> {
  readonly family: Family
  readonly externalPersonId: string
  /** A video element that plays a camera. Mirror it with CSS if you like: what is sent is what the camera sees. */
  readonly video: HTMLVideoElement
  /** More fields of start: `exercise`, `static`, ratios, amounts. */
  readonly start?: Readonly<Record<string, unknown>>
  readonly verify?: VerifyBody
  /** The number of frames of each task, for the profile exercise `custom`, which leaves that to the caller. */
  readonly counts?: Readonly<Record<string, number>>
  /** Checks pictures in the page. While it is loading, the server guides where a task is made of single frames. */
  readonly guide?: Guide<Seen> | Promise<Guide<Seen> | undefined>
  readonly onEvent?: (event: ChallengeEvent<Seen>) => void
  readonly signal?: AbortSignal
  /** Sends mirrored frames in the profile challenge, and says so at start. */
  readonly mirroredFrames?: boolean
  /**
   * Signs frames with a key that this browser keeps under this name, and registers it where there is none. The name stands
   * for the server and the organisation, or for the one verification of a person's token.
   */
  readonly captureKeyName?: string
  /** Opens another key to sign frames with, such as one of the phone. Where it gives none, `captureKeyName` counts. */
  readonly openKey?: () => Promise<CaptureKey | undefined>
  /** Where the light challenge shows its colours: it needs this, and refuses to start without. */
  readonly light?: LightStage
  /** The runner gives up after this time. It is shorter than the life of a challenge on the server: three minutes unless set. */
  readonly timeMs?: number
}

/** Leaves room for the last frames to arrive. */
const TIME_MS = 160_000

/** Rejects with the signal's reason when it is aborted. The video element and its tracks stay the caller's. */
export async function runChallenge<Seen = unknown>(
  client: ChallengeCalls & CaptureKeyCalls,
  options: ChallengeOptions<Seen>,
): Promise<ChallengeVerdict> {
  const own = new AbortController()
  const timer = setTimeout(
    () => own.abort(new ChallengeTimeUp('the challenge was not finished in time')),
    options.timeMs ?? TIME_MS,
  )
  const signal = options.signal ? AbortSignal.any([options.signal, own.signal]) : own.signal
  const tell = options.onEvent ?? (() => {})
  try {
    const verdict = await play(client, options, signal, tell)
    tell({ kind: 'verdict', verdict })
    return verdict
  } catch (error) {
    const timeUp = [error, signal.reason].find((reason) => reason instanceof ChallengeTimeUp)
    if (timeUp) tell({ kind: 'time-up' })
    throw timeUp ?? error
  } finally {
    clearTimeout(timer)
    // Frames that are still being sent need not arrive when something else went wrong.
    own.abort()
  }
}

async function play<Seen>(
  client: ChallengeCalls & CaptureKeyCalls,
  {
    family,
    video,
    externalPersonId,
    start,
    verify = {},
    counts,
    guide,
    mirroredFrames,
    captureKeyName,
    openKey,
    light,
  }: ChallengeOptions<Seen>,
  signal: AbortSignal,
  tell: (event: ChallengeEvent<Seen>) => void,
): Promise<ChallengeVerdict> {
  if (family === 'light' && light?.hasAgreed !== true)
    throw new TypeError('the light challenge needs a canvas, and a person who was warned and said yes')
  // Only this challenge needs it, so that a page for the others does not load it.
  const lightRunner = family === 'light' ? await import('./light.ts') : undefined
  const coming = comingGuide(guide)
  // What is filmed in one go cannot change its guide on the way.
  if (family === 'nose' || family === 'light') await coming.settled
  signal.throwIfAborted()
  const calls = callsOf[family]
  const isMirrored = family === 'profile' && mirroredFrames === true
  const camera = await openCamera(video, signal, isMirrored)
  try {
    const { width, height } = camera.size
    const announced = {
      external_person_id: externalPersonId,
      image_width: width,
      image_height: height,
      // The server may be set to expect otherwise.
      ...(family === 'profile' && { mirrored: isMirrored }),
      signals: await cameraSignals(video, signal),
    }
    const patiently = patience(signal, (isAway) => tell({ kind: 'network', isAway }))
    const begun = await startedWithKey(keyOpener(client, captureKeyName, openKey), patiently, (keyId) =>
      calls.start(client, { ...start, ...announced, ...keyId }, signal),
    )
    const { key } = begun
    const { id, told: first } = begun.plan.started as { readonly id: string; readonly told?: ToldTask }
    let plan = first ? planWith(begun.plan, first) : begun.plan
    let left = first?.tasks_left ?? 0
    const tasks = first ? [taskOfTold(first)] : tasksOf(plan, counts)
    const sign = signer(key, id, calls.isTimed ?? true)
    const sender = frameSender(async (signing: Promise<TakenFrame>) => {
      const frame = await signing
      return patiently(() => calls.frame(client, id, frame, signal))
    }, framesAtOnce[family])
    const taken: Taken<Seen>[] = []
    const contextNow = (): RunContext<Seen> => ({
      camera,
      isMirrored,
      plan,
      signal,
      tell,
      taken,
      throwIfFailed: sender.throwIfFailed,
      send,
    })
    const send = reporting((frame) => sender.send(sign(frame)), tasks, tell)
    tell({ kind: 'started', plan, tasks: [...tasks], count: tasks.length + left })
    // While tasks are told one by one, the list grows.
    for (const [index, { task, frames }] of tasks.entries()) {
      const context = contextNow()
      tell({ kind: 'task', task, index, frames, plan })
      if (plan.family === 'light' && light)
        await lightRunner?.shine(context, plan.started, coming.current(), video, light)
      else await doTask(context, coming, { task, frames })
      tell({ kind: 'task-done', task, index })
      if (left === 0) continue
      const ask = (done: Task) => patiently(() => askNext(client, family, id, done, signal))
      const next = await nextTold(ask, sender, task, (more) =>
        doTask(context, coming, { task, frames: more }),
      )
      plan = planWith(plan, next)
      left = next.tasks_left
      tasks.push(taskOfTold(next))
    }
    await sender.finished()
    tell({ kind: 'verifying' })
    return await patiently(() => calls.verify(client, id, verify, signal))
  } catch (error) {
    // The challenge is over on the server: its refusal is the verdict.
    if (error instanceof FramesRefused) return { ...error.answer, success: false }
    throw error
  } finally {
    camera.release()
  }
}

async function askNext(
  client: ChallengeCalls,
  family: Family,
  id: string,
  done: Task,
  signal: AbortSignal,
): Promise<NextTaskAnswer> {
  const answer = await callsOf[family].next?.(client, id, done, signal)
  if (!answer) throw new TypeError(`${family} tells everything at start`)
  if (answer.result_code !== SUCCESS) throw new FramesRefused(answer)
  return answer
}

/** The server is asked while the last frames are on their way, and waits for them; where one was lost, it is taken anew. */
async function nextTold(
  ask: (done: Task) => Promise<NextTaskAnswer>,
  sender: { readonly finished: () => Promise<void> },
  done: Task,
  takeMore: (frames: number) => Promise<void>,
): Promise<ToldTask> {
  for (let asked = 1; ; asked++) {
    const { told, frames_missing = 1 } = await ask(done)
    if (told) return told
    await sender.finished()
    if (asked > 1) await takeMore(frames_missing)
  }
}

const keyOpener =
  (
    client: CaptureKeyCalls,
    name: string | undefined,
    openOther: ChallengeOptions['openKey'],
  ): (() => Promise<CaptureKey | undefined>) =>
  async () =>
    (await openOther?.()) ?? (name === undefined ? undefined : openCaptureKey(client, name))

/** A key that the server does not know any more is forgotten, and another one takes its place. */
async function startedWithKey(
  open: () => Promise<CaptureKey | undefined>,
  patiently: Patience,
  start: (keyId: { readonly capture_key_id?: string }) => Promise<Plan>,
): Promise<{ readonly plan: Plan; readonly key: CaptureKey | undefined }> {
  for (let attempt = 1; ; attempt++) {
    const key = await patiently(open)
    try {
      return { plan: await patiently(() => start(key ? { capture_key_id: key.id } : {})), key }
    } catch (error) {
      const isKey =
        error instanceof SelfsameRefusal && error.errors.some(({ path }) => path === 'capture_key_id')
      if (!key || !isKey || attempt > 1) throw error
      await key.forget()
    }
  }
}

/** Frames are signed one after the other, as they were taken: keys of Apple count their signatures, and the counts must go up. */
function signer(key: CaptureKey | undefined, challengeId: string, isTimed: boolean) {
  let before: Promise<unknown> = Promise.resolve()
  return (frame: TakenFrame): Promise<TakenFrame> => {
    const { number, takenAtMs } = frame
    if (!key || number === undefined) return Promise.resolve(frame)
    const timestamp = isTimed ? String(takenAtMs) : ''
    const signing = before.then(async () => ({
      ...frame,
      signed: { number, signature: await frameSignature(key, challengeId, timestamp, frame) },
    }))
    // Whoever sends the frame hears of a failure; the next is signed all the same.
    before = signing.catch(() => {})
    return signing
  }
}

/** Frames of a nose are judged in the order in which they arrive; those of light come ten a second, by as many connections as browsers have. */
const framesAtOnce: Readonly<Record<Family, number>> = { distance: 2, nose: 1, profile: 2, light: 6 }

function doTask<Seen>(
  context: RunContext<Seen>,
  coming: ComingGuide<Seen>,
  wanted: TaskCount,
): Promise<void> {
  const { plan } = context
  const guide = coming.current()
  if (plan.family === 'nose' && wanted.task === 'nose') {
    const mostMs = 1000 * plan.started.duration
    return guide ? guidedRecording(context, guide, mostMs) : pacedRecording(context, mostMs)
  }
  if (guide) return guidedTask(context, guide, wanted)
  // Of an exercise of the caller's own every frame counts.
  const isCustom = plan.family === 'profile' && plan.started.exercise.includes('custom')
  return isCustom ? pacedTask(context, wanted) : pacedUntilGood(context, wanted, coming)
}

/** Numbers frames in the order in which they were taken, and tells of each when the server has answered it. */
function reporting<Seen>(
  send: RunContext<Seen>['send'],
  tasks: readonly TaskCount[],
  tell: (event: ChallengeEvent<Seen>) => void,
): RunContext<Seen>['send'] {
  const sent = new Map<string, number>()
  let number = 0
  return async (frame) => {
    const answer = await send({ ...frame, number: number++ })
    const { task } = frame
    const count = (sent.get(task) ?? 0) + 1
    sent.set(task, count)
    const frames = tasks.find((one) => one.task === task)?.frames ?? 0
    tell({ kind: 'sent', task, sent: count, frames, guidance: answer.guidance })
    return answer
  }
}
