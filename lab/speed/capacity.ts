// npm run bench:capacity: what each operation costs a server, and from that what so many verifications an hour need.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededDice } from '../../specimens/person/dice.ts'
import { databasePath } from '../../src/store/open.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { addOrganisations, settingsOf, temporaryFolder, unlimited, withStore } from '../kit/installation.ts'
import { metricsOf, workersOf } from '../kit/processes.ts'
import { startServer } from '../kit/server.ts'
import { distance, nose, profile } from '../soak/acts/challenges.ts'
import { certificatePdf, licence, passport, sides } from '../soak/acts/documents.ts'
import { compared, filmed, registered } from '../soak/acts/faces.ts'
import { Answers } from '../soak/answers.ts'
import { type Caller, openCaller } from '../soak/caller.ts'
import { diskOf } from '../soak/disk.ts'
import { drawMaterial, type Material, type Piece } from '../soak/material.ts'
import { type Act, type Session, Spoiled } from '../soak/session.ts'

answerHelp(`Measures what each operation costs a server: processor seconds, bytes sent to it, bytes and rows that it keeps.
From these it says what 1,000, 10,000 and 100,000 verifications an hour need.

  --times N   that each operation is done (6)
  --only NAMES  of operations, separated by commas

Other work on the machine makes the figures larger: run it alone. ${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '6' }, only: { type: 'string' } },
})
const TIMES = Number(options.times)

interface Row {
  readonly name: string
  readonly play: Act
  readonly needs?: Piece
}

const rows: readonly Row[] = [
  { name: 'small request', play: async ({ caller }) => void (await caller.ask('organisation')) },
  { name: 'profile challenge', play: profile, needs: 'profile' },
  { name: 'distance challenge', play: distance, needs: 'distance' },
  { name: 'nose challenge', play: nose, needs: 'nose' },
  { name: 'video', play: filmed, needs: 'videos' },
  { name: 'card with both sides', play: sides, needs: 'cards' },
  { name: 'passport', play: passport, needs: 'passports' },
  { name: 'driving licence', play: licence, needs: 'licences' },
  { name: 'certificate as PDF', play: certificatePdf, needs: 'certificates' },
  { name: 'compare faces', play: compared, needs: 'faces' },
  { name: 'register and identify', play: registered, needs: 'faces' },
]

/** One verification of a bank: a card, a challenge, and the face of one against the other. */
const journey = ['card with both sides', 'profile challenge', 'compare faces']
/** The films have three frames; people who are guided send about twelve. */
const CHALLENGE_TIMES = 12 / 3
const isChallenge = (name: string): boolean => name.includes('challenge')
/** Every frame has rows of its own in these. */
const ofFrames = /^(?:challenge_frames|files|seen_shots|shot_bands|audit_entries)$/
const RATES = [1_000, 10_000, 100_000]
/** Of a server's processors, so that a busy minute does not queue. */
const BUSY_SHARE = 0.6
/** A day of customers has so many busy hours. */
const HOURS_A_DAY = 10
const FILE_DAYS = 30
/** What a face needs in the gallery in memory. */
const GALLERY_BYTES = 136

interface Cost {
  readonly cpuSeconds: number
  readonly sentBytes: number
  readonly requests: number
  readonly fileBytes: number
  readonly tables: ReadonlyMap<string, Table>
}

const totalOf = ({ tables }: Cost, read: (table: Table) => number): number =>
  [...tables.values()].reduce((sum, table) => sum + read(table), 0)

/** The kernel's clock ticks of a process, its own and those of children that ended, as seconds. */
function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100
  } catch {
    return 0
  }
}

/** Nothing is erased or exported: what an operation leaves is what is measured. */
const leftOut = new Set(['erasePerson', 'exportPerson', 'receipt', 'deleteFace'])

function countingCaller(caller: Caller): {
  readonly caller: Caller
  readonly sent: { bytes: number; requests: number }
} {
  const sent = { bytes: 0, requests: 0 }
  return {
    sent,
    caller: {
      act: '',
      async ask(operation, asked = {}) {
        if (leftOut.has(operation))
          return { status: 200, code: 200, requestId: '', ms: 0, ...nothing, body: { complete: true } }
        sent.requests += 1
        sent.bytes += bytesOf(asked.body)
        return caller.ask(operation, asked)
      },
    },
  }
}

const nothing = { retryAfterSeconds: undefined, failure: undefined, cookie: '' }

/** Files of forms travel as they are, everything else as JSON. */
function bytesOf(body: unknown): number {
  if (body instanceof Uint8Array) return body.byteLength
  if (Array.isArray(body)) return body.reduce((sum: number, one) => sum + bytesOf(one), 0)
  if (typeof body === 'object' && body !== null)
    return Object.values(body).reduce((sum: number, one) => sum + bytesOf(one), 0)
  return String(body ?? '').length
}

interface Table {
  readonly rows: number
  /** With its indexes. */
  readonly bytes: number
}

function tablesIn(path: string): Map<string, Table> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const sized = database
      .prepare(
        `SELECT tbl_name AS name, SUM(pgsize) AS bytes FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name`,
      )
      .all()
    const rowsOf = (name: string) =>
      Number(Object.values(database.prepare(`SELECT COUNT(*) FROM "${name}"`).get() ?? {})[0])
    return new Map(
      sized.map(({ name, bytes }) => [String(name), { rows: rowsOf(String(name)), bytes: Number(bytes) }]),
    )
  } finally {
    database.close()
  }
}

/** Days for which a table keeps a row by the default settings; the first that fits. The audit trail is never purged. */
const keptDays: readonly (readonly [RegExp, number])[] = [
  [/^(?:challenge|light_)/, 1],
  [/^(?:seen_shots|shot_)/, 365],
  [/receipt/, 400],
  [/audit/, 365],
  [/./, 30],
]
const daysOf = (table: string): number => keptDays.find(([pattern]) => pattern.test(table))?.[1] ?? 0

const folder = temporaryFolder('capacity')
const data = join(folder.path, 'data')
mkdirSync(data)
const variables = {
  ...unlimited,
  SELFSAME_DATA: data,
  SELFSAME_SHOT_MEMORY_OF: 'organisation',
  SELFSAME_JOB_TIMEOUT: '2 min',
  SELFSAME_VIDEO_TIMEOUT: '2 min',
}
const settings = settingsOf(variables)
const chosen = rows.filter(({ name }) => options.only?.split(',').includes(name) ?? true)
const names = chosen.flatMap((_, i) => Array.from({ length: TIMES + 1 }, (_, n) => `caller-${i}-${n}`))
const organisations = await withStore(settings, (store) => addOrganisations(store, names))
const material = (await drawMaterial(chosen.flatMap(({ needs }) => needs ?? []))) as Material
const server = await startServer({ folder: folder.path, variables })
const database = databasePath(settings)

/** Work that goes on after an answer, such as deleting, belongs to the operation. */
async function atRest(): Promise<void> {
  for (;;) {
    const value = await metricsOf(server.url)
    if (value('selfsame_workers_busy') + value('selfsame_queue_jobs') === 0) break
    await sleep(100)
  }
  await sleep(500)
}

const standing = () => {
  const { filesBytes } = diskOf(data, database)
  const cpuSeconds = [server.pid, ...workersOf(server.pid)].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  return { cpuSeconds, filesBytes, tables: tablesIn(database) }
}

const answers = new Answers([])

function organisationOf(at: number, n: number) {
  const organisation = organisations[at * (TIMES + 1) + n]
  if (!organisation) throw new Error('there are too few organisations')
  return organisation
}

/** Every time another organisation, because a film that was seen is not accepted again. */
async function costOf({ play }: Row, at: number): Promise<Cost> {
  const dice = seededDice(11, at)
  let marks = 0
  const session = (n: number, caller: Caller): Session => ({
    caller,
    material,
    dice,
    made: new Set(),
    mark: () => 1_000_000 * at + 1000 * n + marks++,
  })
  const once = async (n: number) => {
    const { caller, sent } = countingCaller(openCaller(server.url, organisationOf(at, n), answers))
    await play(session(n, caller)).catch((error: unknown) => {
      if (!(error instanceof Spoiled)) throw error
    })
    return sent
  }
  // A password is hashed once; after that its organisation is known.
  for (let n = 0; n <= TIMES; n++)
    await openCaller(server.url, organisationOf(at, n), answers).ask('organisation')
  await once(0)
  await atRest()
  const before = standing()
  const sent = { bytes: 0, requests: 0 }
  for (let n = 1; n <= TIMES; n++) {
    const one = await once(n)
    sent.bytes += one.bytes
    sent.requests += one.requests
  }
  await atRest()
  const after = standing()
  return {
    cpuSeconds: (after.cpuSeconds - before.cpuSeconds) / TIMES,
    sentBytes: sent.bytes / TIMES,
    requests: sent.requests / TIMES,
    fileBytes: (after.filesBytes - before.filesBytes) / TIMES,
    tables: grown(before.tables, after.tables),
  }
}

/** By one time each. */
function grown(before: ReadonlyMap<string, Table>, after: ReadonlyMap<string, Table>): Map<string, Table> {
  const more = [...after].map(([name, { rows, bytes }]) => {
    const was = before.get(name) ?? { rows: 0, bytes: 0 }
    return [name, { rows: (rows - was.rows) / TIMES, bytes: (bytes - was.bytes) / TIMES }] as const
  })
  return new Map(more.filter(([, { rows, bytes }]) => rows !== 0 || bytes !== 0))
}

const costs = new Map<string, Cost>()
try {
  for (const [at, row] of chosen.entries()) costs.set(row.name, await costOf(row, at))
} finally {
  await server.stop()
  folder.remove()
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
console.log('| operation | requests | processor | sent to it | files kept | database | rows |')
console.log('|---|---|---|---|---|---|---|')
for (const [name, cost] of costs) {
  const { requests, cpuSeconds, sentBytes, fileBytes } = cost
  const [bytes, rows] = [totalOf(cost, (table) => table.bytes), totalOf(cost, (table) => table.rows)]
  console.log(
    `| ${name} | ${requests.toFixed(1)} | ${cpuSeconds.toFixed(2)} s | ${kilobytes(sentBytes)} | ${kilobytes(fileBytes)} | ${kilobytes(bytes)} | ${rows.toFixed(1)} |`,
  )
}
for (const [name, { tables }] of costs)
  if (journey.includes(name))
    console.log(
      `${name} keeps ${[...tables].map(([table, { bytes, rows }]) => `${table} ${kilobytes(bytes)} in ${rows.toFixed(1)} rows for ${daysOf(table)} days`).join(', ')}`,
    )
for (const complaint of answers.complaints) console.log(`not as expected: ${complaint}`)

const parts = journey.flatMap((name) => {
  const cost = costs.get(name)
  return cost ? [{ name, times: isChallenge(name) ? CHALLENGE_TIMES : 1, cost }] : []
})
if (parts.length === journey.length) {
  const sum = (read: (cost: Cost, name: string) => number) =>
    parts.reduce((all, { name, times, cost }) => all + times * read(cost, name), 0)
  const kept = (read: (table: Table) => number) =>
    parts.reduce((all, { times, cost }) => {
      const each = [...cost.tables].map(
        ([name, table]) => (ofFrames.test(name) ? times : 1) * daysOf(name) * read(table),
      )
      return each.reduce((one, other) => one + other, all)
    }, 0)
  const one = {
    cpu: sum(({ cpuSeconds }) => cpuSeconds),
    sent: sum(({ sentBytes }) => sentBytes),
    // Frames of challenges go after a day, pictures of documents after thirty.
    files: sum(({ fileBytes }, name) => fileBytes * (isChallenge(name) ? 1 : FILE_DAYS)),
    database: kept(({ bytes }) => bytes),
    rows: kept(({ rows }) => rows),
  }
  console.log(
    `\nA verification (${journey.join(', ')}; twelve frames): ${one.cpu.toFixed(1)} s of a processor.`,
  )
  console.log('| an hour | cores | network | files | database | rows | gallery, a year of people |')
  console.log('|---|---|---|---|---|---|---|')
  const gigabytes = (bytes: number) => `${Number((bytes / 1e9).toPrecision(2))} GB`
  for (const rate of RATES) {
    const day = rate * HOURS_A_DAY
    console.log(
      `| ${rate} | ${Math.ceil((rate * one.cpu) / 3600 / BUSY_SHARE)} | ${((8 * rate * one.sent) / 3600 / 1e6).toFixed(1)} Mbit/s | ${gigabytes(day * one.files)} | ${gigabytes(day * one.database)} | ${Number(((day * one.rows) / 1e6).toPrecision(2))} million | ${gigabytes(day * 365 * GALLERY_BYTES)} |`,
    )
  }
  console.log(
    `Cores are ${100 * BUSY_SHARE} % busy, a day has ${HOURS_A_DAY} such hours, every person is registered once. Files and rows are those of a server that has run for a year with default retention.`,
  )
}
