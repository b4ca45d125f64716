// Inspects an installation after a start: its processes, its store, its files and its API.
import { setTimeout as sleep } from 'node:timers/promises'
import { databasePath } from '../../../src/store/open.ts'
import { callerOf } from '../../kit/caller.ts'
import { sqliteFaults } from '../../kit/installation.ts'
import type { ServerProcess } from '../../kit/server.ts'
import { type Installation, type Member, orphanedQueriesEnded } from '../installation.ts'
import { survivors } from '../kill.ts'
import type { Violation } from '../violation.ts'
import { register } from './callers.ts'
import { inspect } from './inspect.ts'
import type { RoundsLedger } from './ledger.ts'
import type { Beating } from './load.ts'

/** This runs after a start, and checks what this server found and what earlier ones left. */
export async function inspectInstallation({
  installation,
  server,
  member,
  ledger,
  random,
  plan,
}: Beating): Promise<Violation[]> {
  const found: Violation[] = leftovers(await survivors(installation.folder, [server.pid]))
  const alone = installation.postgres === undefined
  await installation.withStore(async (store) => {
    if (!alone && !(await orphanedQueriesEnded(store, server.spawnedAt)))
      found.push({ kind: 'leftover', what: 'PostgreSQL still runs queries of a killed server' })
    const sweptUntil = alone ? Number.MAX_SAFE_INTEGER : server.spawnedAt
    // The last round's sets and a few earlier ones are read back now; everything is read back at the end.
    const readBack = ({ round }: { round: number }) => round === plan.number - 1 || random() < 0.02
    const { id: organisationId } = member
    const { data } = installation.config
    found.push(...(await inspect({ store, ledger, organisationId, data, sweptUntil, readBack })))
  })
  found.push(...(await askedOverHttp(server, member, ledger)))
  return found
}

/** The newest acknowledged collections are registered again over HTTP, which must answer 138. */
async function askedOverHttp(
  server: ServerProcess,
  member: Member,
  ledger: RoundsLedger,
): Promise<Violation[]> {
  const newest = ledger.collections.in('there').slice(-3)
  const caller = callerOf(server.url, member.credentials)
  const codes = await Promise.all(newest.map(([id]) => register(caller, id)))
  return codes
    .filter((code) => code !== 138)
    .map((code) => ({ kind: 'lost', what: `registering an acknowledged collection again answered ${code}` }))
}

/** At the end the journal must be empty, and every byte is read back. */
export async function inspectAtEnd(
  installation: Installation,
  server: ServerProcess,
  member: Member,
  ledger: RoundsLedger,
): Promise<Violation[]> {
  const found = leftovers(await survivors(installation.folder, [server.pid]))
  await installation.withStore(async (store) => {
    const waiting = 'SELECT storage_key FROM file_journal'
    for (let tries = 0; tries < 100 && (await store.database.query(waiting)).length > 0; tries++)
      await sleep(100)
    found.push(
      ...(await inspect({
        store,
        ledger,
        organisationId: member.id,
        data: installation.config.data,
        sweptUntil: Number.MAX_SAFE_INTEGER,
        readBack: () => true,
      })),
    )
  })
  await server.kill()
  found.push(...leftovers(await survivors(installation.folder, [])))
  if (!installation.postgres)
    found.push(
      ...sqliteFaults(databasePath(installation.config)).map((what) => ({ kind: 'lost' as const, what })),
    )
  return found
}

const leftovers = (pids: readonly number[]): Violation[] =>
  pids.map((pid) => ({ kind: 'leftover', what: `process ${pid} outlived its server` }))
