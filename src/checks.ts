// The checks of an answer: one row for each, and how a check says what was measured, the threshold, and the outcome.

interface CheckRow {
  /** The verdict that it belongs to; `liveness` stands for several families of challenges. */
  readonly of: CheckedIn
  readonly unit: CheckUnit
  /** On which side of the threshold the score must be; `either` where that depends on what is asked. */
  readonly rule: 'at-least' | 'at-most' | 'exactly' | 'either'
  /** The reasons of a verification that it is shown with. */
  readonly reasons?: readonly string[]
  /** What a person who failed it is told to do better. */
  readonly advice?: Advice
}

type CheckedIn =
  | 'liveness'
  | 'distance'
  | 'nose'
  | 'profile'
  | 'light'
  | 'video'
  | 'capture'
  | 'documents'
  | 'licence'
  | 'registration'
  | 'chip'
  | 'faces'
  | 'verification'

/** What is measured in; `yes` is 1 or 0, `ratio` and `likeness` have no unit. */
type CheckUnit =
  | 'yes'
  | 'count'
  | 'share'
  | 'percent'
  | 'probability'
  | 'log-odds'
  | 'ratio'
  | 'likeness'
  | 'cosine'
  | 'correlation'
  | 'degrees'
  | 'degrees-a-second'
  | 'frames-a-second'
  | 'milliseconds'
  | 'seconds'
  | 'hours'
  | 'days'
  | 'years'
  | 'year'
  | 'pixels'
  | 'pixels-per-millimetre'
  | 'dioptres'

/** What a person can do better. Where several checks failed, the advice that stands first here is given. */
export const advices = [
  'missed',
  'notLit',
  'fewFrames',
  'count',
  'mixed',
  'growth',
  'size',
  'small',
  // This comes before perspective and shape, which also differ between two people.
  'notSame',
  'perspective',
  'noseAtFirst',
  'noseAtLast',
  'shifted',
  'trembled',
  'jumped',
  'flat',
  'bright',
  'dark',
  'covered',
  'ahead',
  'left',
  'right',
  'up',
  'down',
  'smile',
  'wink',
  'seenBefore',
  'copies',
  'loop',
  'still',
  'times',
  'slow',
  'manyHands',
  'notLiving',
  // These belong to result codes alone.
  'noFace',
  'several',
  'outOfArea',
  'notSeenLight',
  'gone',
  'tryAgain',
] as const
export type Advice = (typeof advices)[number]

const profileTasks = [
  'keep-face-ahead',
  'turn-face-left',
  'turn-face-right',
  'tilt-face-up',
  'tilt-face-down',
  'smile',
  'wink',
] as const
const distances = ['far-distance', 'normal-distance', 'close-distance'] as const

/** What stands in the name of a row in braces, and the words that it stands for. */
const parts = {
  task: profileTasks,
  distance: distances,
  size: ['far', 'normal', 'close'],
  zone: ['forehead', 'eyes', 'nose', 'mouth'],
  told: [...profileTasks, ...distances, 'nose'],
  digit: ['document-number', 'birth', 'expiry', 'optional', 'personal', 'composite'],
} as const

type Parts = { readonly [Name in keyof typeof parts]: (typeof parts)[Name][number] } & {
  readonly number: number
}

// biome-ignore format: one check a row
const rows = {
  genuineness: { of: 'liveness', unit: 'probability', rule: 'at-least', advice: 'notLiving' },
  'genuineness-of-median-frame': { of: 'liveness', unit: 'probability', rule: 'at-least', advice: 'notLiving' },
  'same-person': { of: 'liveness', unit: 'cosine', rule: 'at-least', advice: 'notSame' },
  'same-person-set-aside': { of: 'liveness', unit: 'cosine', rule: 'at-least', advice: 'notSame' },
  frames: { of: 'liveness', unit: 'count', rule: 'at-least', advice: 'fewFrames' },
  'tasks-with-frames': { of: 'liveness', unit: 'count', rule: 'at-least', advice: 'mixed' },
  'tasks-mixed-in-time': { of: 'liveness', unit: 'count', rule: 'at-most', advice: 'mixed' },
  'seconds-taken': { of: 'liveness', unit: 'seconds', rule: 'at-most', advice: 'slow' },
  'share-of-frames-in-area': { of: 'liveness', unit: 'share', rule: 'at-least' },
  'share-of-frames-without-face': { of: 'liveness', unit: 'share', rule: 'at-most' },
  'share-of-frames-with-several-faces': { of: 'liveness', unit: 'share', rule: 'at-most' },
  'face-area-percent': { of: 'liveness', unit: 'percent', rule: 'at-least', advice: 'small' },
  brightness: { of: 'liveness', unit: 'share', rule: 'at-least', advice: 'dark' },
  'brightness-not-too-high': { of: 'liveness', unit: 'share', rule: 'at-most', advice: 'bright' },
  contrast: { of: 'liveness', unit: 'share', rule: 'at-least', advice: 'dark' },
  'dark-share': { of: 'liveness', unit: 'share', rule: 'at-most', advice: 'dark' },
  'glare-share': { of: 'liveness', unit: 'share', rule: 'at-most', advice: 'bright' },
  '{zone}-covered': { of: 'liveness', unit: 'share', rule: 'at-most', advice: 'covered' },
  relief: { of: 'liveness', unit: 'ratio', rule: 'at-least', advice: 'flat' },
  'skin-compared': { of: 'liveness', unit: 'yes', rule: 'at-least' },
  'shading-change': { of: 'liveness', unit: 'share', rule: 'at-least' },
  'shading-by-pose': { of: 'liveness', unit: 'ratio', rule: 'at-least' },
  'skin-shift': { of: 'liveness', unit: 'ratio', rule: 'at-least' },
  'skin-detail-change': { of: 'liveness', unit: 'ratio', rule: 'at-least' },
  'gaze-change': { of: 'liveness', unit: 'ratio', rule: 'at-least' },
  'living-skin': { of: 'liveness', unit: 'probability', rule: 'at-least' },
  'detail-for-size': { of: 'liveness', unit: 'ratio', rule: 'at-least' },
  'face-pixels-for-detail': { of: 'liveness', unit: 'pixels', rule: 'at-least' },
  'degrees-a-second': { of: 'liveness', unit: 'degrees-a-second', rule: 'at-most', advice: 'jumped' },
  'seen-in-an-earlier-challenge': { of: 'liveness', unit: 'share', rule: 'at-most', advice: 'seenBefore' },
  'persona-likeness': { of: 'liveness', unit: 'cosine', rule: 'at-most', advice: 'notLiving' },
  'copies-of-one-picture': { of: 'liveness', unit: 'share', rule: 'at-most', advice: 'copies' },
  'seconds-beyond-possible-time': { of: 'liveness', unit: 'seconds', rule: 'at-most', advice: 'times' },
  'reaction-seconds-{told}': { of: 'liveness', unit: 'seconds', rule: 'either' },
  'frames-out-of-turn': { of: 'liveness', unit: 'count', rule: 'at-most' },
  'image-sizes': { of: 'liveness', unit: 'count', rule: 'at-most', advice: 'manyHands' },
  encoders: { of: 'liveness', unit: 'count', rule: 'at-most', advice: 'manyHands' },
  'double-compression': { of: 'liveness', unit: 'share', rule: 'at-most' },
  presence: { of: 'liveness', unit: 'percent', rule: 'at-least', advice: 'notLiving' },
  'noted-signs': { of: 'liveness', unit: 'count', rule: 'at-most', advice: 'manyHands' },

  'frames-{distance}': { of: 'distance', unit: 'count', rule: 'at-least', advice: 'fewFrames' },
  'face-area-share-{distance}': { of: 'distance', unit: 'ratio', rule: 'at-least', advice: 'size' },
  'face-area-share-not-over-{distance}': { of: 'distance', unit: 'ratio', rule: 'at-most', advice: 'size' },
  'growth-{size}-to-{size}': { of: 'distance', unit: 'ratio', rule: 'at-least', advice: 'growth' },
  'perspective-dioptres': { of: 'distance', unit: 'dioptres', rule: 'at-least', advice: 'perspective' },
  'background-stays': { of: 'distance', unit: 'likeness', rule: 'at-least' },
  'eyes-own-motion': { of: 'distance', unit: 'ratio', rule: 'at-least' },

  'nose-outside-box-at-first': { of: 'nose', unit: 'ratio', rule: 'at-least', advice: 'noseAtFirst' },
  'nose-outside-box-at-last': { of: 'nose', unit: 'ratio', rule: 'at-most', advice: 'noseAtLast' },
  'nose-way-straightness': { of: 'nose', unit: 'ratio', rule: 'at-least', advice: 'trembled' },
  'nose-jump': { of: 'nose', unit: 'ratio', rule: 'at-most', advice: 'jumped' },
  'degrees-turned-towards-box': { of: 'nose', unit: 'degrees', rule: 'at-least', advice: 'shifted' },
  'share-of-way-turned': { of: 'nose', unit: 'share', rule: 'at-least', advice: 'shifted' },

  'frames-{task}': { of: 'profile', unit: 'count', rule: 'exactly', advice: 'count' },
  'straight-yaw-degrees': { of: 'profile', unit: 'degrees', rule: 'at-most', advice: 'ahead' },
  'straight-pitch-degrees': { of: 'profile', unit: 'degrees', rule: 'at-most', advice: 'ahead' },
  'straight-roll-degrees': { of: 'profile', unit: 'degrees', rule: 'at-most', advice: 'ahead' },
  'turn-face-left-degrees': { of: 'profile', unit: 'degrees', rule: 'at-least', advice: 'left' },
  'turn-face-right-degrees': { of: 'profile', unit: 'degrees', rule: 'at-least', advice: 'right' },
  'tilt-face-up-degrees': { of: 'profile', unit: 'degrees', rule: 'at-least', advice: 'up' },
  'tilt-face-down-degrees': { of: 'profile', unit: 'degrees', rule: 'at-least', advice: 'down' },
  smile: { of: 'profile', unit: 'probability', rule: 'at-least', advice: 'smile' },
  'smile-more-than-straight': { of: 'profile', unit: 'probability', rule: 'at-least', advice: 'smile' },
  wink: { of: 'profile', unit: 'share', rule: 'at-least', advice: 'wink' },

  'frames-a-second': { of: 'light', unit: 'frames-a-second', rule: 'at-least', advice: 'missed' },
  'seconds-missing': { of: 'light', unit: 'seconds', rule: 'at-most', advice: 'missed' },
  'longest-gap-seconds': { of: 'light', unit: 'seconds', rule: 'at-most', advice: 'missed' },
  'light-change': { of: 'light', unit: 'share', rule: 'at-least', advice: 'notLit' },
  'light-change-by-noise': { of: 'light', unit: 'ratio', rule: 'at-least', advice: 'notLit' },
  'light-sequence': { of: 'light', unit: 'correlation', rule: 'at-least', advice: 'notLit' },
  'light-sequence-rank': { of: 'light', unit: 'share', rule: 'at-most', advice: 'notLit' },
  'transition-{number}': { of: 'light', unit: 'correlation', rule: 'at-least', advice: 'notLit' },
  'light-transitions': { of: 'light', unit: 'share', rule: 'at-least', advice: 'notLit' },
  'light-on-sides': { of: 'light', unit: 'ratio', rule: 'at-most', advice: 'notLit' },
  'light-on-relief': { of: 'light', unit: 'ratio', rule: 'at-least', advice: 'notLit' },
  'light-on-features': { of: 'light', unit: 'ratio', rule: 'at-least', advice: 'notLit' },
  'light-on-background': { of: 'light', unit: 'ratio', rule: 'at-most', advice: 'notLit' },
  'background-seen': { of: 'light', unit: 'yes', rule: 'at-least' },
  'light-upper-first': { of: 'light', unit: 'correlation', rule: 'at-least', advice: 'notLit' },
  'light-in-eyes': { of: 'light', unit: 'correlation', rule: 'at-least', advice: 'notLit' },

  'face-found-share': { of: 'video', unit: 'share', rule: 'at-least' },
  'close-looks': { of: 'video', unit: 'count', rule: 'at-least' },
  'several-faces-share': { of: 'video', unit: 'share', rule: 'at-most' },
  'network-log-odds': { of: 'video', unit: 'log-odds', rule: 'at-least', advice: 'notLiving' },
  'genuineness-of-weakest-stretch': { of: 'video', unit: 'probability', rule: 'at-least', advice: 'notLiving' },
  'network-log-odds-of-weakest-stretch': { of: 'video', unit: 'log-odds', rule: 'at-least', advice: 'notLiving' },
  'frozen-share': { of: 'video', unit: 'share', rule: 'at-most', advice: 'copies' },
  'repeated-share': { of: 'video', unit: 'share', rule: 'at-most', advice: 'loop' },
  'turn-degrees': { of: 'video', unit: 'degrees', rule: 'at-least' },
  'lips-own-motion': { of: 'video', unit: 'correlation', rule: 'at-least', advice: 'still' },
  'motion-within-face': { of: 'video', unit: 'ratio', rule: 'at-least' },
  blink: { of: 'video', unit: 'share', rule: 'at-least' },
  'mouth-opening': { of: 'video', unit: 'share', rule: 'at-least' },
  'signs-of-life': { of: 'video', unit: 'ratio', rule: 'at-least', advice: 'still' },

  'capture-key-good': { of: 'capture', unit: 'yes', rule: 'at-least' },
  'frames-signed': { of: 'capture', unit: 'share', rule: 'at-least' },
  'frames-out-of-order': { of: 'capture', unit: 'count', rule: 'at-most' },
  'capture-span-seconds': { of: 'capture', unit: 'seconds', rule: 'at-most' },
  'capture-clock-error-hours': { of: 'capture', unit: 'hours', rule: 'at-most' },
  'capture-counter-steps-back': { of: 'capture', unit: 'count', rule: 'at-most' },
  'signal-virtual-camera': { of: 'capture', unit: 'count', rule: 'at-most' },
  'signal-size-given': { of: 'capture', unit: 'share', rule: 'at-least' },
  'signal-frame-rate-given': { of: 'capture', unit: 'share', rule: 'at-least' },
  'signal-jitter-ms': { of: 'capture', unit: 'milliseconds', rule: 'at-most' },

  'documents-found': { of: 'documents', unit: 'count', rule: 'at-least' },
  'documents-legible': { of: 'documents', unit: 'count', rule: 'at-least' },
  'numbers-legible': { of: 'documents', unit: 'count', rule: 'at-least' },
  recapture: { of: 'documents', unit: 'probability', rule: 'at-most', reasons: ['document-from-screen'] },
  photocopy: { of: 'documents', unit: 'probability', rule: 'at-most', reasons: ['document-photocopy'] },
  glare: { of: 'documents', unit: 'share', rule: 'at-most', reasons: ['document-picture-poor'] },
  blur: { of: 'documents', unit: 'share', rule: 'at-most', reasons: ['document-picture-poor'] },
  darkness: { of: 'documents', unit: 'share', rule: 'at-most', reasons: ['document-picture-poor'] },
  'pixels-per-millimetre': { of: 'documents', unit: 'pixels-per-millimetre', rule: 'at-least' },
  'page-cut': { of: 'documents', unit: 'share', rule: 'at-most', reasons: ['document-picture-poor'] },
  'hidden-fields': { of: 'documents', unit: 'count', rule: 'at-most', reasons: ['document-picture-poor'] },
  mirrored: { of: 'documents', unit: 'count', rule: 'at-most' },
  'print-in-place': { of: 'documents', unit: 'ratio', rule: 'at-most', reasons: ['document-print-replaced'] },
  'code-photographed': { of: 'documents', unit: 'share', rule: 'at-most', reasons: ['document-print-replaced'] },
  'portrait-in-place': { of: 'documents', unit: 'ratio', rule: 'at-most', reasons: ['document-portrait-replaced'] },
  'moves-along': { of: 'documents', unit: 'share', rule: 'at-most', reasons: ['document-from-screen'] },
  'number-certain': { of: 'documents', unit: 'probability', rule: 'at-least', reasons: ['document-picture-poor'] },
  'number-structure': { of: 'documents', unit: 'yes', rule: 'at-least', reasons: ['document-number-contradicts'] },
  'number-sex': { of: 'documents', unit: 'yes', rule: 'at-least', reasons: ['document-number-contradicts'] },
  'number-birth-year': { of: 'documents', unit: 'yes', rule: 'at-least', reasons: ['document-number-contradicts'] },
  'number-province': { of: 'documents', unit: 'yes', rule: 'at-least', reasons: ['document-number-contradicts'] },
  'days-until-expiry': { of: 'documents', unit: 'days', rule: 'at-least', reasons: ['document-expired'] },
  'days-until-cmnd-ended': { of: 'documents', unit: 'days', rule: 'at-least', reasons: ['document-expired'] },
  'expiry-by-rule': { of: 'documents', unit: 'yes', rule: 'at-least', reasons: ['document-dates-contradict'] },
  'dates-in-order': { of: 'documents', unit: 'count', rule: 'at-most', reasons: ['document-dates-contradict'] },
  'qr-against-print': { of: 'documents', unit: 'likeness', rule: 'at-least', reasons: ['document-code-differs'] },
  'mrz-against-print': { of: 'documents', unit: 'likeness', rule: 'at-least', reasons: ['document-code-differs'] },
  'mrz-against-qr': { of: 'documents', unit: 'likeness', rule: 'at-least', reasons: ['document-code-differs'] },
  'front-against-back': { of: 'documents', unit: 'likeness', rule: 'at-least', reasons: ['document-of-two-people', 'document-sides-differ'] },
  'picture-against-picture': { of: 'documents', unit: 'likeness', rule: 'at-least', reasons: ['document-of-two-people'] },
  'one-identity': { of: 'documents', unit: 'count', rule: 'at-most', reasons: ['document-of-two-people', 'document-code-differs', 'chip-of-another', 'chip-differs'] },
  'code-in-sight': { of: 'documents', unit: 'ratio', rule: 'at-least', reasons: ['document-code-missing'] },
  'code-expected': { of: 'documents', unit: 'count', rule: 'at-least' },
  'same-side-twice': { of: 'documents', unit: 'count', rule: 'at-most', reasons: ['document-picture-poor'] },
  'mrz-check-digit-{digit}': { of: 'documents', unit: 'yes', rule: 'at-least', reasons: ['document-zone-contradicts'] },
  'zones-found': { of: 'documents', unit: 'count', rule: 'at-least' },

  'number-test-year': { of: 'licence', unit: 'year', rule: 'at-most' },
  'number-birth-century': { of: 'licence', unit: 'yes', rule: 'at-least' },
  'number-class-year': { of: 'licence', unit: 'yes', rule: 'at-least' },
  'class-names-unknown': { of: 'licence', unit: 'count', rule: 'at-most' },
  'class-rows-agree': { of: 'licence', unit: 'yes', rule: 'at-least' },
  'class-days-too-late': { of: 'licence', unit: 'count', rule: 'at-most' },

  'pdf-text-agreement': { of: 'registration', unit: 'share', rule: 'at-least' },
  'business-code-digit': { of: 'registration', unit: 'yes', rule: 'at-least' },
  'capital-in-words': { of: 'registration', unit: 'yes', rule: 'at-least' },
  'capital-of-shares': { of: 'registration', unit: 'yes', rule: 'at-least' },
  'id-number-structure': { of: 'registration', unit: 'yes', rule: 'at-least' },
  'id-number-sex': { of: 'registration', unit: 'yes', rule: 'at-least' },
  'id-number-birth-year': { of: 'registration', unit: 'yes', rule: 'at-least' },

  'data-group-hash': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'sod-signature': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'sod-content-hash': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'sod-algorithms-strong': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'sod-wholly-signed': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'sod-strict-form': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'active-authentication': { of: 'chip', unit: 'yes', rule: 'at-least', reasons: ['chip-is-copy'] },
  'chip-authentication': { of: 'chip', unit: 'yes', rule: 'at-least', reasons: ['chip-is-copy'] },
  'chip-authentication-key-strong': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'active-authentication-key-strong': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-certified': { of: 'chip', unit: 'yes', rule: 'at-least', reasons: ['chip-signer-unknown'] },
  'signer-key-usage': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-is-no-authority': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-extensions-understood': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-algorithms-strong': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-country': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-issuing-state': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-not-revoked': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'revocation-list-present': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'revocation-list-fresh': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'signer-valid-when-signed': { of: 'chip', unit: 'yes', rule: 'at-least', reasons: ['chip-signer-not-valid'] },
  'signer-valid-today': { of: 'chip', unit: 'yes', rule: 'at-least', reasons: ['chip-signer-not-valid'] },
  'signer-key-in-use-when-signed': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'chip-file-read': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'chip-check-digits': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'com-lists-files': { of: 'chip', unit: 'yes', rule: 'at-least' },
  'dg13-against-dg1': { of: 'chip', unit: 'yes', rule: 'at-least', reasons: ['chip-contradicts-itself'] },
  'chip-against-print': { of: 'chip', unit: 'likeness', rule: 'at-least', reasons: ['chip-differs'] },
  'chip-against-qr': { of: 'chip', unit: 'likeness', rule: 'at-least', reasons: ['chip-differs'] },
  'chip-against-mrz': { of: 'chip', unit: 'likeness', rule: 'at-least', reasons: ['chip-differs'] },

  'face-found': { of: 'faces', unit: 'count', rule: 'at-least' },
  faces: { of: 'faces', unit: 'count', rule: 'at-most' },
  'card-face-found': { of: 'faces', unit: 'count', rule: 'at-least', reasons: ['portrait-not-found'] },
  'card-faces': { of: 'faces', unit: 'count', rule: 'at-most', reasons: ['portrait-not-found'] },
  similarity: { of: 'faces', unit: 'percent', rule: 'either', reasons: ['face-differs', 'face-doubtful'] },
  'duplicate-similarity': { of: 'faces', unit: 'percent', rule: 'at-most', reasons: ['person-known'] },
  'block-list-similarity': { of: 'faces', unit: 'percent', rule: 'at-most', reasons: ['person-blocked'] },
  'own-similarity': { of: 'faces', unit: 'percent', rule: 'at-least' },
  'face-height-pixels': { of: 'faces', unit: 'pixels', rule: 'at-least' },
  sharpness: { of: 'faces', unit: 'share', rule: 'at-least' },
  'yaw-degrees': { of: 'faces', unit: 'degrees', rule: 'at-most' },
  'pitch-degrees': { of: 'faces', unit: 'degrees', rule: 'at-most' },
  'roll-degrees': { of: 'faces', unit: 'degrees', rule: 'at-most' },

  'expected-name': { of: 'verification', unit: 'yes', rule: 'at-least', reasons: ['name-differs'] },
  'expected-number': { of: 'verification', unit: 'yes', rule: 'at-least', reasons: ['number-differs'] },
  'expected-birthday': { of: 'verification', unit: 'yes', rule: 'at-least', reasons: ['birthday-differs'] },
  'expected-sex': { of: 'verification', unit: 'yes', rule: 'at-least', reasons: ['sex-differs'] },
  'expected-nationality': { of: 'verification', unit: 'yes', rule: 'at-least', reasons: ['nationality-differs'] },
  'expected-address': { of: 'verification', unit: 'yes', rule: 'at-least', reasons: ['address-differs'] },
  'specimen-number': { of: 'verification', unit: 'count', rule: 'at-most', reasons: ['document-specimen'] },
  'specimen-portrait': { of: 'verification', unit: 'cosine', rule: 'at-most', reasons: ['document-specimen'] },
  'age-least': { of: 'verification', unit: 'years', rule: 'at-least', reasons: ['too-young'] },
  'age-most': { of: 'verification', unit: 'years', rule: 'at-most', reasons: ['too-old'] },
} as const satisfies Record<string, CheckRow>

/** The name of a row: that of its check, or a form of names such as `frames-{task}`. */
export type CheckRowName = keyof typeof rows
export const checkRowNames = Object.keys(rows) as readonly CheckRowName[]
/** A reason that a check can lead to. */
type CheckedReason = Extract<(typeof rows)[CheckRowName], { readonly reasons: unknown }>['reasons'][number]
export const checkRow = (row: CheckRowName): CheckRow & { readonly reasons?: readonly CheckedReason[] } =>
  rows[row]

type Filled<Row extends string> = Row extends `${infer Head}{${infer Part extends keyof Parts}}${infer Tail}`
  ? `${Head}${Parts[Part]}${Filled<Tail>}`
  : Row
type RowsWith<Column extends keyof CheckRow, Value> = {
  [Row in CheckRowName]: (typeof rows)[Row] extends Readonly<Record<Column, Value>> ? Row : never
}[CheckRowName]
type NameByRule<Rule extends CheckRow['rule']> = Filled<RowsWith<'rule', Rule | 'either'>>

/** Every name that a check can have. Where two pictures are read, `image1-` or `image2-` tells of which it is. */
export type CheckName = Filled<CheckRowName> | `image${number}-${string}`

export type AtLeastName = NameByRule<'at-least'>
export type AtMostName = NameByRule<'at-most'>
/** Of checks that ask whether something holds. */
export type YesName = Filled<RowsWith<'unit', 'yes'>>

/** The tasks that a person is told one by one. */
export type ToldName = Parts['told']
export const isToldName = (name: string): name is ToldName => (parts.told as readonly string[]).includes(name)

/** What stands in a name in place of a part in braces, such as a task or a zone of the face. */
export type CheckPart = Exclude<Parts[keyof Parts], number>

/** A name taken apart: its row, and what stands in it in place of the braces. */
interface CheckForm {
  readonly row: CheckRowName
  readonly parts: readonly string[]
  /** The number of the picture, where the name tells it. */
  readonly picture?: string
}

const forms = checkRowNames.map((row) => {
  const pattern = row.replaceAll(/\{(\w+)\}/g, (_, part: string) => `(${wordsOf(part)})`)
  return { row, pattern: new RegExp(`^(?:image(\\d)-)?${pattern}$`) }
})

function wordsOf(part: string): string {
  const lists: Readonly<Record<string, readonly string[]>> = parts
  return lists[part]?.join('|') ?? '\\d+'
}

/** Undefined for a name that has no row, as an older or newer server may have written it. */
export function readCheckName(name: string): CheckForm | undefined {
  for (const { row, pattern } of forms) {
    const found = pattern.exec(name)
    if (!found) continue
    const [, picture, ...own] = found
    return { row, parts: own, ...(picture !== undefined && { picture }) }
  }
  return undefined
}

export interface Check {
  readonly name: CheckName
  readonly score: number
  readonly threshold: number
  /** On which side of the threshold the score must be. */
  readonly rule: 'at-least' | 'at-most'
  /** `noted` is on the wrong side of the threshold, but does not decide alone. */
  readonly outcome: 'passed' | 'failed' | 'noted'
  /** The field of the document that the check is about. */
  readonly field?: string
  /** The values that were compared: by source, or what a rule asks for. */
  readonly values?: Readonly<Record<string, string>>
  /** The calibration of likeness that the score is by; absent for that of strangers at large. */
  readonly calibration?: string
}

export function atLeast(name: AtLeastName, score: number, threshold: number): Check {
  return measured(name, score, threshold, 'at-least', score >= threshold)
}

export function atMost(name: AtMostName, score: number, threshold: number): Check {
  return measured(name, score, threshold, 'at-most', score <= threshold)
}

/** The count must equal the wanted number: too few fail, and too many fail. */
export function exactly(name: NameByRule<'exactly'>, count: number, wanted: number): Check {
  return measured(name, count, wanted, count > wanted ? 'at-most' : 'at-least', count === wanted)
}

/** A check whose answer is yes or no, written as 1 or 0. */
export const holds = (name: YesName, isTrue: boolean): Check => atLeast(name, isTrue ? 1 : 0, 1)

const measured = (
  name: CheckName,
  score: number,
  threshold: number,
  rule: Check['rule'],
  isPassed: boolean,
): Check => ({
  name,
  score: rounded(score),
  threshold: rounded(threshold),
  rule,
  outcome: isPassed ? 'passed' : 'failed',
})

/** Softens a check that honest callers may fail as well: it is noted, and counts only together with others. */
export function softly(check: Check): Check {
  return check.outcome === 'failed' ? { ...check, outcome: 'noted' } : check
}

export const hasFailed = ({ outcome }: Check): boolean => outcome === 'failed'

/** No measurement is exact to more than four digits. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4
