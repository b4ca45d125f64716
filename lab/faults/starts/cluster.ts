// Starts a second server of a cluster with another master key: it must be refused, and the database must be unchanged.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, startPostgres } from '../../../specimens/kit/engines/postgres.ts'
import { openSandbox } from '../../../specimens/kit/engines/sandbox.ts'
import { startServer } from '../../kit/server.ts'
import { serve } from './refused-start.ts'

export async function clusterFaults(): Promise<string[]> {
  const sandbox = openSandbox('fault-keys', 0)
  const postgres = await startPostgres()
  try {
    const SELFSAME_DATABASE_URL = await createDatabase(postgres.url, 'keys')
    const variables = (name: string) => {
      const folder = join(sandbox.folder, name)
      mkdirSync(folder)
      const key = randomBytes(32).toString('hex')
      return { SELFSAME_DATABASE_URL, SELFSAME_DATA: folder, SELFSAME_MASTER_KEY: key, SELFSAME_WORKERS: '1' }
    }
    const first = await startServer({ folder: sandbox.folder, variables: variables('first') })
    const before = await contents(SELFSAME_DATABASE_URL)
    const { code, said } = await serve({ folder: sandbox.folder, variables: variables('second') })
    const after = await contents(SELFSAME_DATABASE_URL)
    const ready = (await fetch(`${first.url}/readyz`)).status
    await first.kill()
    return [
      ...(code === 1 ? [] : [`ended with ${code}`]),
      ...(/wrapped by master key \w+; the one in use is \w+/.test(said) ? [] : [`said ${said}`]),
      ...(after === before ? [] : ['changed the database']),
      ...(ready === 200 ? [] : [`the first then answered ${ready}`]),
    ]
  } finally {
    await postgres.stop()
    await sandbox.close()
  }
}

async function contents(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const texts: string[] = []
    for (const table of ['organisations', 'organisation_keys', 'credentials', 'migrations', 'receipt_keys'])
      texts.push(
        JSON.stringify((await client.query(`SELECT * FROM ${table}`).catch(() => ({ rows: [] }))).rows),
      )
    return texts.join('\n')
  } finally {
    await client.end()
  }
}
