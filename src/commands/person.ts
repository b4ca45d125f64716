// selfsame person: erases, or writes out, all that belongs to one person of an organisation.

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recorded } from '../audit/command.ts'
import type { Settings } from '../config.ts'
import { faceRemoval } from '../faces/collections/remove.ts'
import { erasePerson } from '../persons/erase.ts'
import { exportPerson } from '../persons/export.ts'
import { makeFolder } from '../system/make-folder.ts'
import { CommandError, organisationNamed, say, withGallery, withStore } from './terminal.ts'

export async function erase(config: Settings, org: string, externalPersonId: string): Promise<void> {
  const { removed, isComplete } = await withStore(config, async (store) => {
    const { id: organisationId } = await organisationNamed(store, org)
    const command = { name: 'person erase', organisationId: () => organisationId }
    return withGallery(config, store, (gallery) =>
      recorded(store, config.audit === 'on', command, () =>
        erasePerson(
          { ...store, removeFace: faceRemoval({ ...store, gallery }), now: Date.now },
          { organisationId, externalPersonId },
        ),
      ),
    )
  })
  for (const [kind, count] of Object.entries(removed)) say(`  ${kind.padEnd(12)} ${count}`)
  say('Backups still hold what they held.')
  if (!isComplete)
    throw new CommandError(
      'Not complete: part of it waits for an engine that is away, where nobody finds it any more, or more came in meanwhile. Run this again.',
    )
}

/** One folder: `person.json`, and every file beside it under its id. */
export async function exportTo(
  config: Settings,
  org: string,
  externalPersonId: string,
  { out }: { out: string },
): Promise<void> {
  await makeFolder(out)
  if ((await readdir(out)).length > 0) throw new CommandError(`${out} is not empty.`)
  let files = 0
  const records: Record<string, object[]> = {}
  await withStore(config, async (store) => {
    const { id: organisationId } = await organisationNamed(store, org)
    const command = { name: 'person export', organisationId: () => organisationId }
    await recorded(store, config.audit === 'on', command, async () => {
      for await (const { kind, id, item } of exportPerson(store, { organisationId, externalPersonId })) {
        const { content, ...record } = item
        const list = records[kind] ?? []
        records[kind] = list
        list.push(content instanceof Buffer ? { ...record, file: id } : record)
        if (!(content instanceof Buffer)) continue
        await writeFile(join(out, id), content, { flag: 'wx', mode: 0o600 })
        files++
      }
    })
  })
  const written = { external_person_id: externalPersonId, ...records }
  await writeFile(join(out, 'person.json'), `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 })
  const count = Object.values(records).reduce((sum, list) => sum + list.length, 0)
  say(`${count} records and ${files} files are in ${out}.`)
}
