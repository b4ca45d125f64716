// Draws pictures that show no document at all; only their grain differs from run to run.
import sharp from 'sharp'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { FIRST_SEED } from './plan.ts'

interface BadPicture {
  readonly what: string
  readonly bytes: Uint8Array
}

const SIZE = { width: 1600, height: 1200 } as const
const EACH = 10

const hue = (dice: Dice, light: number): string => `hsl(${dice.between(0, 360)} 35% ${light}%)`

/** A cat with head, ears, eyes, stripes and fur, out of focus: no network was trained on it. */
function cat(dice: Dice): string {
  const [x, y, r] = [dice.between(500, 1100), dice.between(450, 750), dice.between(220, 380)]
  const coat = hue(dice, dice.between(25, 65))
  const ear = (side: number) =>
    `<polygon points="${x + side * r * 0.9},${y - r * 0.5} ${x + side * r * 0.75},${y - r * 1.35} ${x + side * r * 0.2},${y - r * 0.9}" fill="${coat}"/>`
  const eye = (side: number) =>
    `<ellipse cx="${x + side * r * 0.4}" cy="${y - r * 0.1}" rx="${r * 0.18}" ry="${r * 0.14}" fill="#9bbf4a"/><ellipse cx="${x + side * r * 0.4}" cy="${y - r * 0.1}" rx="${r * 0.05}" ry="${r * 0.13}" fill="#111"/>`
  const whisker = (k: number) =>
    `<line x1="${x - r * 1.3}" y1="${y + r * (0.2 + 0.1 * k)}" x2="${x + r * 1.3}" y2="${y + r * (0.35 - 0.05 * k)}" stroke="#eee" stroke-width="3"/>`
  const fur = Array.from({ length: 900 }, () => {
    const [a, b] = [dice.about(x, r * 0.7), dice.about(y, r * 0.7)]
    return `<line x1="${a}" y1="${b}" x2="${a + dice.about(0, 14)}" y2="${b + dice.between(6, 30)}" stroke="${hue(dice, dice.between(15, 70))}" stroke-width="2"/>`
  })
  return `<rect width="1600" height="1200" fill="${hue(dice, 55)}"/><ellipse cx="${x}" cy="${y + r * 1.7}" rx="${r * 1.3}" ry="${r * 1.2}" fill="${coat}"/>${ear(-1)}${ear(1)}<circle cx="${x}" cy="${y}" r="${r}" fill="${coat}"/>${fur.join('')}${eye(-1)}${eye(1)}${[0, 1, 2].map(whisker).join('')}`
}

/** Patches of any colour and edge resemble a cluttered table. */
function patches(dice: Dice): string {
  const shapes = Array.from({ length: 60 }, () => {
    const [x, y] = [dice.between(0, 1600), dice.between(0, 1200)]
    return `<rect x="${x}" y="${y}" width="${dice.between(20, 500)}" height="${dice.between(20, 300)}" transform="rotate(${dice.between(0, 180)} ${x} ${y})" fill="${hue(dice, dice.between(10, 90))}"/>`
  })
  return `<rect width="1600" height="1200" fill="${hue(dice, 40)}"/>${shapes.join('')}`
}

/** An empty sheet of paper lies on a table. */
const blank = (dice: Dice): string =>
  `<rect width="1600" height="1200" fill="${hue(dice, dice.between(20, 60))}"/><rect x="${dice.between(100, 300)}" y="${dice.between(80, 250)}" width="${dice.between(800, 1100)}" height="${dice.between(550, 800)}" transform="rotate(${dice.about(0, 5)} 800 600)" fill="hsl(45 10% ${dice.between(85, 99)}%)"/>`

const drawings: Readonly<Record<string, (dice: Dice) => string>> = {
  'a cat': cat,
  'a blank page': blank,
  'things without text': patches,
}

export async function badPictures(): Promise<BadPicture[]> {
  const pictures: BadPicture[] = []
  for (const [row, [what, draw]] of Object.entries(drawings).entries())
    for (let i = 0; i < EACH; i++) {
      const dice = seededDice(FIRST_SEED + 900 + 10 * row + i, 0xca7)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${draw(dice)}</svg>`
      pictures.push({ what, bytes: await grainy(svg, dice) })
    }
  pictures.push({ what: 'nothing but noise', bytes: await noise() })
  for (const start of ['%PDF-1.7\n1 0 obj\n', 'PK\u0003\u0004', '<svg xmlns="', 'a letter'])
    pictures.push({ what: 'a file that is no picture', bytes: Buffer.from(start) })
  return pictures
}

async function grainy(svg: string, dice: Dice): Promise<Uint8Array> {
  // The server blocks SVG for the whole process; this evaluation draws with it.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const grain = await sharp({
    create: {
      ...SIZE,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: dice.between(8, 25) },
    },
  })
    .png()
    .toBuffer()
  return sharp(Buffer.from(svg))
    .blur(dice.between(0.8, 2.5))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer()
}

const noise = (): Promise<Uint8Array> =>
  sharp({
    create: { ...SIZE, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 85 })
    .toBuffer()
