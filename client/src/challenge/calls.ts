// The API calls of each challenge family, with one signature for all.
import type {
  CameraSignals,
  ChallengeVerdict,
  DistanceStarted,
  DistanceTask,
  Family,
  Guidance,
  LightStarted,
  LightStep,
  NoseStarted,
  Plan,
  ProfileStarted,
  ProfileTask,
  Task,
  ToldTask,
} from './shapes.ts'

interface CallSignal {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** A frame is small: a connection that is silent for so long is dead, and another is tried. */
const timeoutMs = 20_000

interface StartBody {
  readonly external_person_id: string
  readonly image_width: number
  readonly image_height: number
  readonly capture_key_id?: string
  readonly signals?: CameraSignals
}

export interface VerifyBody {
  readonly passive_liveness_threshold?: number
  readonly passive_liveness_frame_percentage?: number
}

/** Of a challenge that was started with a capture key. */
interface SignedFrame {
  readonly number?: number
  readonly signature?: string
}

interface TimedFrame<T extends Task> extends SignedFrame {
  readonly task: T
  readonly timestamp: number
  readonly photo: Blob
}

/** What the screen showed, and since when by the clock of `timestamp`. */
interface LightFrame extends SignedFrame {
  readonly timestamp: number
  readonly photo: Blob
  readonly shown?: number
  readonly shown_since?: number
}

export interface FrameAnswer {
  readonly result_code: number
  readonly message: string
  readonly guidance?: Guidance
  /** Of a light challenge: the steps that are told by now. */
  readonly sequence?: readonly LightStep[]
}

/** What is told next, or how many frames of the task before have not come. */
export interface NextTaskAnswer extends FrameAnswer {
  readonly told?: ToldTask
  readonly frames_missing?: number
}

type NextTask = (id: string, body: { readonly done: string }, options?: CallSignal) => Promise<NextTaskAnswer>

/** The methods of the client that a challenge needs. */
export interface ChallengeCalls {
  startDistanceChallenge(body: StartBody, options?: CallSignal): Promise<DistanceStarted>
  addDistanceFrame(id: string, frame: TimedFrame<DistanceTask>, options?: CallSignal): Promise<FrameAnswer>
  nextDistanceTask: NextTask
  verifyDistanceChallenge(id: string, body: VerifyBody, options?: CallSignal): Promise<ChallengeVerdict>
  startNoseChallenge(body: StartBody, options?: CallSignal): Promise<NoseStarted>
  addNoseFrame(
    id: string,
    frame: SignedFrame & { readonly content: Blob },
    options?: CallSignal,
  ): Promise<FrameAnswer>
  nextNoseTask: NextTask
  verifyNoseChallenge(id: string, body: VerifyBody, options?: CallSignal): Promise<ChallengeVerdict>
  startProfileChallenge(body: StartBody, options?: CallSignal): Promise<ProfileStarted>
  addProfileFrame(id: string, frame: TimedFrame<ProfileTask>, options?: CallSignal): Promise<FrameAnswer>
  nextProfileTask: NextTask
  verifyProfileChallenge(
    id: string,
    body: Pick<VerifyBody, 'passive_liveness_threshold'>,
    options?: CallSignal,
  ): Promise<ChallengeVerdict>
  startLightChallenge(body: StartBody, options?: CallSignal): Promise<LightStarted>
  addLightFrame(id: string, frame: LightFrame, options?: CallSignal): Promise<FrameAnswer>
  verifyLightChallenge(
    id: string,
    body: Pick<VerifyBody, 'passive_liveness_threshold'>,
    options?: CallSignal,
  ): Promise<ChallengeVerdict>
}

/** A picture to send, and when it was taken. */
export interface TakenFrame {
  readonly task: Task
  readonly takenAtMs: number
  readonly jpeg: Blob
  /** The step of the light that was on the screen, and since when. */
  readonly shown?: number
  readonly shownSinceMs?: number
  /** The number of the frame in its challenge, in the order in which frames were taken. */
  readonly number?: number
  readonly signed?: Required<SignedFrame>
}

interface FamilyCalls {
  /** Frames of the others carry the time at which they were taken. */
  readonly isTimed?: false
  start(client: ChallengeCalls, body: StartBody, signal: AbortSignal): Promise<Plan>
  frame(client: ChallengeCalls, id: string, frame: TakenFrame, signal: AbortSignal): Promise<FrameAnswer>
  /** Of families whose tasks are told one by one to a person. */
  next?(client: ChallengeCalls, id: string, done: Task, signal: AbortSignal): Promise<NextTaskAnswer>
  verify(client: ChallengeCalls, id: string, body: VerifyBody, signal: AbortSignal): Promise<ChallengeVerdict>
}

export const callsOf: Readonly<Record<Family, FamilyCalls>> = {
  distance: {
    start: async (client, body, signal) => ({
      family: 'distance',
      started: await client.startDistanceChallenge(body, { signal }),
    }),
    frame: (client, id, { task, takenAtMs, jpeg, signed }, signal) =>
      client.addDistanceFrame(
        id,
        { task: task as DistanceTask, timestamp: takenAtMs, photo: jpeg, ...signed },
        { signal, timeoutMs },
      ),
    next: (client, id, done, signal) => client.nextDistanceTask(id, { done }, { signal, timeoutMs }),
    verify: (client, id, body, signal) => client.verifyDistanceChallenge(id, body, { signal }),
  },
  nose: {
    start: async (client, body, signal) => ({
      family: 'nose',
      started: await client.startNoseChallenge(body, { signal }),
    }),
    isTimed: false,
    frame: (client, id, { jpeg, signed }, signal) =>
      client.addNoseFrame(id, { content: jpeg, ...signed }, { signal, timeoutMs }),
    next: (client, id, done, signal) => client.nextNoseTask(id, { done }, { signal, timeoutMs }),
    verify: (client, id, body, signal) => client.verifyNoseChallenge(id, body, { signal }),
  },
  profile: {
    start: async (client, body, signal) => ({
      family: 'profile',
      started: await client.startProfileChallenge(body, { signal }),
    }),
    frame: (client, id, { task, takenAtMs, jpeg, signed }, signal) =>
      client.addProfileFrame(
        id,
        { task: task as ProfileTask, timestamp: takenAtMs, photo: jpeg, ...signed },
        { signal, timeoutMs },
      ),
    next: (client, id, done, signal) => client.nextProfileTask(id, { done }, { signal, timeoutMs }),
    verify: (client, id, body, signal) => client.verifyProfileChallenge(id, body, { signal }),
  },
  light: {
    start: async (client, body, signal) => ({
      family: 'light',
      started: await client.startLightChallenge(body, { signal }),
    }),
    frame: (client, id, { takenAtMs, jpeg, shown, shownSinceMs, signed }, signal) =>
      client.addLightFrame(
        id,
        {
          timestamp: takenAtMs,
          photo: jpeg,
          ...(shown !== undefined && { shown }),
          ...(shownSinceMs !== undefined && { shown_since: shownSinceMs }),
          ...signed,
        },
        { signal, timeoutMs },
      ),
    verify: (client, id, body, signal) => client.verifyLightChallenge(id, body, { signal }),
  },
}
