// Compares a picture of a front with an earlier one in which the card was held at another angle.
import type { Settings } from '../../config.ts'
import type { Database } from '../../store/port.ts'
import type { Vault } from '../../store/vault.ts'
import type { Upload } from '../../uploaded-images.ts'
import type { Pool } from '../../workers/port.ts'
import type { SideReading } from '../cards/side-reading.ts'
import { storedCard } from '../cards/stored.ts'
import type { DocumentJobs } from '../jobs.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import type { PagePlace } from '../pages/places.ts'
import { degreesApart, isTiltedBy } from '../pages/tilt.ts'
import type { ReadableCard } from './find.ts'
import type { DocumentPlace } from './keep.ts'

interface Comparing {
  readonly config: Settings
  readonly store: { readonly database: Database; readonly vault: Vault }
  readonly workers: Pool<DocumentJobs>
}

interface Picture {
  readonly bytes: Uint8Array
  readonly found: ReadableCard
}

/** The picture with what was found beside the earlier one; as it is where no front was tilted between two pictures. */
export async function besideEarlier(
  { config, store, workers }: Comparing,
  place: DocumentPlace,
  { bytes, found }: Picture,
  { signal, field }: Pick<Upload, 'signal' | 'field'>,
): Promise<ReadableCard> {
  const own = found.outcome === 'found' ? found.sides.find(isPlacedFront) : undefined
  if (found.outcome !== 'found' || !own) return found
  const { organisationId } = place
  const stored = await storedCard(store.database, store.vault, place)
  const earlier = stored?.sides.find(
    (side): side is PlacedSide => isPlacedFront(side) && isTiltedBy(degreesApart(side.place, own.place)),
  )
  const fileId = stored?.fileIds[earlier?.file ?? 0]
  const then = earlier && fileId !== undefined && (await store.vault.read(organisationId, fileId))
  if (!then) return found
  const { widthMm, heightMm, filmMm = 0 } = kindDefinition(own.kind)
  const input = {
    pictures: [
      { bytes: then, corners: earlier.place.corners },
      { bytes, corners: own.place.corners },
    ],
    page: { widthMm, heightMm, filmMm },
    maxMegapixels: config.imageMegapixels,
  } as const
  const pair = await workers.run('compare-pair', input, { organisation: organisationId, signal, field })
  return pair
    ? { ...found, sides: found.sides.map((side) => (side === own ? { ...side, pair } : side)) }
    : found
}

type PlacedSide = SideReading & { readonly place: PagePlace }

const isPlacedFront = (side: SideReading): side is PlacedSide =>
  side.side === 'front' && side.place !== undefined
