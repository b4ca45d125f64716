// The part of the command line about what is kept of people, and how it goes: selfsame person, selfsame purge.
import type { Command } from 'commander'
import type { PurgeOptions } from './commands/purge.ts'
import type { Settings } from './config.ts'

export function addKeepingCommands(program: Command, config: () => Settings): void {
  const person = program
    .command('person')
    .description('All that belongs to one person of an organisation, by its external_person_id.')
  person
    .command('erase')
    .argument('<org>', 'name of the organisation')
    .argument('<person>', 'external_person_id')
    .description('Erase all that belongs to a person. There is no way back.')
    .requiredOption('--yes', 'I mean it')
    .action(async (org: string, id: string) =>
      (await import('./commands/person.ts')).erase(config(), org, id),
    )
  person
    .command('export')
    .argument('<org>', 'name of the organisation')
    .argument('<person>', 'external_person_id')
    .description('Write out all that is kept of a person: records as JSON, files beside it.')
    .requiredOption('--out <folder>', 'a folder that is new or empty')
    .action(async (org: string, id: string, options: { out: string }) =>
      (await import('./commands/person.ts')).exportTo(config(), org, id, options),
    )

  program
    .command('purge')
    .description('Remove what is over by the retention clocks, as running servers do by themselves.')
    .option('--dry-run', 'only count what would be removed')
    .option(
      '--confirm-clock',
      'say that the clock of this machine is right, where purging pauses after a jump',
    )
    .action(async (options: PurgeOptions) =>
      (await import('./commands/purge.ts')).purgeNow(config(), options),
    )
}
