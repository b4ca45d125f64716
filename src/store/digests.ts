// Makes keyed digests of texts, for rows that are bound and for the audit trail that names them.
import { createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { Digests } from './port.ts'

/** The secret of the server that they are made with. */
export const digestsSecret = 'bound-rows'

const SALT_BYTES = 12

export function digestsOf(secret: Uint8Array): Digests {
  // To import it for each digest costs more than the digest.
  const key = createSecretKey(secret)
  let [random, used] = [Buffer.alloc(0), 0]
  return {
    // 192 bits: it stands in every entry that names a row.
    of: (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32),
    ofBytes: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    newSalt: () => {
      if (used + SALT_BYTES > random.length) [random, used] = [randomBytes(100 * SALT_BYTES), 0]
      used += SALT_BYTES
      return random.toString('base64url', used - SALT_BYTES, used)
    },
  }
}
