// Makes a document: from its first picture, which may show one side or both, or from two pictures of a card at once.
import type { Check } from '../../checks.ts'
import type { Vault } from '../../store/vault.ts'
import { type Merged, merge } from '../cards/merge.ts'
import { inFile } from '../cards/side.ts'
import type { SideReading } from '../cards/side-reading.ts'
import { detectedOf } from '../detected.ts'
import type { DocumentOwner } from '../filing.ts'
import { isPassport } from '../kinds/kinds.ts'
import { isNumbered, type ReadableCard, unnumbered } from './find.ts'
import { type CardPicture, keepDocument } from './keep.ts'
import { beside, type IdentityOutcome, type Refused, refusedOutcome, storedOutcome } from './outcome.ts'
import type { IdentityContext } from './record.ts'

export interface DocumentCreation extends DocumentOwner {
  readonly bytes: Uint8Array
  readonly found: ReadableCard
}

export async function createDocument(
  vault: Vault,
  { bytes, found, ...owner }: DocumentCreation,
  context: IdentityContext,
): Promise<IdentityOutcome> {
  if (found.outcome !== 'found') return refusedOutcome(found, context)
  if (!isNumbered(found.sides)) return refusedOutcome(unnumbered(found.sides), context)
  const merged = merge(found.sides)
  if (!merged) throw new Error('a document was found that cannot be made one')
  const outcome = await store(vault, owner, merged, [{ bytes, sides: found.sides }], context)
  return beside(outcome, found.others)
}

export interface TwoPictures extends DocumentOwner {
  readonly pictures: readonly { readonly bytes: Uint8Array; readonly found: ReadableCard }[]
}

/** From front and back of one card, in any order. */
export async function createFromSides(
  vault: Vault,
  { pictures, ...owner }: TwoPictures,
  context: IdentityContext,
): Promise<IdentityOutcome> {
  const read = pictures.map(
    ({ bytes, found }): CardPicture => ({
      bytes,
      sides: found.outcome === 'found' ? found.sides : [],
    }),
  )
  const sides = read.flatMap((picture, i) => inFile(picture.sides, i))
  const refused = refusedOf(
    pictures.map(({ found }) => found),
    sides,
  )
  if (refused) return refusedOutcome(refused, context)
  const merged = merge(sides)
  if (!merged) return refusedOutcome({ outcome: 'several-kinds' }, context)
  // The specification takes no passports here.
  if (isPassport(merged.kind))
    return refusedOutcome(
      { outcome: 'nothing', detected: detectedOf('another-document', merged.kind), checks: [], sides: [] },
      context,
    )
  if (!isNumbered(sides)) return refusedOutcome(unnumbered(sides), context)
  const others = pictures.flatMap(({ found }, file) =>
    found.outcome === 'found' ? found.others.map((other) => ({ ...other, file })) : [],
  )
  return beside(await store(vault, owner, merged, read, context), others)
}

async function store(
  vault: Vault,
  owner: DocumentOwner,
  merged: Merged,
  pictures: readonly CardPicture[],
  context: IdentityContext,
): Promise<IdentityOutcome> {
  const stored = await keepDocument(vault, { ...owner, kind: merged.kind, pictures })
  return storedOutcome({ ...stored, merged }, context)
}

/** A picture that shows nothing comes before one that shows too much. `read` is what was read in all of them. */
function refusedOf(found: readonly ReadableCard[], read: readonly SideReading[]): Refused | undefined {
  const refused = found.flatMap((one, i): Refused[] => {
    if (one.outcome === 'found') return []
    if (one.outcome === 'several-kinds') return [one]
    const field = `image${i + 1}`
    const checks = one.checks.map((check): Check => ({ ...check, name: `image${i + 1}-${check.name}` }))
    return [{ ...one, field, checks, sides: [...read, ...inFile(one.sides, i)] }]
  })
  return refused.find(({ outcome }) => outcome === 'nothing') ?? refused[0]
}
