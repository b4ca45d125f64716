// Makes a document from two pictures at once: front and back of one card, in any order.
import { randomUUID } from 'node:crypto'
import { codes } from '../../codes.ts'
import type { Vault } from '../../store/vault.ts'
import { isPassport } from '../kinds/kinds.ts'
import { isNumbered, type Readable, unnumbered } from './find.ts'
import { keepDocument } from './keep.ts'
import { merge } from './merge.ts'
import { type Outcome, unkept } from './outcome.ts'
import { type ReadContext, recognizedData } from './record.ts'
import { inFile } from './side-reading.ts'

export interface TwoPictures {
  readonly organisationId: string
  readonly externalPersonId?: string | undefined
  readonly consentReference?: string | undefined
  readonly pictures: readonly { readonly bytes: Uint8Array; readonly found: Readable }[]
  readonly now: number
}

export async function createFromSides(
  vault: Vault,
  { pictures, ...whose }: TwoPictures,
  circumstances: ReadContext,
): Promise<Outcome> {
  const id = randomUUID()
  const sides = pictures.flatMap(({ found }, i) => (found.outcome === 'found' ? inFile(found.sides, i) : []))
  const refused = refusedOf(pictures.map(({ found }) => found))
  if (refused) return unkept(refused, id, circumstances)
  const merged = merge(sides)
  if (!merged) return unkept({ outcome: 'several-kinds' }, id, circumstances)
  if (!isNumbered(sides)) return unkept(unnumbered, id, circumstances)
  // The specification takes no passports here.
  if (isPassport(merged.kind)) return unkept({ outcome: 'nothing', checks: [] }, id, circumstances)
  const kept = await keepDocument(vault, {
    ...whose,
    kind: merged.kind,
    pictures: pictures.map(({ bytes, found }) => ({
      bytes,
      sides: found.outcome === 'found' ? found.sides : [],
    })),
  })
  return {
    code: codes.success,
    ...kept,
    processStatus: 'processed',
    data: recognizedData(merged, circumstances),
  }
}

type Refused = Exclude<Readable, { readonly outcome: 'found' }>

/** A picture that shows nothing is told before one that shows too much; the checks say which it is. */
function refusedOf(found: readonly Readable[]): Refused | undefined {
  const named = found.map((one, i): Readable => {
    if (one.outcome !== 'nothing') return one
    return { ...one, checks: one.checks.map((check) => ({ ...check, name: `image${i + 1}-${check.name}` })) }
  })
  return (
    named.find((one) => one.outcome === 'nothing') ?? named.find((one) => one.outcome === 'several-kinds')
  )
}
