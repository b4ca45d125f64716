// Opens the databases and file stores that this run can test, each of them fresh and empty.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDisk } from '../../src/store/disk.ts'
import { databasePath } from '../../src/store/open.ts'
import type { Database, Files } from '../../src/store/port.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openS3 } from '../../src/store/s3.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import '../../specimens/kit/engines/provided.ts'
import { createDatabase } from '../../specimens/kit/engines/postgres.ts'
import { createBucket, type S3Access } from '../../specimens/kit/engines/s3.ts'
import { migratedPostgres, putMigratedSqlite } from '../../specimens/kit/servers/migrated-database.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'

export interface FreshDatabase {
  /** Opens another connection to the same data each time, as another server would. */
  open(): Database
  remove(): void
}

export interface Adapter<Fresh> {
  readonly name: string
  /** It is false where the engine was not started; its tests are then skipped. */
  readonly available: boolean
  fresh(): Promise<Fresh>
}

export interface DatabaseAdapter extends Adapter<FreshDatabase> {
  /** Has the tables already: for tests that are not about migrations. */
  migrated(): Promise<FreshDatabase>
}

const sqlite: DatabaseAdapter = {
  name: 'SQLite',
  available: true,
  async fresh() {
    return sqliteIn(temporaryFolder())
  },
  async migrated() {
    const folder = temporaryFolder()
    await putMigratedSqlite({ data: folder.path })
    return sqliteIn(folder)
  },
}

const sqliteIn = ({ path, remove }: ReturnType<typeof temporaryFolder>): FreshDatabase => ({
  open: () => openSqlite(databasePath({ data: path })),
  remove,
})

export const postgres: DatabaseAdapter = {
  name: 'PostgreSQL',
  available: inject('postgresUrl') !== null,
  fresh: async () => postgresAt(await createDatabase(postgresUrl(), `store-${randomUUID()}`)),
  migrated: async () => postgresAt(await migratedPostgres(postgresUrl())),
}

const postgresUrl = (): string => inject('postgresUrl') ?? ''

const postgresAt = (url: string): FreshDatabase => ({
  open: () => openPostgres({ url, connections: 4, connectionTimeoutMs: 60_000 }),
  remove: () => undefined,
})

export interface FreshFiles {
  readonly files: Files
  remove(): void
}

const disk: Adapter<FreshFiles> = {
  name: 'disk',
  available: true,
  async fresh() {
    const folder = temporaryFolder()
    return { files: openDisk(join(folder.path, 'files')), remove: folder.remove }
  },
}

const s3rver = s3('s3rver')
const radosgw = s3('radosgw')

/** The contract suites run on each of these. */
export const databases: readonly DatabaseAdapter[] = [sqlite, postgres]
export const fileStores: readonly Adapter<FreshFiles>[] = [disk, s3rver, radosgw]

/** Tests of the whole store use this S3: the real one where there is one. */
export function bestS3(): S3Access | null {
  return inject('radosgw') ?? inject('s3rver')
}

export async function freshBucket(access: S3Access | null): Promise<{ access: S3Access; bucket: string }> {
  if (access === null) throw new Error('no S3 was started')
  const bucket = `store-${randomUUID()}`
  await createBucket(access, bucket)
  return { access, bucket }
}

function s3(name: 's3rver' | 'radosgw'): Adapter<FreshFiles> {
  return {
    name,
    available: inject(name) !== null,
    async fresh() {
      const { access, bucket } = await freshBucket(inject(name))
      return { files: openS3({ ...access, bucket, requestTimeoutMs: 30_000 }), remove: () => undefined }
    },
  }
}
