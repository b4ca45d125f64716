// Starts two real servers on PostgreSQL, S3 and, where it is available, Qdrant, each engine behind a switch.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../../../specimens/kit/engines/postgres.ts'
import { startQdrant } from '../../../specimens/kit/engines/qdrant.ts'
import { radosgwInstalled, startRadosgw } from '../../../specimens/kit/engines/radosgw.ts'
import { startS3rver } from '../../../specimens/kit/engines/s3rver.ts'
import { openSandbox } from '../../../specimens/kit/engines/sandbox.ts'
import type { Stoppable } from '../../../specimens/kit/engines/stoppable.ts'
import type { Store } from '../../../src/store/open.ts'
import { openStoreOf, settingsOf, unlimited, type Variables } from '../../kit/installation.ts'
import { type ServerProcess, startServer } from '../../kit/server.ts'
import { addMember, type Member } from '../installation.ts'

export const engineNames = ['postgres', 's3', 'qdrant'] as const
export type EngineName = (typeof engineNames)[number]

export interface Cluster {
  readonly engines: ReadonlyMap<EngineName, Stoppable>
  /** The names of the engines for the report. */
  readonly on: string
  readonly servers: readonly ServerProcess[]
  readonly store: Store
  readonly qdrantUrl: string | undefined
  readonly member: Member
  close(): Promise<void>
}

export interface ClusterOptions {
  readonly withQdrant: boolean
  readonly servers: number
  readonly quickS3: boolean
  readonly writeDeadlineMs: number
}

/** Everything is started at the same time; if one fails, whatever came up is stopped. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const s3 = !options.quickS3 && radosgwInstalled() ? 'radosgw' : 's3rver'
  const sandbox = openSandbox('fault-cluster', 0)
  const starting = [
    startPostgres(),
    s3 === 'radosgw' ? startRadosgw() : startS3rver(),
    options.withQdrant ? startQdrant() : undefined,
  ] as const
  const closeAll = async () => {
    const begun = await Promise.allSettled(starting)
    for (const one of begun) if (one.status === 'fulfilled') await one.value?.stop()
    await sandbox.close()
  }
  try {
    const [postgres, files, qdrant] = await Promise.all(starting)
    await files.bucket('fault')
    const variables: Variables = {
      SELFSAME_DATABASE_URL: await createDatabase(postgres.url, 'fault'),
      SELFSAME_MASTER_KEY: randomBytes(32).toString('hex'),
      SELFSAME_S3_ENDPOINT: files.endpoint,
      SELFSAME_S3_BUCKET: 'fault',
      SELFSAME_S3_REGION: files.region,
      SELFSAME_S3_ACCESS_KEY_ID: files.accessKeyId,
      SELFSAME_S3_SECRET_ACCESS_KEY: files.secretAccessKey,
      ...(qdrant && { SELFSAME_QDRANT_URL: qdrant.url }),
      SELFSAME_WRITE_DEADLINE: `${options.writeDeadlineMs} ms`,
      SELFSAME_CHALLENGE_LIFE: '6 h',
      SELFSAME_WORKERS: '1',
      ...unlimited,
    }
    const folders = Array.from({ length: options.servers }, (_, index) => {
      const folder = join(sandbox.folder, `server-${index + 1}`)
      mkdirSync(join(folder, 'data'), { recursive: true })
      return folder
    })
    const servers: ServerProcess[] = []
    for (const folder of folders)
      servers.push(
        await startServer({ folder, variables: { ...variables, SELFSAME_DATA: join(folder, 'data') } }),
      )
    const own = { ...variables, SELFSAME_DATA: join(sandbox.folder, 'own') }
    const store = await openStoreOf(settingsOf(own))
    return {
      engines: new Map<EngineName, Stoppable>([
        ['postgres', postgres],
        ['s3', files],
        ...(qdrant ? [['qdrant', qdrant] as const] : []),
      ]),
      on: `PostgreSQL, ${s3}${qdrant ? ' and Qdrant' : ''}`,
      servers,
      store,
      qdrantUrl: qdrant?.url,
      member: await addMember(store),
      async close() {
        await store.close()
        for (const server of servers) await server.kill().catch(() => undefined)
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
