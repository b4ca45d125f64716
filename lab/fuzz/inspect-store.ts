// Checks the store after the server has ended: every record is whole, every file has an owner, every proof is in order.

import { join } from 'node:path'
import { databasePath } from '../../src/store/open.ts'
import { filesBelow } from '../kit/data-folder.ts'
import { openStoreOf, sqliteFaults } from '../kit/installation.ts'
import type { Findings } from './findings.ts'
import type { FuzzedServer } from './server.ts'

/** The most stored files that are opened again. */
const mostRead = 1500

/** The doctor opens a worker of its own, which takes longer than all the rest. */
export async function inspectStore(
  server: FuzzedServer,
  findings: Findings,
  asksDoctor: boolean,
): Promise<void> {
  const fault = (what: string) => findings.add({ kind: 'store', what })
  for (const one of sqliteFaults(databasePath(server.config))) fault(`SQLite: ${one}`)
  const store = await openStoreOf(server.config)
  try {
    // An aborted request is undone at once, not by a sweep.
    const journal = await store.database.query('SELECT storage_key FROM file_journal')
    if (journal.length > 0) fault(`${journal.length} writes were left unfinished`)
    const rows = await store.database.query<{ id: string; organisation: string; key: string }>(
      'SELECT id, organisation_id AS organisation, storage_key AS key FROM files',
    )
    const onDisk = await filesBelow(join(server.config.data, 'files'))
    const kept = new Set(rows.map(({ key }) => key))
    const there = new Set(onDisk.filter(({ whole }) => whole).map(({ key }) => key))
    for (const { key } of rows) if (!there.has(key)) fault('a record has no file')
    for (const { key, whole } of onDisk) if (!whole || !kept.has(key)) fault('a file has no record')
    const step = Math.max(1, Math.ceil(rows.length / mostRead))
    for (let i = 0; i < rows.length; i += step) {
      const row = rows[i]
      if (row && !(await store.vault.read(row.organisation, row.id).catch(() => undefined)))
        fault('a file cannot be read')
    }
  } finally {
    await store.close()
  }
  for (const words of [...(asksDoctor ? [['doctor']] : []), ['audit', 'verify']]) {
    const { isOk, said } = await server.command(...words)
    if (!isOk && !said.includes('unknown command'))
      fault(`selfsame ${words.join(' ')} is not content: ${faultIn(said)}`)
  }
}

/** The doctor names its faults above its last line. */
function faultIn(text: string): string {
  const lines = text.trim().split('\n')
  return (lines.find((line) => line.startsWith('FAULT')) ?? lines.at(-1) ?? '').slice(0, 200)
}
