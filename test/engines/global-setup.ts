// Starts the real engines once per test run, in parallel, and stops them with it.
import { execFile } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openRunFolder } from '../../specimens/kit/run-folder.ts'
import { HEAP } from '../../src/workers/child-handle.ts'
import { compileCache } from '../kit/compile-cache.ts'
import '../../specimens/kit/engines/provided.ts'
import { postgresInstalled, startPostgres } from '../../specimens/kit/engines/postgres.ts'
import { qdrantInstall, qdrantInstalled, startQdrant } from '../../specimens/kit/engines/qdrant.ts'
import { radosgwInstall, radosgwInstalled, startRadosgw } from '../../specimens/kit/engines/radosgw.ts'
import type { S3Access } from '../../specimens/kit/engines/s3.ts'
import { startS3rver } from '../../specimens/kit/engines/s3rver.ts'

/** SELFSAME_TEST_ENGINES=none starts nothing, for runs that need no engine: their tests are then skipped. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const wanted = process.env.SELFSAME_TEST_ENGINES !== 'none'
  if (wanted && !postgresInstalled()) missing('No PostgreSQL: the store contract runs on SQLite only. npm ci')
  if (wanted && !radosgwInstalled())
    missing(`No radosgw: the S3 contract runs on s3rver only. ${radosgwInstall}`)
  const hasQdrant = wanted && (await qdrantInstalled())
  if (wanted && !hasQdrant) missing(`No Qdrant: the gallery is tried in memory only. ${qdrantInstall}`)

  await compileForWorkers()
  const started = await Promise.allSettled([
    wanted && postgresInstalled() ? startPostgres() : null,
    wanted ? startS3rver() : null,
    wanted && radosgwInstalled() ? startRadosgw() : null,
    hasQdrant ? startQdrant() : null,
  ])
  const removeRunFolder = openRunFolder()
  const stopAll = async () => {
    removeRunFolder()
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value?.stop() : undefined)))
  }
  const [postgres, s3rver, radosgw, qdrant] = started
  if (
    postgres.status === 'rejected' ||
    s3rver.status === 'rejected' ||
    radosgw.status === 'rejected' ||
    qdrant.status === 'rejected'
  ) {
    await stopAll()
    throw new AggregateError(started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
  }
  project.provide('postgresUrl', postgres.value?.url ?? null)
  project.provide('s3rver', s3rver.value && accessOf(s3rver.value))
  project.provide('radosgw', radosgw.value && accessOf(radosgw.value))
  project.provide('qdrantUrl', qdrant.value?.url ?? null)
  return stopAll
}

/**
 * Code that was compiled for other flags does not serve a worker, and a worker in its cage can write none: without this
 * each of the hundreds that tests start would compile all it loads. Where the tests run as root its user is another.
 */
async function compileForWorkers(): Promise<void> {
  const jobs = new URL('../../src/jobs.ts', import.meta.url).href
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  const load = ['--input-type=module', '--eval', `await import('${jobs}')`]
  await promisify(execFile)(process.execPath, [...HEAP, ...load], { env })
  // Without a channel to a parent the entry of a worker loads its table and ends.
  const [entry, table] = ['../../src/workers/child.ts', '../workers/hostile-jobs.ts'].map(
    (path) => new URL(path, import.meta.url),
  )
  const worker = [fileURLToPath(entry as URL), (table as URL).href, String(process.pid)]
  await promisify(execFile)(process.execPath, [...HEAP, ...worker], { env })
  const kept = await readdir(compileCache, { recursive: true, withFileTypes: true })
  const files = kept.filter((entry) => entry.isFile())
  // Another run may replace a file meanwhile.
  await Promise.all(files.map((file) => chmod(join(file.parentPath, file.name), 0o644).catch(() => {})))
}

function missing(line: string): void {
  if (process.env.CI === 'true') throw new Error(line)
  console.warn(line)
}

/** Only plain data can travel to the threads of the tests. */
function accessOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Access): S3Access {
  return { endpoint, region, accessKeyId, secretAccessKey }
}
