// The entry of the package: everything that callers may use.
export type * from './api-types.ts'
export { ChallengeTimeUp } from './challenge/abortable.ts'
export { FramesRefused } from './challenge/frame-sender.ts'
export type { LightStage } from './challenge/light.ts'
export { UnsafeLight } from './challenge/light-sequence.ts'
export { type ChallengeOptions, runChallenge } from './challenge/run.ts'
export type {
  ChallengeEvent,
  ChallengeVerdict,
  Family,
  Guide,
  Look,
  Plan,
  Sight,
  Taken,
  Task,
  TaskCount,
} from './challenge/shapes.ts'
export { createClient } from './client.ts'
export {
  type FieldFault,
  SelfsameRefusal,
  SelfsameUnreachable,
  type UnreachableReason,
} from './errors.ts'
export type { File, NamedFile } from './files.ts'
export type { OperationName } from './operations.ts'
export type { AnswerOf, CallOptions, Client, ClientOptions, Exchange, RequestOf } from './types.ts'
export {
  type ReceivedWebhook,
  type VerificationEvent,
  type VerificationEventType,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookFault,
  WebhookRefused,
  type WebhookTest,
} from './webhooks.ts'
