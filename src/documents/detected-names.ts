// Every value of `detected`: what a picture shows in place of the document that was asked for.

/** In words. */
export const PHRASES = {
  nothing: 'no document in the picture',
  'another-document': 'a document of another kind',
  'another-side': 'a side without a machine-readable zone',
  'document-not-legible': 'the document is not legible',
  'number-not-legible': 'the number is not legible',
  'name-not-legible': 'the name is not legible',
} as const

export type DetectedName = keyof typeof PHRASES
export const DETECTED = Object.keys(PHRASES) as readonly DetectedName[]
