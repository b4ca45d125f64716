// Snapshots of collections on disk, sealed with the organisation's key: a start reads them instead of every record.

import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Keyring } from '../../store/keyring.ts'
import type { CollectionKey } from '../../store/records/collections.ts'
import type { Embedder } from '../../store/records/faces.ts'
import { makeFolder } from '../../system/make-folder.ts'
import type { MemoryCollection } from './collection.ts'
import { SLOT_BYTES } from './rows.ts'

export interface Snapshots {
  /** Reads the snapshot into an empty collection and sets `known`; returns why there is nothing to read. */
  read(into: MemoryCollection): Promise<SnapshotReading>
  write(loaded: MemoryCollection, mark: string): Promise<void>
  /** Returns the last change in the snapshot; undefined when no snapshot can be read. */
  knownOf(key: CollectionKey): Promise<number | undefined>
  drop(key: CollectionKey): Promise<void>
  /** Removes partial files of processes that died, and snapshots of other collections than these. */
  tidy(keys: readonly CollectionKey[]): Promise<void>
}

/** `mark` is the face of the last change; it differs when the database has another history. */
type SnapshotReading =
  | { readonly mark: string }
  | { readonly nothing: 'missing' | 'other-embedder' | 'damaged'; readonly reason?: string }

interface SnapshotOptions {
  readonly folder: string
  readonly keyring: Keyring
  readonly embedder: Embedder
}

/** A chunk is about a megabyte: it is sealed or opened in a millisecond, so that requests do not wait. */
const SLOTS_A_CHUNK = 8192
const FORMAT = 1
const LENGTH_BYTES = 4
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT
const MOST_CHUNK_BYTES = 2 * SLOTS_A_CHUNK * (SLOT_BYTES + NUMBER_BYTES)

/** The header can be trusted once it is unsealed, because only this server has the key. */
interface Header {
  readonly format: number
  /** Part of the seal of every chunk, so that chunks of two snapshots cannot be mixed. */
  readonly edition: string
  readonly embedder: string
  readonly embedderVersion: string
  readonly slotBytes: number
  readonly slots: number
  readonly known: number
  readonly mark: string
}

class Damaged extends Error {}

export function openSnapshots({ folder, keyring, embedder }: SnapshotOptions): Snapshots {
  const pathOf = (key: CollectionKey) => join(folder, `${nameOf(key)}.faces`)
  const placeOf = ({ organisationId, ...key }: CollectionKey, what: string) => ({
    organisationId,
    label: `gallery:${nameOf({ organisationId, ...key })}:${what}`,
  })

  async function readChunks(path: string, into: MemoryCollection): Promise<SnapshotReading> {
    const file = await open(path, 'r')
    try {
      const chunks = sealedChunks(file)
      const next = async (what: string): Promise<Buffer> => {
        const { value } = await chunks.next()
        if (!value) throw new Damaged('the file ends early')
        return keyring.unseal(placeOf(into.key, what), value)
      }
      const header = headerOf(await next('header'))
      const fits = header.embedder === embedder.name && header.embedderVersion === embedder.version
      if (!fits || header.slotBytes !== SLOT_BYTES) return { nothing: 'other-embedder' }
      for (let slot = 0; slot < header.slots; slot += SLOTS_A_CHUNK) {
        const count = Math.min(SLOTS_A_CHUNK, header.slots - slot)
        addChunk(into, await next(`${header.edition}:${slot}`), count)
      }
      into.known = header.known
      into.saved = header.known
      return { mark: header.mark }
    } finally {
      await file.close()
    }
  }

  async function headerAlone(key: CollectionKey): Promise<Header> {
    const file = await open(pathOf(key), 'r')
    try {
      const sealed = await readChunk(file)
      if (!sealed) throw new Damaged('the file ends early')
      return headerOf(await keyring.unseal(placeOf(key, 'header'), sealed))
    } finally {
      await file.close()
    }
  }

  return {
    knownOf: (key) =>
      headerAlone(key).then(
        ({ known }) => known,
        () => undefined,
      ),

    drop: (key) => rm(pathOf(key), { force: true }),

    async read(into) {
      try {
        return await readChunks(pathOf(into.key), into)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { nothing: 'missing' }
        return { nothing: 'damaged', reason: (error as Error).message }
      }
    },

    async write(loaded, mark) {
      const { key, rows, numbers, known } = loaded
      const edition = randomUUID()
      const slots = numbers.length
      const header: Header = {
        format: FORMAT,
        edition,
        embedder: embedder.name,
        embedderVersion: embedder.version,
        slotBytes: SLOT_BYTES,
        slots,
        known,
        mark,
      }
      await makeFolder(folder)
      const aside = `${pathOf(key)}.${edition}`
      const file = await open(aside, 'wx', 0o600)
      const write = async (what: string, plain: Uint8Array): Promise<void> => {
        const { sealed } = await keyring.seal(placeOf(key, what), plain)
        const length = Buffer.alloc(LENGTH_BYTES)
        length.writeUInt32LE(sealed.length)
        await file.writev([length, sealed])
      }
      try {
        await write('header', Buffer.from(JSON.stringify(header)))
        for (let slot = 0; slot < slots; slot += SLOTS_A_CHUNK) {
          const to = Math.min(slots, slot + SLOTS_A_CHUNK)
          const held = numbers.slice(slot, to)
          const chunk = Buffer.concat([new Uint8Array(held.buffer), rows.exportSlots(slot, to)])
          await write(`${edition}:${slot}`, chunk)
        }
        await file.close()
        await rename(aside, pathOf(key))
        loaded.saved = known
      } catch (error) {
        await file.close().catch(() => undefined)
        await rm(aside, { force: true })
        throw error
      }
    },

    async tidy(keys) {
      const ours = /^[0-9a-f]{64}\.faces/
      const wanted = new Set(keys.map((key) => basename(pathOf(key))))
      const names = await readdir(folder).catch(() => [])
      for (const name of names)
        if (ours.test(name) && !wanted.has(name)) await rm(join(folder, name), { force: true })
    },
  }
}

function addChunk(into: MemoryCollection, chunk: Buffer, count: number): void {
  if (chunk.length !== count * (NUMBER_BYTES + SLOT_BYTES)) throw new Damaged('a chunk has another length')
  for (let i = 0; i < count; i++) into.numbers.push(chunk.readDoubleLE(i * NUMBER_BYTES))
  into.rows.importSlots(chunk.subarray(count * NUMBER_BYTES))
}

function headerOf(plain: Buffer): Header {
  const header = JSON.parse(plain.toString()) as Header
  if (header.format !== FORMAT) throw new Damaged('it has another format')
  return header
}

/** The file name is a hash, so that it reveals neither organisation nor collection. */
function nameOf({ organisationId, collectionId }: CollectionKey): string {
  return createHash('sha256')
    .update(JSON.stringify([organisationId, collectionId]))
    .digest('hex')
}

/** The next chunk is read while the one before is opened, so that disk and processor work in parallel. */
async function* sealedChunks(file: FileHandle): AsyncGenerator<Buffer> {
  let coming = readChunk(file)
  for (;;) {
    const chunk = await coming
    if (!chunk) return
    coming = readChunk(file)
    // A reader that stops early must not leave an unhandled rejection.
    coming.catch(() => undefined)
    yield chunk
  }
}

async function readChunk(file: FileHandle): Promise<Buffer | undefined> {
  const head = await readFully(file, LENGTH_BYTES)
  if (!head) return undefined
  const length = head.readUInt32LE()
  if (length > MOST_CHUNK_BYTES) throw new Damaged('a chunk is too long')
  return readFully(file, length)
}

/** Undefined where the file ends early. */
async function readFully(file: FileHandle, length: number): Promise<Buffer | undefined> {
  const buffer = Buffer.allocUnsafeSlow(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(buffer, done, length - done)
    if (bytesRead === 0) return undefined
    done += bytesRead
  }
  return buffer
}
