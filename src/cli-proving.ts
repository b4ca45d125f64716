// The part of the command line that proves what was done: selfsame audit, selfsame receipt.
import type { Command } from 'commander'
import type { VerifyOptions } from './commands/audit.ts'
import type { ReceiptOptions } from './commands/receipt.ts'
import type { Settings } from './config.ts'

export function addProvingCommands(program: Command, config: () => Settings): void {
  const audit = program
    .command('audit')
    .description('The audit trail: who asked for what with which outcome, in chains of hashes.')
  audit
    .command('verify')
    .description('Say whether the trail is as it was written, or where the first break is.')
    .option('--head <hash>', 'a hash kept elsewhere, of `audit head` or of a receipt: it must be there')
    .option('--from <number>', 'believe the chains before this number')
    .action(async (options: VerifyOptions) =>
      (await import('./commands/audit.ts')).verifyAudit(config(), options),
    )
  audit
    .command('head')
    .description(
      'Print a hash that stands for the whole trail up to now: keep it where this machine cannot write.',
    )
    .action(async () => (await import('./commands/audit.ts')).auditHead(config()))
  audit
    .command('export')
    .description('Print the entries from a date on, one JSON object a line, in the order of time.')
    .requiredOption('--since <date>', 'such as 2026-01-31 or 2026-01-31T08:00:00Z')
    .action(async (options: { since: string }) =>
      (await import('./commands/audit.ts')).exportAudit(config(), options),
    )

  const receipt = program
    .command('receipt')
    .description('Receipts: signed records of verdicts, to be proved later.')
  receipt
    .command('verify')
    .argument('<file>', 'what GET /receipts/{request_id} answered')
    .description('Say whether a receipt is genuine. Works offline, on any machine.')
    .option('--key <key>', 'the thumbprint of the key you trust, or a file with what `receipt key` prints')
    .option('--input <file...>', 'also say whether these files are what was judged')
    .action(async (file: string, options: ReceiptOptions) =>
      (await import('./commands/receipt.ts')).verifyReceiptFile(file, options),
    )
  receipt
    .command('key')
    .description('Print the public keys that sign receipts, newest first, as a JWK set.')
    .action(async () => (await import('./commands/receipt.ts')).showReceiptKeys(config()))
}
