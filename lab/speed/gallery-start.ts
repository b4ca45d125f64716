// npm run bench:gallery: measures how soon after its start a server searches a million faces, with a snapshot and without.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Settings } from '../../src/config.ts'
import { bytesOf } from '../../src/gallery/known-faces.ts'
import { prepareNetworks } from '../../src/models/cache.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import { addCollection } from '../../src/store/records/collections.ts'
import { placeOfVector } from '../../src/store/records/face-keys.ts'
import { addFace } from '../../src/store/records/faces.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { cacheFolder, networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { openStoreOf, settingsOf } from '../kit/installation.ts'
import { median } from '../kit/statistics/summary.ts'
import { printTargets } from '../kit/targets.ts'
import { vectorNumbered } from './gallery-vectors.ts'

answerHelp(`Measures how soon after its start a server searches many faces, with a snapshot and without.

  --faces N      in the collection (1000000)
  --starts N     with a snapshot; the median counts (5)
  --data FOLDER  filled once and kept, for several runs (a temporary folder)

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    faces: { type: 'string', default: '1000000' },
    starts: { type: 'string', default: '5' },
    /** The folder is filled once and kept, for several runs. */
    data: { type: 'string' },
  },
})
const count = Number(options.faces)
const data = options.data ?? mkdtempSync(join(tmpdir(), 'selfsame-bench-'))
const isFilled = existsSync(join(data, 'selfsame.db'))
const collectionId = 'all'

async function fill(store: Store): Promise<void> {
  await addOrganisation(store, 'bench', Date.now())
  const organisation = await findOrganisation(store.database, 'bench')
  const organisationId = organisation?.id ?? ''
  const key = { organisationId, collectionId }
  await addCollection(store.database, {
    organisationId,
    id: collectionId,
    externalPersonId: 'bench',
    createdAt: 0,
  })
  const { name, version } = rowNamed('face-embedder')
  for (let from = 0; from < count; from += 10_000) {
    await store.database.transaction(async (queries) => {
      for (let number = from + 1; number <= Math.min(count, from + 10_000); number++) {
        const id = randomUUID()
        const place = placeOfVector(organisationId, id)
        const { sealed, keyVersion } = await store.keyring.seal(place, bytesOf(vectorNumbered(number)))
        const about = { id, number, fileId: id, externalPersonId: `person ${number}`, keyVersion }
        await addFace(
          queries,
          key,
          { ...about, embedder: name, embedderVersion: version, vector: sealed },
          { createdAt: 0 },
        )
      }
      const done = Math.min(count, from + 10_000)
      await queries.query('UPDATE face_collections SET changes = $1, faces = $1', [done])
    })
    if (from % 100_000 === 0) console.log(`  ${from} of ${count} faces registered`)
  }
}

interface Start {
  /** The time is from the start of the process. */
  readonly listeningMs: number
  readonly searchedMs: number
  readonly searchMs: number
  readonly rssMb: number
}

function start(config: Settings, organisationId: string): Promise<Start> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./gallery-start-child.ts', import.meta.url))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      // `bin/selfsame` starts the server with compiled code, too.
      env: { ...process.env, NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') },
    },
  )
  child.stdin.end(JSON.stringify({ config, organisationId, collectionId, count }))
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`exit ${code}`))))
  })
}

try {
  await prepareNetworks(networkCache)
  const config: Settings = { ...settingsOf({}), data, networkCache, port: 0 }
  const store = await openStoreOf(config)
  if (!isFilled) await fill(store)
  const organisationId = (await findOrganisation(store.database, 'bench'))?.id ?? ''
  await store.close()

  rmSync(join(data, 'gallery'), { recursive: true, force: true })
  const fromRecords = await start(config, organisationId)
  const [snapshot] = await readdir(join(data, 'gallery'))
  const megabytes = statSync(join(data, 'gallery', snapshot ?? '')).size / 1e6
  const starts: Start[] = []
  for (let i = 0; i < Number(options.starts); i++) starts.push(await start(config, organisationId))
  const of = (key: keyof Start) => median(starts.map((one) => one[key]))
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  console.log(`${count} faces, the whole server, seconds from the birth of its process`)
  console.log(
    `  from the records: listening ${seconds(fromRecords.listeningMs)}, first search answered ${seconds(fromRecords.searchedMs)}`,
  )
  console.log(
    `  from a snapshot of ${megabytes.toFixed(0)} MB, median of ${starts.length}: listening ${seconds(of('listeningMs'))}, first search answered ${seconds(of('searchedMs'))}`,
  )
  console.log(
    `  then a search takes ${of('searchMs').toFixed(1)} ms with its record read and compared; the server holds ${of('rssMb').toFixed(0)} MB`,
  )
  printTargets([
    { name: 'gallery-million-searchable-seconds', value: of('searchedMs') / 1000, bound: 2, good: 'at most' },
  ])
} finally {
  if (!options.data) rmSync(data, { recursive: true, force: true })
}
