// Defines the kinds of violations after a fault, which the targets count.

export interface Violation {
  readonly kind:
    | 'lost' // acknowledged, and missing or changed
    | 'back' // removed or never acknowledged, and there
    | 'twice' // there more than once
    | 'half' // there in part
    | 'orphan' // belongs to nothing
    | 'numbers' // counted or numbered wrongly
    | 'wrong' // answered as no server must answer
    | 'leftover' // a process that outlived its server
    | 'unrecovered' // did not go on by itself
  readonly what: string
}

export type Accuse = (kind: Violation['kind'], what: string) => void

export function openViolations(): { readonly found: Violation[]; readonly accuse: Accuse } {
  const found: Violation[] = []
  return { found, accuse: (kind, what) => void found.push({ kind, what }) }
}
