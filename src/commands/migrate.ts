// selfsame migrate: brings the database to this version.
import type { Settings } from '../config.ts'
import { migrate, pending } from '../store/migrate.ts'
import { openDatabase } from '../store/open.ts'
import { CommandError, say } from './terminal.ts'

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
