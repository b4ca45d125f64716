// selfsame verify opens everything that is stored; selfsame migrate brings the database to this version.
import { acceptRows, openComparing } from '../audit/bound-rows.ts'
import { recorded } from '../audit/command.ts'
import { verifyTrail } from '../audit/verify.ts'
import type { Settings } from '../config.ts'
import { digestsOf, digestsSecret } from '../store/digests.ts'
import { migrate, pending } from '../store/migrate.ts'
import type { Store } from '../store/open.ts'
import { openDatabase } from '../store/open.ts'
import { verifyAll } from '../store/verify.ts'
import { CommandError, megabytes, say, warn, withStore } from './terminal.ts'

export interface VerifyStoredOptions {
  readonly removeStrays?: boolean
  readonly accept?: boolean
}

/** At most this many are named; the rest is counted. */
const mostNamed = 20

export async function verifyStored(
  config: Settings,
  { removeStrays = false, accept = false }: VerifyStoredOptions,
): Promise<void> {
  const faults = await withStore(config, async (store) => {
    const found = await verifyAll(store, counting())
    for (const [what, count] of Object.entries(found.opened))
      say(`${String(count).padStart(8)}  ${what}${what === 'files' ? `, ${megabytes(found.bytes)}` : ''}`)
    const { entries, fault, rows } = await compareBound(store)
    say(`${String(entries).padStart(8)}  entries of the audit trail`)
    say(`${String(rows.rows).padStart(8)}  rows that decide, ${sinceWhen(rows.since)}`)
    if (config.audit === 'off')
      warn('The audit trail is off: a row that was set back or removed with its binding is not found.')
    await settleOrphans(store, found.orphans, removeStrays)
    const broken = fault === undefined ? [] : [`The audit trail is broken. ${fault}`]
    if (accept && rows.faults.length > 0)
      await recorded(store, config.audit === 'on', { name: 'verify --accept' }, () =>
        acceptRows(store.database, rows.faults),
      )
    for (const { row, what } of accept ? rows.faults : []) if (row) say(`accepted  ${what}`)
    const named = rows.faults.filter(({ row }) => !accept || !row).map(({ what }) => what)
    return [...found.faults, ...broken, ...named]
  })
  for (const fault of faults.slice(0, mostNamed)) warn(`FAULT  ${fault}`)
  if (faults.length > mostNamed) warn(`and ${faults.length - mostNamed} more`)
  if (faults.length > 0)
    throw new CommandError(
      `${faults.length} ${faults.length === 1 ? 'thing does' : 'things do'} not open, or ${faults.length === 1 ? 'is' : 'are'} not as the server wrote them. Restore them from a backup.`,
    )
  say('Everything opens.')
}

/** The trail is gone through first: it never knows more than what is bound by then. */
async function compareBound({ database, keyring }: Store) {
  const comparing = openComparing(database, digestsOf(await keyring.secretNamed(digestsSecret)))
  const trail = await verifyTrail(database, { onEntries: comparing.compareEntries })
  return { ...trail, rows: await comparing.compareAll() }
}

const sinceWhen = (since: number | undefined): string =>
  since === undefined
    ? 'not all bound yet: the next start of a server binds them'
    : `bound since ${new Date(since).toISOString()}`

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
