// What is seen of a portrait beside the card around it, and how far it is from one that was photographed with its card.

/** How the portrait differs from the card; the first two in powers of two. */
export interface PortraitLook {
  /** The noise of its even patches by that of the card's. */
  readonly noise: number
  /** How much sharper the sharpest of its upper and side edges is than the sharpest print of the card. */
  readonly edge: number
  /** How much more the card shows an earlier compression than the portrait does, -2 to 2. */
  readonly history: number
}

/**
 * From here on the portrait is not in place. Noise and edges alone never come so far: they depend on how a card is printed,
 * and a compression that the portrait did not go through does not.
 */
export const IN_PLACE = 0.6
/** Noise that is so much less, and an edge that is so much sharper, count fully, and so much together with the history. */
const [LESS_NOISE, SHARPER] = [2.5, 1.5]
const SHARE = 0.1

/** 0 for a portrait that was photographed with its card, 1 and more for one that was pasted into the picture. */
export const portraitDoubt = ({ noise, edge, history }: PortraitLook): number =>
  Math.max(0, history) + SHARE * (within(-noise, LESS_NOISE) + within(edge + 1, SHARPER))

/** Of two pictures of one side; nothing makes up for a portrait that was pasted. */
export const moreDoubtful = (
  one: PortraitLook | undefined,
  other: PortraitLook | undefined,
): PortraitLook | undefined =>
  one && other && portraitDoubt(other) > portraitDoubt(one) ? other : (one ?? other)

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))
