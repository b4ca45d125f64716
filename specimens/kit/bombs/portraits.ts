// Makes portraits of chips, in JPEG 2000, that take a decoder long however few bytes and pixels they have.
import { u16, u32 } from '../photographs/heif-boxes.ts'
import type { Bomb } from './pictures.ts'

const segment = (marker: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([u16(marker), u16(content.length + 2), content])
}

interface Form {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3
  readonly layers: number
  /** As exponents of two: the side of a precinct. */
  readonly precinct: number
  /** What one packet holds: bits of its header, and the bytes behind them. */
  readonly packet: Buffer
  /** Says in the header of its only tile how it is coded, where the main header said something harmless. */
  readonly inTile?: boolean
}

/** How components are coded: no levels, one block of 64 x 64 at most in a precinct. */
const coding = (layers: number, precinct: number): Buffer =>
  segment(
    0xff52,
    Uint8Array.of(1, 0),
    u16(layers),
    Uint8Array.of(0, 0, 4, 4, 0, 1, (precinct << 4) | precinct),
  )

function codestream({ width, height, components, layers, precinct, packet, inTile = false }: Form): Buffer {
  const size = segment(
    0xff51,
    u16(0),
    ...[width, height, 0, 0, width, height, 0, 0].map(u32),
    u16(components),
    ...Array.from({ length: components }, () => Uint8Array.of(7, 1, 1)),
  )
  const across = (side: number) => Math.ceil(side / 2 ** precinct)
  const packets = across(width) * across(height) * components * layers
  const own = inTile ? coding(layers, precinct) : Buffer.alloc(0)
  const data = Buffer.alloc(Math.min(900_000, packets * packet.length), packet)
  const tile = Buffer.concat([
    u16(0xff90),
    u16(10),
    u16(0),
    u32(14 + own.length + data.length),
    Uint8Array.of(0, 1),
    own,
    u16(0xff93),
    data,
  ])
  // 29 bits a coefficient: as many as the decoder takes.
  const quantisation = segment(0xff5c, Uint8Array.of(0x40, 28 << 3))
  const main = inTile ? coding(1, 15) : coding(layers, precinct)
  return Buffer.concat([u16(0xff4f), size, main, quantisation, tile, u16(0xffd9)])
}

/** The bits of a packet's header, filled up to whole bytes. */
const bitsOf = (bits: string): Buffer =>
  Buffer.from((bits.match(/.{1,8}/g) ?? []).map((eight) => Number.parseInt(eight.padEnd(8, '0'), 2)))

/** One block of as many passes as it can have, 85, and two bytes of data for all of them. */
const FULL = Buffer.concat([
  bitsOf(
    `1${'1'}${'1'}${'111111111'}${(85 - 37).toString(2).padStart(7, '0')}0${(2).toString(2).padStart(9, '0')}`,
  ),
  Buffer.from('5555', 'hex'),
])
const EMPTY = Buffer.alloc(1)
const OWN = /^has a picture whose parts are coded each in their own way$/

export function jpeg2000Bombs(): Bomb[] {
  const large = { width: 2000, height: 2000, components: 3 } as const
  return [
    {
      what: 'every pass of every block',
      bytes: codestream({ ...large, layers: 1, precinct: 6, packet: FULL }),
    },
    {
      what: '65,535 layers in the header of a tile',
      bytes: codestream({ ...large, layers: 65_535, precinct: 6, packet: EMPTY, inTile: true }),
      fault: OWN,
    },
    {
      what: 'precincts of one pixel in the header of a tile',
      bytes: codestream({ ...large, layers: 1, precinct: 0, packet: EMPTY, inTile: true }),
      fault: OWN,
    },
  ]
}
