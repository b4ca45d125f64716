// The photograph of the person a document is about, as the kit's pool has it.
import { type PortraitLook, portrait, portraitOf } from '../drawing/portrait.ts'
import type { BoxMm } from '../sheet.ts'

/** A ghost is the same picture again, small and pale. */
export function photograph(
  { sex }: { readonly sex: string },
  seed: number,
  box: BoxMm,
  look: PortraitLook = {},
): string {
  return portrait(box, portraitOf(seed, sex === 'Nam' || sex === 'M' ? 'm' : 'f'), look)
}
