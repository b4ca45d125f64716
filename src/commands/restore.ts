// selfsame restore: puts a backup into an empty data folder, and opens everything in it once.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../config.ts'
import { type BackupPage, copyDurably } from '../store/backup-folder.ts'
import { type MasterKeys, parseMasterKeys, readMasterKeyFile } from '../store/master-key.ts'
import { databasePath, masterKeyPath, openFiles } from '../store/open.ts'
import { readBackup, refuseUnlessEmpty, restore } from '../store/restore.ts'
import { lockForServing } from '../store/sqlite.ts'
import { explained } from './backup.ts'
import { verifyStored } from './database.ts'
import { CommandError, progress, say } from './terminal.ts'

export async function restoreBackup(config: Settings, folder: string): Promise<void> {
  if (config.databaseUrl)
    throw new CommandError(
      'SELFSAME_DATABASE_URL is set: PostgreSQL is restored with its own tools; docs/guides/operations.md says how.',
    )
  const page = await explained(() => readBackup(folder))
  await explained(() => refuseUnlessEmpty(config.data))
  const keyInBackup = join(folder, 'master.key')
  refuseWithoutKey(config, page, keyInBackup)
  const lock = lockForServing(join(config.data, 'serving.lock'))
  if (!lock) throw new CommandError(`A server is running on ${config.data}. Stop it first.`)
  try {
    if (!masterKeysOf(config)) await copyDurably(keyInBackup, masterKeyPath(config))
    await explained(() =>
      restore(page, {
        folder,
        data: config.data,
        databasePath: databasePath(config),
        files: openFiles(config),
        onProgress: progress('files'),
      }),
    )
  } finally {
    lock.release()
  }
  say(`Restored what was acknowledged before ${page.begun_at}. Opening everything once:`)
  await verifyStored(config, {})
  if (config.qdrantUrl) say('Now run `selfsame faces fill-qdrant`: Qdrant may know more faces, or fewer.')
}

const masterKeysOf = (config: Settings): MasterKeys | undefined =>
  config.masterKey
    ? parseMasterKeys(config.masterKey, 'SELFSAME_MASTER_KEY')
    : readMasterKeyFile(masterKeyPath(config))

/** Before anything is copied: without its key a backup is noise. */
function refuseWithoutKey(config: Settings, { master_keys: wanted }: BackupPage, keyInBackup: string): void {
  const keys = masterKeysOf(config) ?? (existsSync(keyInBackup) ? readMasterKeyFile(keyInBackup) : undefined)
  const missing = wanted.filter((id) => !keys?.some((key) => key.id === id))
  if (missing.length === 0) return
  throw new CommandError(
    `This backup opens with master key ${missing.join(', ')}, which is not here. Put it into ${masterKeyPath(config)}, or name it with SELFSAME_MASTER_KEY_FILE.`,
  )
}
