// Makes keyed digests of texts, for rows that are bound and for the audit trail that names them.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Digests } from './port.ts'

/** The secret of the server that they are made with. */
export const digestsSecret = 'bound-rows'

export const digestsOf = (secret: Uint8Array): Digests => ({
  // 192 bits: it stands in every entry that names a row.
  of: (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32),
  ofBytes: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  newSalt: () => randomBytes(12).toString('base64url'),
})
