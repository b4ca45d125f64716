// Unwraps the keys of organisations when they are needed and keeps them in memory only for a short while.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type MasterKey, type MasterKeys, wrappedByAnother } from './master-key.ts'
import { type Database, type Queries, StoredDataDamaged } from './port.ts'
import * as records from './records/organisations.ts'
import { labelOfReceiptKey, receiptKeys, rewrapReceiptKey } from './records/receipts.ts'
import { addSecret, allSecrets, labelOfSecret, rewrapSecret } from './records/secrets.ts'
import { keyBytes, keyVersionOf, type SealContext, seal, sealAside, unseal, unsealAside } from './seal.ts'

export interface Keyring {
  seal(place: SealContext, plain: Uint8Array): Promise<{ sealed: Buffer; keyVersion: number }>
  unseal(place: SealContext, sealed: Uint8Array): Promise<Buffer>
  /** Gives the organisation a new key, which seals from now on; older keys still open what they sealed. */
  addKey(queries: Queries, organisationId: string): Promise<number>
  /** Wraps every key again with the first master key; returns how many had another one. */
  rewrap(queries: Queries): Promise<number>
  /** Unwraps every key once and throws when one does not open. Returns the number of keys. */
  verify(): Promise<number>
  forget(organisationId: string): void
  /** Seals a secret of the server itself, which belongs to no organisation, with the master key. */
  wrapSecret(label: string, plain: Uint8Array): { masterId: string; wrapped: Buffer }
  unwrapSecret(label: string, masterId: string, wrapped: Uint8Array): Buffer
  /** 32 random bytes that stay the same for this name, made at the first call; they are sealed like other secrets. */
  secretNamed(name: string): Promise<Buffer>
}

interface KeyringOptions {
  readonly database: Database
  /** Called again when no known master key wrapped a key: another process may have rotated the master key. */
  readonly loadMasterKeys: () => MasterKeys
  readonly now: () => number
  readonly cacheMs: number
}

interface OrganisationKeys {
  readonly current: number
  /** Key objects, because importing the bytes at every use takes longer than sealing a vector. */
  readonly byVersion: ReadonlyMap<number, KeyObject>
  readonly readAt: number
}

export function openKeyring({ database, loadMasterKeys, now, cacheMs }: KeyringOptions): Keyring {
  const cache = new Map<string, OrganisationKeys>()
  let masters = loadMasterKeys()

  const masterOf = (id: string): MasterKey => {
    const known = () => masters.find((master) => master.id === id)
    if (!known()) masters = loadMasterKeys()
    const master = known()
    if (master) return master
    throw wrappedByAnother(id, masters)
  }

  const placeOf = (organisationId: string, version: number): SealContext => ({
    organisationId,
    label: `key:${version}`,
  })

  const unwrap = (key: records.WrappedKey): Uint8Array =>
    unseal(masterOf(key.masterId).bytes, placeOf(key.organisationId, key.version), key.wrapped)

  const wrap = (organisationId: string, version: number, key: Uint8Array): records.WrappedKey => ({
    organisationId,
    version,
    masterId: masters[0].id,
    wrapped: seal(masters[0].bytes, version, placeOf(organisationId, version), key),
  })

  const wrapSecret = (label: string, plain: Uint8Array) => {
    // Another process may have rotated the master key since it was read.
    masters = loadMasterKeys()
    const [{ id: masterId, bytes }] = masters
    return { masterId, wrapped: seal(bytes, 0, { organisationId: '', label }, plain) }
  }

  const unwrapSecret = (label: string, masterId: string, wrapped: Uint8Array) =>
    unseal(masterOf(masterId).bytes, { organisationId: '', label }, wrapped)

  async function rewrapReceiptKeys(queries: Queries): Promise<void> {
    for (const { id, masterId, wrapped } of await receiptKeys(queries)) {
      if (masterId === masters[0].id || wrapped === null) continue
      const label = labelOfReceiptKey(id)
      const fresh = wrapSecret(label, unwrapSecret(label, masterId, wrapped))
      await rewrapReceiptKey(queries, { id, ...fresh })
    }
  }

  async function rewrapSecrets(queries: Queries): Promise<void> {
    for (const { name, masterId, wrapped } of await allSecrets(queries)) {
      if (masterId === masters[0].id) continue
      const label = labelOfSecret(name)
      await rewrapSecret(queries, { name, ...wrapSecret(label, unwrapSecret(label, masterId, wrapped)) })
    }
  }

  const secrets = new Map<string, Buffer>()

  async function secretNamed(name: string): Promise<Buffer> {
    const known = secrets.get(name)
    if (known) return known
    const find = async () => (await allSecrets(database)).find((one) => one.name === name)
    let kept = await find()
    if (!kept) {
      await addSecret(database, { name, ...wrapSecret(labelOfSecret(name), randomBytes(keyBytes)) })
      kept = await find()
    }
    if (!kept) throw new StoredDataDamaged(`the secret ${name} of the server was removed`)
    const secret = unwrapSecret(labelOfSecret(name), kept.masterId, kept.wrapped)
    secrets.set(name, secret)
    return secret
  }

  async function keysOf(organisationId: string, version?: number): Promise<OrganisationKeys> {
    const cached = cache.get(organisationId)
    // A clock that was set back must not keep keys in the cache longer.
    const age = cached ? now() - cached.readAt : cacheMs
    const isFresh = age >= 0 && age < cacheMs
    if (cached && isFresh && (version === undefined || cached.byVersion.has(version))) return cached
    const rows = await records.keysOf(database, organisationId)
    const newest = rows[0]
    if (!newest) {
      cache.delete(organisationId)
      throw new StoredDataDamaged('the organisation has no key: it was removed')
    }
    const byVersion = new Map(rows.map((row) => [row.version, createSecretKey(unwrap(row))]))
    const keys = { current: newest.version, byVersion, readAt: now() }
    cache.set(organisationId, keys)
    return keys
  }

  return {
    async seal(place, plain) {
      const keys = await keysOf(place.organisationId)
      const key = keys.byVersion.get(keys.current) as KeyObject
      return { sealed: await sealAside(key, keys.current, place, plain), keyVersion: keys.current }
    },

    async unseal(place, sealed) {
      const version = keyVersionOf(sealed, place)
      const key = (await keysOf(place.organisationId, version)).byVersion.get(version)
      if (!key)
        throw new StoredDataDamaged(`${place.label} names key version ${version}, which does not exist`)
      return unsealAside(key, place, sealed)
    },

    async addKey(queries, organisationId) {
      const newest = (await records.keysOf(queries, organisationId))[0]
      // Read inside the transaction: another process may have rotated the master key since.
      masters = loadMasterKeys()
      const version = (newest?.version ?? 0) + 1
      const key = wrap(organisationId, version, randomBytes(keyBytes))
      if (!(await records.addKey(queries, { ...key, createdAt: now() })))
        throw new Error('another process rotated this key at the same moment; try again')
      cache.delete(organisationId)
      return version
    },

    async rewrap(queries) {
      masters = loadMasterKeys()
      let count = 0
      for (const key of await records.allKeys(queries)) {
        if (key.masterId === masters[0].id) continue
        await records.rewrapKey(queries, wrap(key.organisationId, key.version, unwrap(key)))
        count++
      }
      await rewrapReceiptKeys(queries)
      await rewrapSecrets(queries)
      return count
    },

    async verify() {
      const keys = await records.allKeys(database)
      for (const key of keys) unwrap(key)
      for (const { id, masterId, wrapped } of await receiptKeys(database))
        if (wrapped !== null) unwrapSecret(labelOfReceiptKey(id), masterId, wrapped)
      for (const { name, masterId, wrapped } of await allSecrets(database))
        unwrapSecret(labelOfSecret(name), masterId, wrapped)
      return keys.length
    },

    wrapSecret,
    unwrapSecret,
    secretNamed,

    forget: (organisationId) => void cache.delete(organisationId),
  }
}
