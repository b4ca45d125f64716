// The server under test of bench:crossing: an organisation with many of everything, and a stranger.

import { startServer } from '../../src/main.ts'
import { openLog } from '../../src/observability/log.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import { callerOf } from '../../test/kit/challenge-caller.ts'
import { ownOneOfEach } from '../../test/kit/crossing.ts'
import { temporaryFolder, testSettings } from '../../test/kit/settings.ts'

const folder = temporaryFolder()
const many = Number(process.argv[2] ?? 100)
const unlimited = { rate: 1_000_000, rateBurst: 1_000_000, concurrency: 1000 }
const log = openLog({ level: 'warn', format: 'json' })
const server = await startServer(testSettings(folder.path, unlimited), log)
const { url, runtime } = server

const join = async (name: string) => {
  const credentials = await addOrganisation(runtime.store, name, Date.now())
  if (!credentials) throw new Error(`${name} is taken`)
  return { name, credentials, call: callerOf({ url, credentials }) }
}
const [owner, stranger] = [await join('owner'), await join('stranger')]
const own = await ownOneOfEach(runtime, stranger)
const theirs = []
for (let i = 0; i < many; i++) theirs.push(await ownOneOfEach(runtime, owner))
process.send?.({ url, credentials: stranger.credentials, own, theirs })
process.on('disconnect', () => void server.stop().then(() => folder.remove()))
