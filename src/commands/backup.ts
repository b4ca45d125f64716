// selfsame backup: copies the embedded database and its files into a folder, while the server runs.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recorded } from '../audit/command.ts'
import type { Settings } from '../config.ts'
import { backUp } from '../store/backup.ts'
import { type BackupPage, BackupUnusable, copyDurably } from '../store/backup-folder.ts'
import { databasePath, masterKeyPath, openDatabase, openFiles } from '../store/open.ts'
import { StoreUnavailable } from '../store/port.ts'
import { version } from '../system/version.ts'
import { CommandError, megabytes, progress, say, warn } from './terminal.ts'

export interface MakeBackupOptions {
  readonly out: string
  readonly withMasterKey?: boolean
}

export async function makeBackup(
  config: Settings,
  { out, withMasterKey = false }: MakeBackupOptions,
): Promise<void> {
  if (config.databaseUrl)
    throw new CommandError(
      'The records are in PostgreSQL: back them up with pg_dump or pg_basebackup, then the bucket; docs/guides/operations.md says in which order.',
    )
  if (withMasterKey && config.masterKey)
    throw new CommandError(
      'The master key comes from SELFSAME_MASTER_KEY: keep a copy of it yourself, apart from the backup.',
    )
  await stat(databasePath(config)).catch(() => {
    throw new CommandError(
      `There is no database in ${config.data}. Set SELFSAME_DATA to the folder of the server.`,
    )
  })
  const page = await explained(() => copyAll(config, out))
  if (withMasterKey) await copyDurably(masterKeyPath(config), join(out, 'master.key'))
  tell(page, out, withMasterKey)
}

/** The backup is recorded in the trail that is copied and in the one that goes on. */
async function copyAll(config: Settings, folder: string): Promise<BackupPage> {
  const database = openDatabase(config)
  try {
    return await recorded({ database }, config.audit === 'on', { name: 'backup' }, () =>
      backUp({
        databasePath: databasePath(config),
        files: openFiles(config),
        folder,
        version,
        now: Date.now,
        onProgress: progress('files'),
      }),
    )
  } finally {
    await database.close()
  }
}

function tell(page: BackupPage, out: string, withMasterKey: boolean): void {
  say(`Backed up to ${out}: the database and ${page.files} files, ${megabytes(page.bytes)}.`)
  say(`All that was acknowledged before ${page.begun_at} is in it.`)
  if (withMasterKey)
    warn(
      'THE MASTER KEY IS IN IT: whoever has this folder can read everything in it. Take master.key out and keep it elsewhere.',
    )
  else
    say(`It opens with master key ${page.master_keys.join(', ')}, which is not in it: keep a copy elsewhere.`)
}

export async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof BackupUnusable || error instanceof StoreUnavailable || code !== undefined)
      throw new CommandError(message)
    throw error
  }
}
