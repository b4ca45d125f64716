// Starts the server under test of bench:http: the whole HTTP stack with one route that takes a photo and ignores it.
import { z } from 'zod'
import { codes } from '../../src/codes.ts'
import { route } from '../../src/http/route.ts'
import { base64File, externalPersonId } from '../../src/http/schemas.ts'
import { createKey, newKeyId } from '../../src/organisations/api-keys.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { startInProcess } from '../kit/server-in-process.ts'

const unlimited = { rate: 1_000_000, rateBurst: 1_000_000, concurrency: 1000 }
const server = await startInProcess({ ...unlimited, workers: 1 }, 'info', (runtime) => [
  route({
    name: 'benchFrames',
    method: 'PUT',
    path: '/bench/{challenge_id}/frames',
    tag: { name: 'Bench', description: 'For benches.', area: 'documents' },
    summary: 'Takes a photo and does nothing with it.',
    body: z.strictObject({
      external_person_id: externalPersonId,
      timestamp: z.int(),
      photo: base64File(runtime.config.imageLimitBytes),
    }),
    fields: {},
    answers: [codes.success],
    handle: async () => ({ code: codes.success, fields: {} }),
  }),
])
const { database } = server.runtime.store
const [organisation] = await listOrganisations(database)
const { key } = await createKey(
  { database, now: Date.now() },
  {
    id: newKeyId(),
    organisationId: organisation?.id ?? '',
    name: 'bench',
    scopes: ['documents'],
    expiresAt: null,
  },
)
process.send?.({ url: `${server.url}/bench/c-1/frames`, credentials: server.credentials, key })
process.on('message', () => process.send?.({ cpuMicros: cpuMicros() }))
process.on('disconnect', () => void server.stop())

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
