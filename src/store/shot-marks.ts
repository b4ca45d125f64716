// Writes the bands and ids of prints with a secret of the server, so that the database alone does not tell which belong together.
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { keyBytes } from './seal.ts'

export interface ShotMarks {
  /** Takes whole numbers below 2^32 and gives others below 2^48, in the same order. */
  bands(bands: readonly number[]): number[]
  /** The name of a shot among the bands; its id is a UUID, and can be had back. */
  markOf(id: string): string
  idOf(mark: string): string
}

const BLOCK_BYTES = 16
const BAND_BYTES = 6
/** Each block is a UUID, which is random, or one number: no two blocks are alike, so the plainest mode hides all there is. */
const MODE = 'aes-256-ecb'

export function shotMarks(secret: Uint8Array): ShotMarks {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, keyBytes))
  const [bandKey, idKey] = [keyFor('bands'), keyFor('ids')]
  const encrypted = (key: Buffer, blocks: Buffer): Buffer => {
    const cipher = createCipheriv(MODE, key, null).setAutoPadding(false)
    return Buffer.concat([cipher.update(blocks), cipher.final()])
  }
  return {
    // All at once: a session asks for a thousand.
    bands: (bands) => {
      const blocks = Buffer.alloc(BLOCK_BYTES * bands.length)
      for (const [i, band] of bands.entries()) blocks.writeUInt32BE(band, BLOCK_BYTES * i)
      const marks = encrypted(bandKey, blocks)
      return bands.map((_, i) => marks.readUIntBE(BLOCK_BYTES * i, BAND_BYTES))
    },
    markOf: (id) => encrypted(idKey, Buffer.from(id.replaceAll('-', ''), 'hex')).toString('base64url'),
    idOf: (mark) => {
      const decipher = createDecipheriv(MODE, idKey, null).setAutoPadding(false)
      const hex = Buffer.concat([decipher.update(Buffer.from(mark, 'base64url')), decipher.final()]).toString(
        'hex',
      )
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
