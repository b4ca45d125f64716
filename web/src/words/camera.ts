// Words about the camera: asking for it, choosing one, and why there is none, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/camera.ts'
import { spoken } from './words.ts'

export const camera = spoken(
  import.meta.glob<typeof en.camera>('../../../src/words/*/studio/camera.ts', {
    eager: true,
    import: 'camera',
  }),
)
