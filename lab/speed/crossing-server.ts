// Starts the server under test of bench:crossing, with one organisation that has many of everything, and another.

import { ownOneOfEach } from '../../specimens/kit/records/crossing.ts'
import { callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { startInProcess } from '../kit/server-in-process.ts'

const many = Number(process.argv[2] ?? 100)
const unlimited = { rate: 1_000_000, rateBurst: 1_000_000, concurrency: 1000 }
const server = await startInProcess({ ...unlimited, workers: 1 }, 'warn')
const { url, runtime } = server

const join = async (name: string) => {
  const credentials = await server.addOrganisation(name)
  return { name, credentials, call: callerOf({ url, credentials }) }
}
const [owner, other] = [await join('owner'), await join('stranger')]
const own = await ownOneOfEach(runtime, other)
const theirs = []
for (let i = 0; i < many; i++) theirs.push(await ownOneOfEach(runtime, owner))
process.send?.({ url, credentials: other.credentials, own, theirs })
process.on('disconnect', () => void server.stop())
