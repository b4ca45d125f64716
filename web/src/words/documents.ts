// Words of the screens that read documents, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/documents.ts'
import { spoken } from './words.ts'

export const documents = spoken(
  import.meta.glob<typeof en.documents>('../../../src/words/*/studio/documents.ts', {
    eager: true,
    import: 'documents',
  }),
)
