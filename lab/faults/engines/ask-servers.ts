// Asks every server at the end for everything acknowledged: organisations, verdicts, receipts, the audit trail.

import { allEntries } from '../../../specimens/kit/records/audit-trail.ts'
import { verifyTrail } from '../../../src/audit/verify.ts'
import { readSigned, trustedKids, verifyReceipt } from '../../../src/receipts/verify.ts'
import { callerOf } from '../../kit/caller.ts'
import { openViolations, type Violation } from '../violation.ts'
import type { Cluster } from './cluster.ts'
import type { EnginesLedger } from './ledger.ts'

export async function askServers(cluster: Cluster, ledger: EnginesLedger): Promise<Violation[]> {
  const { found, accuse } = openViolations()
  for (const [index, { url }] of cluster.servers.entries()) {
    const { call } = callerOf(url, cluster.member.credentials)
    for (const [name, password] of ledger.organisations) {
      const { status } = await call('organisation', { as: { name, password } })
      if (status !== 200) accuse('lost', `organisation ${name} was added and is answered ${status}`)
    }
    for (const [id, { verdict }] of ledger.challenges.entries) {
      if (verdict === undefined) continue
      const { body } = await call('verifyNoseChallenge', { id })
      if (JSON.stringify(body) !== verdict)
        accuse('wrong', `the verdict of challenge ${id} is another on server ${index + 1}`)
    }
    const kids = trustedKids(JSON.stringify((await call('receiptKeys')).body))
    for (const requestId of ledger.verdicts) {
      const { status, body } = await call('receipt', { id: requestId })
      const signed = readSigned(JSON.stringify(body))
      if (status !== 200 || !signed) accuse('lost', `the receipt of ${requestId} is answered ${status}`)
      else if (!verifyReceipt(signed, kids).isGood)
        accuse('wrong', `the receipt of ${requestId} is not genuine`)
    }
    const { code, body } = await call('readyz')
    if (code !== 200) accuse('unrecovered', `server ${index + 1} says ${JSON.stringify(body)}`)
  }

  const { fault } = await verifyTrail(cluster.store.database)
  if (fault !== undefined) accuse('wrong', `the audit trail: ${fault}`)
  const known = new Set((await allEntries(cluster.store.database)).map(({ requestId }) => requestId))
  for (const { status, requestId, act } of ledger.answers)
    if (status >= 200 && status < 300 && !known.has(requestId))
      accuse('lost', `an answer of ${act} that the audit trail does not know`)
  return found
}
