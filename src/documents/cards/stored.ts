// Reads back what is stored of an identity document: what was read in its pictures, and what the chip says that belongs to it.
import type { Queries } from '../../store/port.ts'
import { chipOfDocument } from '../../store/records/chips.ts'
import * as records from '../../store/records/documents.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import type { Vault } from '../../store/vault.ts'
import type { FieldReading } from '../fields/reading.ts'
import { findKind, isIdentityDocument, type Kind } from '../kinds/kinds.ts'
import type { SourcedReading } from '../merge/combined.ts'
import { inFile } from './side.ts'
import { decodeSides, type SideReading } from './side-reading.ts'

/** A document that was sent to another route is unknown here. */
export async function identityDocument(
  queries: Queries,
  place: records.DocumentPlace,
): Promise<(records.DocumentRecord & { readonly kind: Kind }) | undefined> {
  const document = await records.findDocument(queries, place)
  const kind = document && findKind(document.kind)?.kind
  return document && kind && isIdentityDocument(kind) ? { ...document, kind } : undefined
}

export interface StoredPictures {
  readonly fileIds: readonly string[]
  readonly sides: readonly SideReading[]
}

export interface StoredCard extends StoredPictures {
  readonly kind: Kind
  /** Empty where no chip belongs to it. */
  readonly chip: readonly SourcedReading[]
}

/** All that was ever read of a document; undefined where there is none, or another organisation's. */
export async function storedCard(
  queries: Queries,
  vault: Vault,
  place: records.DocumentPlace,
): Promise<StoredCard | undefined> {
  const document = await identityDocument(queries, place)
  if (!document) return undefined
  return {
    kind: document.kind,
    ...(await openedPictures(vault, place, await records.documentImages(queries, place))),
    chip: await attachedChip(queries, vault, place),
  }
}

export async function openedPictures(
  vault: Vault,
  { organisationId }: records.DocumentPlace,
  images: readonly records.DocumentImage[],
): Promise<StoredPictures> {
  const sides: SideReading[] = []
  for (const [file, { id, reading }] of images.entries()) {
    const { label } = placeOfPart('document', organisationId, id)
    sides.push(...inFile(decodeSides(await vault.open(organisationId, label, reading)), file))
  }
  return { fileIds: images.map(({ id }) => id), sides }
}

/** The part of what is stored of a chip that its card needs. */
export interface ChipReadings {
  readonly readings: readonly FieldReading[]
}

async function attachedChip(
  queries: Queries,
  vault: Vault,
  { organisationId, id }: records.DocumentPlace,
): Promise<SourcedReading[]> {
  const chipId = await chipOfDocument(queries, { organisationId, id })
  if (chipId === undefined) return []
  const [first] = await records.documentImages(queries, { organisationId, id: chipId })
  if (!first) return []
  const { label } = placeOfPart('document', organisationId, first.id)
  const opened = await vault.open(organisationId, label, first.reading)
  return ofChip(JSON.parse(opened.toString('utf8')) as ChipReadings)
}

/** A chip lies in no side; it is held against both as if it were printed on the front. */
export const ofChip = ({ readings }: ChipReadings): SourcedReading[] =>
  readings.map((reading) => ({ ...reading, side: 'front' }))
