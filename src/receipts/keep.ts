// Makes the receipt of a verdict, signed and sealed, as part of the commit that makes its entry in the audit trail.
import { randomUUID } from 'node:crypto'
import type { Attached } from '../audit/trail.ts'
import type { Store } from '../store/open.ts'
import { StoredDataDamaged } from '../store/port.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import { addReceipt, findReceipt, removeReceiptsBefore } from '../store/records/receipts.ts'
import { currentKey, publicKeys } from './keys.ts'
import { networksOf } from './networks.ts'
import { receiptOf, type SignedReceipt } from './receipt.ts'
import { type PublicJwk, type SigningKey, signReceipt } from './signature.ts'
import type { ReceiptVerdict } from './verdict.ts'

export interface Receipts {
  /** To be recorded with the entry of the answer. */
  of(verdict: ReceiptVerdict): Attached
  find(organisationId: string, requestId: string): Promise<SignedReceipt | undefined>
  /** Signs evidence about what was judged, as receipts are signed. */
  sign(content: SignedReceipt['receipt']): Promise<SignedReceipt['signature']>
  publicKeys(): Promise<readonly PublicJwk[]>
  /** Removes those whose time is over; returns how many. */
  sweep(): Promise<number>
}

export interface ReceiptsOptions {
  readonly store: Store
  readonly serverVersion: string
  readonly now: () => number
  readonly receiptRetentionMs: number
  /** How long a key is used before it is asked whether there is a newer one. */
  readonly credentialCacheMs: number
}

export function openReceipts({
  store,
  serverVersion,
  now,
  receiptRetentionMs,
  credentialCacheMs,
}: ReceiptsOptions): Receipts {
  let known: Promise<Known> | undefined
  let readAt = 0

  /** Read together, so that nothing is signed by a key that is not published yet. */
  function keys(): Promise<Known> {
    const age = now() - readAt
    if (known && age >= 0 && age < credentialCacheMs) return known
    readAt = now()
    const reading = readKeys(store, now)
    // A failure is not kept: the next one tries again.
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    known = reading
    return reading
  }

  async function sealed(verdict: ReceiptVerdict, id: string, text: Buffer) {
    const { organisationId, requestId, at: madeAt } = verdict
    const seal = await store.keyring.seal(placeOfPart('receipt', organisationId, id), text)
    return { organisationId, id, requestId, madeAt, ...seal }
  }

  return {
    of: (verdict) => async (entry) => {
      const receipt = receiptOf(verdict, networksOf[verdict.judged], serverVersion, entry)
      const signed = signReceipt(receipt, (await keys()).signing)
      const text = Buffer.from(JSON.stringify(signed))
      const id = randomUUID()
      // An organisation that was removed meanwhile has no keys any more, and needs no receipt.
      const first = await sealed(verdict, id, text).catch(ifRemoved)
      if (!first) return async () => undefined
      return async (queries) => {
        if (await addReceipt(queries, first)) return
        // The key we remembered was rotated away and destroyed; once more with the one in force.
        store.keyring.forget(verdict.organisationId)
        const again = await sealed(verdict, id, text).catch(ifRemoved)
        if (again) await addReceipt(queries, again)
      }
    },

    async find(organisationId, requestId) {
      const found = await findReceipt(store.database, organisationId, requestId)
      if (!found) return undefined
      const place = placeOfPart('receipt', organisationId, found.id)
      const text = await store.keyring.unseal(place, found.sealed)
      return JSON.parse(text.toString()) as SignedReceipt
    },

    sign: async (content) => signReceipt(content, (await keys()).signing).signature,

    publicKeys: async () => (await keys()).published,

    async sweep() {
      let count = 0
      for (;;) {
        const removed = await removeReceiptsBefore(store.database, now() - receiptRetentionMs, 1000)
        count += removed
        if (removed < 1000) return count
      }
    },
  }
}

interface Known {
  readonly signing: SigningKey
  readonly published: readonly PublicJwk[]
}

async function readKeys(store: Store, now: () => number): Promise<Known> {
  const signing = await currentKey(store, now)
  return { signing, published: await publicKeys(store) }
}

function ifRemoved(error: unknown): undefined {
  if (error instanceof StoredDataDamaged) return undefined
  throw error
}
