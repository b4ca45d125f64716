// Fifty cards laid out in rows on one picture, as a scanner glass full of them would look.
import sharp, { type OverlayOptions } from 'sharp'
import type { FlatDocument } from '../../../specimens/camera/scene.ts'
import { seededDice } from '../../../specimens/person/dice.ts'

const ACROSS = 5
const DOWN = 10
const CARD_WIDTH = 640
const GAP = 40
const QUALITY = 88

/** All the same but for how they lie: whatever is answered must be of that card. */
export async function manyCards({ pixels }: FlatDocument, seed: number): Promise<Uint8Array> {
  const dice = seededDice(seed, 0x50)
  const height = Math.round((CARD_WIDTH * pixels.height) / pixels.width)
  const raw = { raw: { width: pixels.width, height: pixels.height, channels: 3 as const } }
  const card = await sharp(pixels.data, raw).resize(CARD_WIDTH, height, { fit: 'fill' }).png().toBuffer()
  const layers: OverlayOptions[] = []
  for (let row = 0; row < DOWN; row++)
    for (let column = 0; column < ACROSS; column++)
      layers.push({
        input: await sharp(card).rotate(dice.about(0, 2), { background: '#8a8f86' }).png().toBuffer(),
        left: GAP + column * (CARD_WIDTH + GAP),
        top: GAP + row * (height + GAP),
      })
  const width = ACROSS * (CARD_WIDTH + GAP) + 3 * GAP
  const ground = {
    width,
    height: DOWN * (height + GAP) + 3 * GAP,
    channels: 3 as const,
    background: '#8a8f86',
  }
  return sharp({ create: ground }).composite(layers).jpeg({ quality: QUALITY }).toBuffer()
}
