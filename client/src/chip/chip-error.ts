// The reasons why a chip could not be read: a small table, so that every page and app can say each in its own words.

const texts = {
  lost: 'the chip left the field, or stopped answering: hold it still and read on',
  'wrong-password': 'the number and dates, or the access number, do not open this chip',
  locked: 'the chip takes no more attempts with this password',
  'not-this-chip': 'there is no travel document in the field, or another one than before',
  tampered: 'what came is not what this chip can have sent',
  refused: 'the chip refuses what every chip of its kind has to do',
  unsupported: 'the chip opens only in a way that this reader does not know',
  aborted: 'the reading was ended by who started it',
} as const

export type ChipReason = keyof typeof texts

/** After `lost` a reading can go on; after every other reason it starts anew. */
export class ChipError extends Error {
  override readonly name = 'ChipError'
  readonly reason: ChipReason
  /** The two status bytes, where the chip gave them. */
  readonly status: number | undefined

  constructor(reason: ChipReason, detail = '', status?: number, cause?: unknown) {
    const shown = status === undefined ? '' : ` (${status.toString(16).padStart(4, '0')})`
    super(`${texts[reason]}${detail === '' ? '' : `: ${detail}`}${shown}`, { cause })
    this.reason = reason
    this.status = status
  }
}

export const tampered = (detail: string): ChipError => new ChipError('tampered', detail)
