// The fields that routes of faces share: their tag, the collection in a path, and what is said of a duplicate.
import { z } from 'zod'
import type { Check } from '../checks.ts'
import { namedSchema } from '../http/json-schema.ts'
import { text } from '../http/schemas.ts'
import { MOST_BLOCK_LISTS } from './block-lists.ts'
import { duplicateKinds } from './find-duplicates.ts'

export const facesTag = {
  name: 'Face collections',
  description: 'People that an organisation knows, found by their face.',
  area: 'faces',
} as const

export const collectionId = text(1, 256).describe('Id of the collection; you choose it.')

export const livenessCheck = namedSchema(
  'LivenessCheck',
  z
    .enum(['face-genuine', 'face-not-genuine'])
    .describe('Whether the face is that of a living person, and not of a picture or a screen.'),
)

export const collectionParams = { collection_id: 'Id of the collection, as it was registered.' }

export const duplicateKind = namedSchema(
  'DuplicateKind',
  z
    .enum(duplicateKinds)
    .describe('`same-face`: one face under two ids. `other-face`: two faces under one id.'),
)

/** The field by which a request names block lists. */
export const blockListIds = z
  .array(collectionId)
  .max(MOST_BLOCK_LISTS)
  .optional()
  .describe(
    'Our addition: ids of collections of yours in which the face is searched. The answer says who was found there, which decides nothing alone. An unknown id is answered 158.',
  )

export const likeness = {
  similarity: z
    .number()
    .describe('How alike the two faces are, in percent, on the scale of `sim` of face matching.'),
  threshold: z
    .number()
    .describe('The similarity from which on `same-face` is reported, or below which `other-face` is.'),
}

export const foreignId = (whose: string) => z.string().describe(`The \`external_person_id\` of ${whose}.`)

export const judgesFaces = {
  about: 'faces',
  judgement: ({ checks }: { readonly checks?: readonly object[] | undefined }) => ({
    checks: (checks ?? []) as readonly Check[],
  }),
} as const
