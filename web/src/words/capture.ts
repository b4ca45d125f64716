// Words of what frames prove about the camera that took them: level, what keeps the key, and why.
import type { components } from '../../../client/src/index.ts'
import { spoken } from './words.ts'

type Schemas = components['schemas']
type Level = Schemas['Capture']
type Reason = Schemas['CaptureReason']

const levels = spoken(
  import.meta.glob<Record<Level, string>>('../../../src/words/*/studio/capture.ts', {
    eager: true,
    import: 'captureLevels',
  }),
)
const devices = spoken(
  import.meta.glob<Record<string, string>>('../../../src/words/*/studio/capture.ts', {
    eager: true,
    import: 'captureDevices',
  }),
)
const reasons = spoken(
  import.meta.glob<Record<Reason, string>>('../../../src/words/*/studio/capture.ts', {
    eager: true,
    import: 'captureReasons',
  }),
)

/** A word of a newer server is shown as it is. */
const known = (table: Readonly<Record<string, string>>, name: string): string => table[name] ?? name

export const levelWords = (level: string): string => known(levels(), level)
export const deviceWords = (device: string): string => known(devices(), device)
export const captureReasonWords = (reason: string): string => known(reasons(), reason)
