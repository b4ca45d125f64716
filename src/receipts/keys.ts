// The keys that sign receipts: the newest of the database, its private half sealed under the master key.
import { createPrivateKey } from 'node:crypto'
import type { Store } from '../store/open.ts'
import { addReceiptKey, labelOfReceiptKey, receiptKeys, rewrapReceiptKey } from '../store/records/receipts.ts'
import { jwkOf, newSigningKey, type PublicJwk, type SigningKey } from './signature.ts'

/** All there ever were, newest first: what was signed once can be checked for ever. */
export async function publicKeys({ database }: Pick<Store, 'database'>): Promise<PublicJwk[]> {
  return (await receiptKeys(database)).map(({ publicKey }) => jwkOf(publicKey))
}

/** Makes the first key where there is none. Two servers that start at once may make two, and both are good. */
export async function currentKey(store: Store, now: () => number): Promise<SigningKey> {
  const usable = (await receiptKeys(store.database)).find(({ wrapped }) => wrapped !== null)
  if (!usable?.wrapped) return rotateReceiptKey(store, now)
  const bytes = store.keyring.unwrapSecret(labelOfReceiptKey(usable.id), usable.masterId, usable.wrapped)
  const privateKey = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
  return { jwk: jwkOf(usable.publicKey), privateKey }
}

/** Makes the key that signs from now on. Older keys sign no more, once running servers have read the new one. */
export async function rotateReceiptKey(store: Store, now: () => number): Promise<SigningKey> {
  const key = newSigningKey()
  const id = key.jwk.kid
  const pkcs8 = key.privateKey.export({ format: 'der', type: 'pkcs8' })
  await store.database.transaction(async (queries) => {
    const before = await receiptKeys(queries)
    for (const { id, masterId } of before) await rewrapReceiptKey(queries, { id, masterId, wrapped: null })
    const sealed = store.keyring.wrapSecret(labelOfReceiptKey(id), pkcs8)
    // After all others, whatever the clock says.
    const createdAt = Math.max(now(), (before[0]?.createdAt ?? 0) + 1)
    await addReceiptKey(queries, { id, createdAt, publicKey: key.jwk.x, ...sealed })
  })
  return key
}
