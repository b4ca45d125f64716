// Writes the bands and ids of prints with a secret of the server, so that the database alone does not tell which belong together.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { keyBytes } from './seal.ts'

export interface ShotMarks {
  /** Whole numbers below 2^48, in the order of the bands. */
  bands(bands: readonly number[]): number[]
  /** The name of a shot among the bands; its id is a UUID, and can be had back. */
  markOf(id: string): string
  idOf(mark: string): string
}

const BAND_BYTES = 6

export function shotMarks(secret: Uint8Array): ShotMarks {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, keyBytes))
  const [bandKey, idKey] = [keyFor('bands'), keyFor('ids')]
  // A UUID is random and one block long: no two blocks are alike, so the plainest mode hides all there is.
  const mode = 'aes-256-ecb'
  return {
    bands: (bands) =>
      bands.map((band) =>
        createHmac('sha256', bandKey).update(String(band)).digest().readUIntBE(0, BAND_BYTES),
      ),
    markOf: (id) => {
      const cipher = createCipheriv(mode, idKey, null).setAutoPadding(false)
      const block = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
    },
    idOf: (mark) => {
      const decipher = createDecipheriv(mode, idKey, null).setAutoPadding(false)
      const hex = Buffer.concat([decipher.update(Buffer.from(mark, 'base64url')), decipher.final()]).toString(
        'hex',
      )
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
