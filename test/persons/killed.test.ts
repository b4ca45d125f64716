// Tests a server that is killed while it erases and purges: people reported as erased are gone, all others are whole.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepChallenge, keepDocument, keepFace, rowsOf } from '../../specimens/kit/records/kept-people.ts'
import { callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { exportPerson } from '../../src/persons/export.ts'
import type { Store } from '../../src/store/open.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { installation, passwordIn } from '../commands/command-line.ts'

const PERSONS = 32
const ROUNDS = 2
/** On a slow machine few of them are answered in time, and somebody must be left who was never asked for. */
const MOST_ASKED_A_ROUND = 12
const person = (number: number) => `person-${number}`
const day = 86_400_000

/** Each person has all kinds of records; a fifth of the people is past its clock, and is purged. */
async function fill(store: Store, organisationId: string): Promise<void> {
  for (let number = 0; number < PERSONS; number++) {
    const whose = { organisationId, externalPersonId: person(number) }
    const at = Date.now() - (number % 5 === 0 ? 60 * day : 0)
    await keepChallenge(store, whose, at, 2)
    await keepDocument(store, whose, at)
    await keepFace(store, whose, at, { seed: number + 1 })
  }
}

async function exported(store: Store, organisationId: string, externalPersonId: string): Promise<string[]> {
  const kinds: string[] = []
  for await (const { kind, item } of exportPerson(store, { organisationId, externalPersonId })) {
    // Files of pictures may be purged by their own clock; then the record says so.
    if ('content' in item && !item.file_removed_at) expect(item.content, kind).toBeInstanceOf(Buffer)
    kinds.push(kind)
  }
  return kinds
}

test('a killed server leaves no person half erased', async () => {
  const at = installation()
  const settings = { SELFSAME_LOG_FORMAT: 'json', SELFSAME_WRITE_DEADLINE: '2s' }
  const first = at.start('serve', settings)
  await first.until(/browse: /)
  const password = passwordIn(first.output())
  first.child.kill('SIGTERM')
  await first.ended
  const organisationId = await at.withStore(async (store) => {
    const id = (await listOrganisations(store.database))[0]?.id ?? ''
    await fill(store, id)
    return id
  })

  const gone = new Set<number>()
  let next = 0
  for (let round = 0; round < ROUNDS; round++) {
    const served = at.start('serve', settings)
    await served.until(/"url":"[^"]+"/)
    const url = /"url":"([^"]+)"/.exec(served.output())?.[1] ?? ''
    const call = callerOf({ url, credentials: { name: 'first', password } })
    const enough = gone.size + 5
    let isOver = false
    const callers = Array.from({ length: 3 }, async () => {
      while (!isOver && next < (round + 1) * MOST_ASKED_A_ROUND) {
        const number = next++
        const body = { external_person_id: person(number) }
        const answer = await call('POST', '/persons/erase', body).catch(() => undefined)
        if (!answer) return
        if (answer.body.complete) gone.add(number)
        // The other callers wait for their answers at this moment.
        if (gone.size >= enough) {
          isOver = true
          served.child.kill('SIGKILL')
        }
      }
    })
    await Promise.all(callers)
    served.child.kill('SIGKILL')
    await served.ended
    next = (round + 1) * MOST_ASKED_A_ROUND
  }

  await at.withStore(async (store) => {
    await store.vault.sweep({ evenUnfinished: true })
    for (const number of gone) expect(await exported(store, organisationId, person(number))).toEqual([])
    const left = Array.from({ length: PERSONS }, (_, number) => number).filter((number) => !gone.has(number))
    expect(left.length).toBeGreaterThan(5)
    let whole = 0
    for (const number of left) {
      const kinds = await exported(store, organisationId, person(number))
      if (kinds.filter((kind) => kind !== 'prints').length === 6) whole++
    }
    expect(whole).toBeGreaterThan(0)
    const { files } = await rowsOf(store, organisationId)
    const lying = readdirSync(join(at.data, 'files'), { recursive: true, withFileTypes: true })
    expect(lying.filter((one) => one.isFile())).toHaveLength(files)
  })
})
