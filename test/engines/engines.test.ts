// Checks that the engines under the other tests are real: they keep what they get and refuse what they must.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { S3mini } from 's3mini'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import '../../specimens/kit/engines/provided.ts'
import { createDatabase, startPostgres } from '../../specimens/kit/engines/postgres.ts'
import { processesIn } from '../../specimens/kit/engines/processes.ts'
import { startQdrant } from '../../specimens/kit/engines/qdrant.ts'
import { createBucket, type S3Access } from '../../specimens/kit/engines/s3.ts'
import { openSandbox } from '../../specimens/kit/engines/sandbox.ts'

const url = inject('postgresUrl')
describe.skipIf(url === null)('postgres', () => {
  test('keeps a committed row, and not an open one, when it is killed', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const database = await createDatabase(server.url, 'fresh "one"')
    await rows(database, 'CREATE TABLE kept (name text)')
    await rows(database, "INSERT INTO kept VALUES ('committed')")
    const open = new pg.Client({ connectionString: database })
    const broken = new Promise((resolve) => open.on('error', resolve))
    await open.connect()
    await open.query("BEGIN; INSERT INTO kept VALUES ('open')")

    server.kill()
    await broken
    await expect(rows(database, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
    await server.restart()
    expect(await rows(database, 'SELECT name FROM kept')).toEqual([{ name: 'committed' }])
  })

  test('is as durable and as strict as a server in use', async () => {
    const database = await createDatabase(url ?? '', 'settings')
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await rows(database, `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }])
    }
    expect(
      await rows(database, "SELECT 'a' < 'B' AS by_language, current_setting('server_encoding') encoding"),
    ).toEqual([{ by_language: true, encoding: 'UTF8' }])
  })
})

describe.each(['s3rver', 'radosgw'] as const)('%s', (name) => {
  const access = inject(name)

  test.skipIf(access === null)('puts, gets, lists and deletes an object', async () => {
    const bucket = await open(access, 'engines')
    const key = 'org/a b+c/ü.bin'
    await bucket.putObject(key, new Uint8Array([0, 255, 7]), 'image/png')
    expect(new Uint8Array((await bucket.getObjectArrayBuffer(key)) ?? [])).toEqual(
      new Uint8Array([0, 255, 7]),
    )
    expect((await bucket.listObjects('/', 'org/'))?.map((object) => [object.Key, object.Size])).toEqual([
      [key, 3],
    ])
    expect(await bucket.deleteObject(key)).toBe(true)
    expect(await bucket.listObjects('/', 'org/')).toEqual([])
  })

  test.skipIf(access === null)('has nothing under a missing key', async () => {
    const bucket = await open(access, 'engines')
    expect(await bucket.getObject('missing')).toBeNull()
    await expect(bucket.getObjectRaw('missing')).rejects.toMatchObject({
      status: 404,
      serviceCode: 'NoSuchKey',
    })
  })

  test.skipIf(access === null)('lists page by page', async () => {
    const bucket = await open(access, 'engines')
    await Promise.all(['1', '2', '3'].map((key) => bucket.putObject(`pages/${key}`, key)))
    const first = await bucket.listObjectsPaged('/', 'pages/', 2)
    const rest = await bucket.listObjectsPaged('/', 'pages/', 2, first?.nextContinuationToken)
    const pages = [first, rest].map((page) => page?.objects?.map((object) => object.Key))
    expect(pages).toEqual([['pages/1', 'pages/2'], ['pages/3']])
    expect(rest?.nextContinuationToken).toBeUndefined()
  })

  // s3rver does neither, which is why it is not enough.
  test.skipIf(access === null || name === 's3rver')('lets one of many first writers win', async () => {
    const bucket = await open(access, 'engines')
    const put = (text: string) =>
      bucket.putObject('once', text, 'text/plain', undefined, { 'If-None-Match': '*' } as Record<
        string,
        string
      >)
    const puts = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(put))
    expect(puts.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const kept = await bucket.getObject('once')
    await expect(put('late')).rejects.toMatchObject({ status: 412, serviceCode: 'PreconditionFailed' })
    expect(await bucket.getObject('once')).toBe(kept)
  })

  test.skipIf(access === null || name === 's3rver')('refuses a wrong secret', async () => {
    const bucket = await open(access && { ...access, secretAccessKey: 'another' }, 'engines', false)
    await expect(bucket.putObject('forged', 'x')).rejects.toMatchObject({ status: 403 })
  })
})

describe.skipIf(inject('qdrantUrl') === null)('qdrant', () => {
  test('keeps a point when it is killed, and finds it by a whole search', async () => {
    const server = await startQdrant()
    onTestFinished(() => server.stop())
    const ask = async (method: string, path: string, body: object): Promise<{ result?: unknown }> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/collections/kept${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { result?: unknown }
    }
    const [near, far] = [randomUUID(), randomUUID()]
    await ask('PUT', '', { vectors: { size: 3, distance: 'Dot' } })
    await ask('PUT', '/points?wait=true', {
      points: [
        { id: far, vector: [0, 0, 1], payload: { of: 'both' } },
        { id: near, vector: [0.6, 0.8, 0], payload: { of: 'both' } },
      ],
    })

    server.kill()
    await expect(fetch(server.url)).rejects.toThrow('fetch failed')
    await server.restart()
    const question = { query: [0.8, 0.6, 0], params: { exact: true }, limit: 5 }
    const { result } = await ask('POST', '/points/query', question)
    const points = (result as { points: { id: string; score: number }[] }).points
    expect(points.map(({ id }) => id)).toEqual([near, far])
    expect(points[0]?.score).toBeCloseTo(0.96, 6)
  })
})

test('a sandbox ends its processes and removes its folder', async () => {
  const sandbox = openSandbox('proof', 300)
  sandbox.start('sh', ['-c', 'trap "" INT; (cd / && cd "$OLDPWD" && exec setsid sleep 60) & sleep 60'])
  await expect.poll(() => processesIn(sandbox.folder).length).toBe(3)
  await sandbox.close()
  expect(processesIn(sandbox.folder)).toEqual([])
  expect(existsSync(sandbox.folder)).toBe(false)
})

async function open(access: S3Access | null, name: string, make = true): Promise<S3mini> {
  if (access === null) throw new Error('not started')
  const { endpoint, ...rest } = access
  return new S3mini({ ...rest, endpoint: make ? await createBucket(access, name) : `${endpoint}/${name}` })
}

async function rows(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
