// npm run bench:journey: many people at once go from their link to a verdict and its webhook; the time of each step is printed.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createKey, newKeyId } from '../../src/organisations/api-keys.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { personas } from '../../src/verifications/sandbox/personas.ts'
import { type Call, runPersona } from '../../src/verifications/sandbox/run-persona.ts'
import { basicAuthorization } from '../kit/caller.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { addOrganisations, settingsOf, temporaryFolder, unlimited, withStore } from '../kit/installation.ts'
import { startServer } from '../kit/server.ts'
import { quantile } from '../kit/statistics/summary.ts'
import { atMost, none, printTargets } from '../kit/targets.ts'
import { startReceiver } from '../kit/webhook-receiver.ts'

answerHelp(`People go through a verification at once, over HTTP: link, consent, document, liveness, verdict, webhook. They
are drawn, and the same card and film for all: test keys allow that.

  --people N   at once (50)
  --workers N  of the server (2)

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '50' }, workers: { type: 'string', default: '2' } },
})
const people = Number(options.people)
/** Everybody begins within this time, as after a message to many. */
const BEGIN_WITHIN_MS = 1000
const PATIENCE_MS = 600_000

const folder = temporaryFolder('bench-journey')
const data = join(folder.path, 'data')
mkdirSync(data)
const receiver = await startReceiver()
const variables = {
  ...unlimited,
  SELFSAME_DATA: data,
  SELFSAME_WORKERS: options.workers,
  SELFSAME_WEBHOOK_ALLOW: receiver.allow,
}
const { key, live } = await withStore(settingsOf(variables), async (store) => {
  const [credentials = { name: '', password: '' }] = await addOrganisations(store, ['bench'])
  const organisationId = (await findOrganisation(store.database, 'bench'))?.id ?? ''
  const scopes = ['verifications', 'settings']
  const wanted = { id: newKeyId(), name: 'bench', organisationId, scopes, isTest: true }
  const made = await createKey({ database: store.database, now: Date.now() }, { ...wanted, expiresAt: null })
  return { key: made.key, live: basicAuthorization(credentials) }
})
const server = await startServer({ folder: folder.path, variables })

const times = new Map<string, number[]>()
const note = (step: string, ms: number): void => void times.set(step, [...(times.get(step) ?? []), ms])

/** What a call belongs to, for readers of the table. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^POST \/verifications$/, 'create'],
  [/token$/, 'link'],
  [/consent$/, 'consent'],
  [/kyc-documents/, 'document'],
  [/profile-start$/, 'liveness start'],
  [/frames$/, 'liveness frame'],
  [/verify$/, 'liveness verify'],
  [/^GET \/verification-session$/, 'session'],
]

let busy = 0
const call: Call = async (method, path, bearer, body) => {
  const name = names.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? path
  const begun = performance.now()
  for (;;) {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (response.status === 503) {
      busy++
      await sleep(1000 * Number(response.headers.get('retry-after') ?? '1'))
      continue
    }
    note(name, performance.now() - begun)
    return { status: response.status, body: answer }
  }
}

async function okay(path: string, body: object): Promise<Record<string, unknown>> {
  const { status, body: answer } = await call('POST', path, key, body)
  if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(answer)}`)
  return answer as Record<string, unknown>
}

const kinds = ['cccd-chip', 'can-cuoc']
const steps = {
  consent: { required: true },
  document: { kinds, both_sides: false },
  liveness: { families: ['profile'] },
}
const answered = await fetch(`${server.url}/policies`, {
  method: 'POST',
  headers: { authorization: live, 'content-type': 'application/json' },
  body: JSON.stringify({ id: 'journey', definition: { steps, match: { accept: 80, review: 70 } } }),
})
if (answered.status !== 200) throw new Error(`the policy was refused: ${await answered.text()}`)
const { secret } = await okay('/webhook-endpoints', { url: receiver.url })
receiver.expect(String(secret))

const failures: string[] = []
const done = new Map<string, number>()
async function go(number: number): Promise<void> {
  await sleep((number / people) * BEGIN_WITHIN_MS)
  try {
    const begun = performance.now()
    const { id, link } = await okay('/verifications', {
      policy: 'journey',
      external_person_id: `person-${number}`,
    })
    await runPersona(
      call,
      (link as { token: string }).token,
      personas.approved ?? { about: '', decision: 'approved' },
    )
    done.set(String(id), performance.now())
    note('all steps', performance.now() - begun)
  } catch (error) {
    failures.push((error as Error).message)
  }
}

const isOver = () => receiver.taken.length >= done.size
const startedAt = performance.now()
await Promise.all(Array.from({ length: people }, (_, number) => go(number)))
while (!isOver() && performance.now() - startedAt < PATIENCE_MS) await sleep(50)
const seconds = (performance.now() - startedAt) / 1000
for (const { verificationId, at } of receiver.taken) {
  const ended = done.get(verificationId)
  if (ended !== undefined) note('verdict and webhook', Math.max(0, at - ended))
}
const approved = receiver.taken.filter(({ state }) => state === 'approved').length
const order = [...names.map(([, name]) => name), 'all steps', 'verdict and webhook']
console.log(
  `${people} people at once, ${options.workers} workers: ${seconds.toFixed(1)} s in all, ${busy} calls told to come again`,
)
for (const name of order) {
  const taken = times.get(name)
  if (!taken) continue
  const [half, most, all] = [0.5, 0.95, 1].map((share) => quantile(taken, share).toFixed(0))
  console.log(
    `  ${name.padEnd(20)} ${String(taken.length).padStart(4)} times, median ${half} ms, p95 ${most} ms, longest ${all} ms`,
  )
}
for (const failure of failures.slice(0, 10)) console.log(`  failed: ${failure}`)
for (const { state, verificationId } of receiver.taken
  .filter((one) => one.state !== 'approved')
  .slice(0, 10)) {
  const { body } = await call('GET', `/verifications/${verificationId}`, key)
  console.log(`  ${verificationId} is ${state}: ${JSON.stringify(body.verdict).slice(0, 1500)}`)
}
await server.stop()
await receiver.stop()
folder.remove()
printTargets([
  none('journey-failed', failures.length + (people - failures.length - done.size)),
  none('journey-not-approved', people - approved),
  none(
    'journey-webhooks-missing',
    done.size - new Set(receiver.taken.map(({ verificationId }) => verificationId)).size,
  ),
  atMost('journey-session-p95-ms', quantile(times.get('session') ?? [], 0.95), 250),
  atMost('journey-document-p95-seconds', quantile(times.get('document') ?? [], 0.95) / 1000, 30),
  atMost('journey-frame-p95-seconds', quantile(times.get('liveness frame') ?? [], 0.95) / 1000, 5),
  atMost('journey-all-steps-p95-seconds', quantile(times.get('all steps') ?? [], 0.95) / 1000, 90),
  atMost('journey-verdict-p95-seconds', quantile(times.get('verdict and webhook') ?? [], 0.95) / 1000, 15),
])
process.exit(0)
