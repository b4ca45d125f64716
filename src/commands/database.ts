// selfsame verify opens everything that is stored; selfsame migrate brings the database to this version.
import { verifyTrail } from '../audit/verify.ts'
import type { Settings } from '../config.ts'
import { migrate, pending } from '../store/migrate.ts'
import type { Store } from '../store/open.ts'
import { openDatabase } from '../store/open.ts'
import { verifyAll } from '../store/verify.ts'
import { CommandError, megabytes, say, warn, withStore } from './terminal.ts'

export interface VerifyStoredOptions {
  readonly removeStrays?: boolean
}

/** At most this many are named; the rest is counted. */
const mostNamed = 20

export async function verifyStored(
  config: Settings,
  { removeStrays = false }: VerifyStoredOptions,
): Promise<void> {
  const faults = await withStore(config, async (store) => {
    const found = await verifyAll(store, counting())
    for (const [what, count] of Object.entries(found.opened))
      say(`${String(count).padStart(8)}  ${what}${what === 'files' ? `, ${megabytes(found.bytes)}` : ''}`)
    const { entries, fault } = await verifyTrail(store.database)
    say(`${String(entries).padStart(8)}  entries of the audit trail`)
    await settleOrphans(store, found.orphans, removeStrays)
    return fault === undefined ? found.faults : [...found.faults, `The audit trail is broken. ${fault}`]
  })
  for (const fault of faults.slice(0, mostNamed)) warn(`FAULT  ${fault}`)
  if (faults.length > mostNamed) warn(`and ${faults.length - mostNamed} more`)
  if (faults.length > 0)
    throw new CommandError(
      `${faults.length} ${faults.length === 1 ? 'thing does' : 'things do'} not open. Restore what is missing from a backup.`,
    )
  say('Everything opens.')
}

async function settleOrphans({ files }: Store, orphans: readonly string[], remove: boolean): Promise<void> {
  if (orphans.length === 0) return
  if (remove) for (const key of orphans) await files.remove(key)
  say(
    remove
      ? `${String(orphans.length).padStart(8)}  files that nothing refers to, removed`
      : `${String(orphans.length).padStart(8)}  files that nothing refers to; \`selfsame verify --remove-strays\` removes them`,
  )
}

/** There is no total to begin with: a line for every ten thousand. */
function counting(): (opened: number) => void {
  return (opened) => {
    if (opened % 10_000 === 0) warn(`${opened} opened`)
  }
}

export async function migrateDatabase(
  config: Settings,
  { dryRun = false }: { dryRun?: boolean },
): Promise<void> {
  const database = openDatabase(config)
  try {
    const list = dryRun ? await pending(database) : await migrate(database, Date.now)
    for (const { number, name } of list)
      say(`${dryRun ? 'to do' : 'done '}  ${String(number).padStart(4, '0')}  ${name}`)
    if (list.length === 0) say('The database is at this version.')
  } catch (error) {
    throw new CommandError((error as Error).message)
  } finally {
    await database.close()
  }
}
