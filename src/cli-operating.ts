// The part of the command line for the operator's day: selfsame backup, restore, verify.
import type { Command } from 'commander'
import type { BackupOptions } from './commands/backup.ts'
import type { VerifyOptions } from './commands/verify.ts'
import type { Settings } from './config.ts'

export function addOperatingCommands(program: Command, config: () => Settings): void {
  program
    .command('backup')
    .description(
      'Copy the embedded database and its files into a folder, while the server runs. The same folder again takes only what is new.',
    )
    .requiredOption('--out <folder>', 'new, empty, or of an earlier backup')
    .option(
      '--with-master-key',
      'put the master key beside it: whoever has the folder can then read all of it',
    )
    .action(async (options: BackupOptions) =>
      (await import('./commands/backup.ts')).makeBackup(config(), options),
    )
  program
    .command('restore')
    .argument('<folder>', 'of a backup')
    .description('Put a backup into an empty data folder, and open everything in it once.')
    .action(async (folder: string) => (await import('./commands/restore.ts')).restoreBackup(config(), folder))
  program
    .command('verify')
    .description(
      'Open everything that is stored, once: keys, records, files, the audit trail. Beside running servers, on every engine.',
    )
    .option(
      '--remove-strays',
      'remove files that nothing refers to, as a restored older database leaves them',
    )
    .action(async (options: VerifyOptions) =>
      (await import('./commands/verify.ts')).verifyStored(config(), options),
    )
}
