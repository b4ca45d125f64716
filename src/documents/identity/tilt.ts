// Compares a picture of a front with an earlier one in which the card was held at another angle.
import type { Database } from '../../store/port.ts'
import type { Vault } from '../../store/vault.ts'
import type { SideReading } from '../cards/side-reading.ts'
import { storedCard } from '../cards/stored.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import type { PagePlace } from '../pages/places.ts'
import { degreesApart, isTiltedBy } from '../pages/tilt.ts'
import type { PairInput, PairLook } from '../pages/tilted-pair.ts'
import type { ReadableCard } from './find.ts'
import type { DocumentPlace } from './keep.ts'

interface Picture {
  readonly bytes: Uint8Array
  readonly found: ReadableCard
}

type Compare = (pair: Omit<PairInput, 'maxMegapixels'>) => Promise<PairLook | undefined>

/** The picture with what was found beside the earlier one; as it is where no front was tilted between two pictures. */
export async function besideEarlier(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  place: DocumentPlace,
  { bytes, found }: Picture,
  compare: Compare,
): Promise<ReadableCard> {
  const own = found.outcome === 'found' ? found.sides.find(isPlacedFront) : undefined
  if (found.outcome !== 'found' || !own) return found
  const stored = await storedCard(database, vault, place)
  const earlier = stored?.sides.find(
    (side): side is PlacedSide => isPlacedFront(side) && isTiltedBy(degreesApart(side.place, own.place)),
  )
  const fileId = stored?.fileIds[earlier?.file ?? 0]
  const then = earlier && fileId !== undefined && (await vault.read(place.organisationId, fileId))
  if (!then) return found
  const { widthMm, heightMm, filmMm = 0 } = kindDefinition(own.kind)
  const pair = await compare({
    pictures: [
      { bytes: then, corners: earlier.place.corners },
      { bytes, corners: own.place.corners },
    ],
    page: { widthMm, heightMm, filmMm },
  })
  if (!pair) return found
  return { ...found, sides: found.sides.map((side) => (side === own ? { ...side, pair } : side)) }
}

type PlacedSide = SideReading & { readonly place: PagePlace }

const isPlacedFront = (side: SideReading): side is PlacedSide =>
  side.side === 'front' && side.place !== undefined
