// Judges in steps: each has its checks, and the code of the first step that fails is the verdict.
import { type Check, type CheckName, hasFailed } from '../checks.ts'
import { type Code, type CodeName, codes } from '../codes.ts'
import type { Guidance } from './guidance.ts'
import type { CheckStep } from './step.ts'
import type { Strength } from './strength.ts'

export const captureLevels = ['attested', 'signed', 'unattested'] as const

/** Why a capture is what it is. */
export const captureReasons = {
  'attested-key': 'every frame was signed by a key that hardware keeps and its maker vouches for',
  'own-key': 'every frame was signed by one key, and nobody says what keeps it',
  'no-key': 'the challenge was started without a key',
  'key-ended': 'the key was revoked, or is over',
  'frames-unsigned': 'a frame came without a signature',
  'frames-out-of-order': 'the numbers of frames and the times that were signed with them disagree',
  'frames-not-fresh': 'the times that were signed do not fit into the life of the challenge',
  'counter-went-back': 'the counter of the key did not go up from frame to frame',
  'video-not-signed': 'a video is judged without a challenge, and nothing in it is signed',
} as const
export type CaptureReason = keyof typeof captureReasons

export interface Capture {
  readonly capture: (typeof captureLevels)[number]
  /** What keeps the key, such as `strongbox` or `browser`; absent without a key. */
  readonly device?: string
  /** The app that has the key, with its version where that is attested. */
  readonly app?: string
  /** What Play Integrity said of the phone, where it was asked. */
  readonly integrity?: readonly string[]
  readonly reason: CaptureReason
}

export interface LivenessVerdict {
  readonly code: Code
  readonly checks: readonly Check[]
  /** How much it proves; absent in a verdict of an earlier version. */
  readonly strength?: Strength
  /** How surely a person is there, 0 to 100; absent where no evidence was weighed. */
  readonly presence?: number
  readonly presenceParts?: readonly { readonly check: CheckName; readonly logOdds: number }[]
  /** What was seen neither proves nor refutes a person. */
  readonly isDoubtful?: true
  /** What it would prove without the doubt. */
  readonly strengthOfTasks?: Strength
  /** What the person should do, where that is why it did not succeed. */
  readonly guidance?: Guidance
  /** What the frames prove about their camera; absent in a verdict of an earlier version. */
  readonly capture?: Capture
}

export function judge(steps: readonly CheckStep[]): LivenessVerdict {
  const checks: Check[] = []
  for (const { code, checks: look } of steps) {
    const made = look()
    checks.push(...made)
    if (made.some(hasFailed)) return { code, checks }
  }
  return { code: codes.success, checks }
}

export function writeVerdict({ code, ...verdict }: LivenessVerdict): string {
  const [name] = Object.entries(codes).find(([, one]) => one === code) ?? []
  return JSON.stringify({ ...verdict, code: name })
}

export function readVerdict(text: string): LivenessVerdict {
  const { code, ...verdict } = JSON.parse(text) as Omit<LivenessVerdict, 'code'> & { code: CodeName }
  return { ...verdict, code: codes[code] }
}
