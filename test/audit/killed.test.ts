// Tests that a server killed under traffic leaves a whole chain, with an entry for every answer that was sent.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allEntries } from '../../specimens/kit/records/audit-trail.ts'
import { callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { installation, passwordIn } from '../commands/command-line.ts'

test('killed again and again under traffic, every answer that arrived has its entry', async () => {
  const at = installation()
  const settings = {
    SELFSAME_RATE: '1000000',
    SELFSAME_RATE_BURST: '1000000',
    SELFSAME_CONCURRENCY: '1000',
    SELFSAME_LOG_FORMAT: 'json',
  }
  const answered: string[] = []
  let password = ''
  for (let round = 0; round < 3; round++) {
    const served = at.start('serve', settings)
    // What is printed and what is logged come by two pipes, in any order.
    if (round === 0) await served.until(/browse: /)
    await served.until(/"url":"[^"]+"/)
    password ||= passwordIn(served.output())
    const url = /"url":"([^"]+)"/.exec(served.output())?.[1] ?? ''
    const call = callerOf({ url, credentials: { name: 'first', password } })
    const enough = answered.length + 40 * (round + 1)
    let isOver = false
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let turn = 0; !isOver; turn++) {
        const body = { id: `${round}-${caller}-${turn}`, external_person_id: 'p' }
        const answer = await call('POST', '/face-collections/sign-collection-id', body).catch(() => undefined)
        if (!answer) return
        if (answer.status === 200) answered.push(answer.headers.get('x-request-id') ?? '')
        // The other callers wait for their answers at this moment.
        if (answered.length > enough) {
          isOver = true
          served.child.kill('SIGKILL')
        }
      }
    })
    await Promise.all([served.ended, ...callers])
  }
  const database = openSqlite(join(at.data, 'selfsame.db'))
  onTestFinished(() => database.close())
  const { fault, chains } = await verifyTrail(database)
  expect(fault).toBeUndefined()
  // Each start adds one entry, and the first organisation adds one.
  expect(chains).toBe(4)
  const known = new Set((await allEntries(database)).map(({ requestId }) => requestId))
  expect(answered.length).toBeGreaterThan(240)
  expect(answered.filter((id) => !known.has(id))).toEqual([])
})
