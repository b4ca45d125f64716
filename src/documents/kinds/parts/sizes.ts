// The sizes of ISO/IEC 7810 in which documents are made.

/** A card. */
export const ID1 = { widthMm: 85.6, heightMm: 53.98 } as const

/** A page of a passport. */
export const ID3 = { widthMm: 125, heightMm: 88 } as const
