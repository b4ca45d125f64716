// The types of the challenge runner: families, answers, guidance, guides and events.
import type {
  Capture,
  CaptureReason,
  Check,
  DistanceTask,
  Guidance,
  ProfileTask,
  StartDistanceChallengeAnswer,
  StartLightChallengeAnswer,
  StartNoseChallengeAnswer,
  StartProfileChallengeAnswer,
} from '../api-types.ts'

export type { Box as PlannedBox, DistanceTask, Guidance, LightStep, ProfileTask } from '../api-types.ts'

/** What the client says of its camera. */
export interface CameraSignals {
  readonly camera_class: 'built-in' | 'external' | 'virtual' | 'unknown'
  readonly asked_width?: number
  readonly asked_height?: number
  readonly asked_frame_rate?: number
  readonly given_width?: number
  readonly given_height?: number
  readonly given_frame_rate?: number
  readonly jitter_ms?: number
}

export type Family = 'distance' | 'nose' | 'profile' | 'light'

/** Frames of the nose and light challenges name no task: they have the one. */
export type Task = DistanceTask | ProfileTask | 'nose' | 'light'

/** The fields of start that neither the runner nor a guide reads. */
type Unread =
  | 'external_person_id'
  | 'message'
  | 'result_code'
  | 'framerate'
  | 'mirrored'
  | 'frames'
  | 'face_moving_check'
  | 'face_rotation_check'
  | 'nose_motion_check'
type Started<Answer> = Readonly<Omit<Answer, Unread>>

export type DistanceStarted = Started<StartDistanceChallengeAnswer>
export type NoseStarted = Started<StartNoseChallengeAnswer>
/** The answer names only those tasks that the exercise has. */
export type ProfileStarted = Omit<Started<StartProfileChallengeAnswer>, 'exercise' | 'task_order'> & {
  readonly exercise: readonly string[]
  readonly task_order: Readonly<Partial<Record<ProfileTask, number>>>
}

export type LightStarted = Started<StartLightChallengeAnswer>

/** What a person is told to do now; the tasks behind it are told one by one. */
export type ToldTask = NonNullable<StartProfileChallengeAnswer['told']>

/** The answer of start, with its family. */
export type Plan =
  | { readonly family: 'distance'; readonly started: DistanceStarted }
  | { readonly family: 'nose'; readonly started: NoseStarted }
  | { readonly family: 'profile'; readonly started: ProfileStarted }
  | { readonly family: 'light'; readonly started: LightStarted }

type ChallengeCheck = Readonly<Pick<Check, 'name' | 'score' | 'threshold' | 'outcome'>>

export interface ChallengeVerdict {
  readonly success: boolean
  readonly result_code: number
  readonly message: string
  readonly checks?: readonly ChallengeCheck[]
  /** What to do better, where the light could not be seen. */
  readonly guidance?: Guidance
  /** What the frames prove about the camera, what keeps the key that signed them, and why. */
  readonly capture?: Capture
  readonly capture_device?: string
  readonly capture_reason?: CaptureReason
}

/** A frame that was taken: its task, and what the guide saw in it. */
export interface Taken<Seen> {
  readonly task: Task
  readonly seen: Seen | undefined
}

/** One picture before it is taken, in the size in which it would be sent; the runner closes it after the answer. */
export interface Look<Seen> {
  readonly picture: ImageBitmap
  readonly plan: Plan
  readonly task: Task
  /** Whether it is mirrored: `mirroredFrames` of the options. */
  readonly isMirrored: boolean
  /** The frames of this challenge so far, in the order in which they were taken. */
  readonly taken: readonly Taken<Seen>[]
}

export interface Sight<Seen> {
  readonly guidance: Guidance
  /** Whatever the guide wants to get again in `taken`, and the page in events. */
  readonly seen?: Seen
}

/** Checks pictures in the browser. Without a guide the runner keeps a steady pace and passes on the server's guidance. */
export type Guide<Seen = unknown> = (look: Look<Seen>) => Promise<Sight<Seen>>

export interface TaskCount {
  readonly task: Task
  readonly frames: number
}

export type ChallengeEvent<Seen = unknown> =
  /** `count` tasks in all; where they are told one by one, `tasks` has the first. */
  | {
      readonly kind: 'started'
      readonly plan: Plan
      readonly tasks: readonly TaskCount[]
      readonly count: number
    }
  /** `plan` has what is known by now. */
  | {
      readonly kind: 'task'
      readonly task: Task
      readonly index: number
      readonly frames: number
      readonly plan: Plan
    }
  /** After each look, with a guide; `held` goes from 0 to 1, where the frame is taken. */
  | {
      readonly kind: 'look'
      readonly task: Task
      readonly guidance: Guidance
      readonly held: number
      readonly seen: Seen | undefined
    }
  | { readonly kind: 'taken'; readonly task: Task; readonly taken: number; readonly frames: number }
  /** `guidance` is the server's. */
  | {
      readonly kind: 'sent'
      readonly task: Task
      readonly sent: number
      readonly frames: number
      readonly guidance: Guidance | undefined
    }
  /** The recording is of no use and nothing of it was sent: the person starts the task again. */
  | { readonly kind: 'again'; readonly task: Task; readonly why: 'left' | 'too-slow' }
  /** The recording of a nose is complete, and is being sent. */
  | { readonly kind: 'filmed'; readonly frames: number }
  /** The screen shows the next step of the light; `plan` has those that are told by now. */
  | {
      readonly kind: 'shown'
      readonly task: Task
      readonly index: number
      readonly steps: number
      readonly plan: Plan
    }
  /** The network is away, and what is to be sent is kept; or it is back. */
  | { readonly kind: 'network'; readonly isAway: boolean }
  | { readonly kind: 'task-done'; readonly task: Task; readonly index: number }
  | { readonly kind: 'verifying' }
  | { readonly kind: 'verdict'; readonly verdict: ChallengeVerdict }
  | { readonly kind: 'time-up' }
