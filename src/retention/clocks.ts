// The five retention clocks: what each applies to, its setting, and the retention times of each organisation.
import type { Settings } from '../config.ts'
import type { Queries } from '../store/port.ts'
import { listOrganisations } from '../store/records/organisations.ts'
import { ownClocks } from '../store/records/retention.ts'

/** In the order in which they are listed. */
export const clocks = {
  frames: { setting: 'frameRetentionMs', about: 'challenges with their frames, after they are over' },
  files: { setting: 'fileRetentionMs', about: 'pictures of documents, after they were received' },
  readings: { setting: 'readingRetentionMs', about: 'documents with what was read, after they were made' },
  faces: {
    setting: 'faceRetentionMs',
    about: 'registered faces with their photos, after they were registered',
  },
  verifications: {
    setting: 'verificationRetentionMs',
    about: 'verifications with all that they made but faces, after they came to an end',
  },
} as const satisfies Record<string, { readonly setting: keyof Settings; readonly about: string }>

export type Clock = keyof typeof clocks

export const clockNames = Object.keys(clocks) as readonly Clock[]

export type RetentionSettings = Pick<Settings, (typeof clocks)[Clock]['setting']>

/** Milliseconds by clock; infinite means that nothing is purged. */
type Keeping = Readonly<Record<Clock, number>>

interface OrganisationKeeping {
  readonly organisationId: string
  readonly name: string
  readonly keeping: Keeping
  /** The clocks that the organisation sets itself. */
  readonly own: readonly Clock[]
}

export async function keepingOfAll(
  queries: Queries,
  config: RetentionSettings,
): Promise<OrganisationKeeping[]> {
  const own = new Map((await ownClocks(queries)).map((one) => [`${one.organisationId} ${one.clock}`, one]))
  return (await listOrganisations(queries)).map(({ id, name }) => {
    const ownOf = (clock: Clock) => own.get(`${id} ${clock}`)
    const keeping = (clock: Clock) => {
      const mine = ownOf(clock)
      return mine ? (mine.keepMs ?? Number.POSITIVE_INFINITY) : config[clocks[clock].setting]
    }
    return {
      organisationId: id,
      name,
      keeping: {
        frames: keeping('frames'),
        files: keeping('files'),
        readings: keeping('readings'),
        faces: keeping('faces'),
        verifications: keeping('verifications'),
      },
      own: clockNames.filter(ownOf),
    }
  })
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** The notation of settings. */
export function writtenKeeping(ms: number): string {
  if (ms === Number.POSITIVE_INFINITY) return 'never'
  const unit = units.find(([, one]) => ms >= one && ms % one === 0)
  return unit ? `${ms / unit[1]} ${unit[0]}` : `${ms} ms`
}
