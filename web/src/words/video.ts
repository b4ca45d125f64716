// Words of the video check, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/video.ts'
import { spoken } from './words.ts'

export const video = spoken(
  import.meta.glob<typeof en.video>('../../../src/words/*/studio/video.ts', { eager: true, import: 'video' }),
)
