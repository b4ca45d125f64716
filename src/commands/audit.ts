// selfsame audit: verifies the trail, prints a hash of it to keep elsewhere, and exports its entries for a SIEM.
import { openChain } from '../audit/open-chain.ts'
import { verifyTrail } from '../audit/verify.ts'
import type { Settings } from '../config.ts'
import { countEntries, entriesSince } from '../store/records/audit.ts'
import { CommandError, progress, say, withStore } from './terminal.ts'

export interface VerifyAuditOptions {
  readonly head?: string
  readonly from?: string
}

export async function verifyAudit(config: Settings, options: VerifyAuditOptions): Promise<void> {
  const from = Number(options.from ?? '1')
  if (!Number.isSafeInteger(from) || from < 1) throw new CommandError('--from must be the number of a chain.')
  const head = options.head?.toLowerCase()
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
    throw new CommandError(
      '--head must be a hash: 64 letters and digits, as `selfsame audit head` prints it.',
    )
  await withStore(config, async ({ database }) => {
    const total = from === 1 ? await countEntries(database) : 0
    const show = progress('entries')
    const onProgress = (done: number) => {
      if (total > 0) show({ done: Math.min(done, total), total })
    }
    const { chains, entries, fault } = await verifyTrail(database, { from, head, onProgress })
    if (fault !== undefined)
      throw new CommandError(`The audit trail is broken. ${fault}\n${entries} entries before it are whole.`)
    const caution = head === undefined ? ' Without --head, entries cut off at the end are not noticed.' : ''
    say(`The audit trail is whole: ${entries} entries in ${chains} chains.${caution}`)
  })
}

/** A new chain sees how far all others have come; its hash stands for all of it. */
export async function auditHead(config: Settings): Promise<void> {
  await withStore(config, async ({ database }) => say((await openChain(database, Date.now)).hash))
}

export async function exportAudit(config: Settings, { since }: { since: string }): Promise<void> {
  const time = Date.parse(since)
  if (Number.isNaN(time))
    throw new CommandError('--since must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z.')
  await withStore(config, async ({ database }) => {
    let last = { at: time, chain: '', number: 0 }
    for (;;) {
      const page = await entriesSince(database, last, 1000)
      for (const entry of page) {
        say(JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() }))
        last = entry
      }
      if (page.length < 1000) return
      // A slow reader at the other end of the pipe must not fill our memory.
      if (process.stdout.writableNeedDrain)
        await new Promise((resolve) => process.stdout.once('drain', resolve))
    }
  })
}
