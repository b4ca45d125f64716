// What the servers themselves tell of it at the end, each of them: organisations, verdicts, receipts, the audit trail.
import { verifyTrail } from '../../../src/audit/verify.ts'
import { readSigned, trustedKids, verifyReceipt } from '../../../src/receipts/verify.ts'
import { allEntries } from '../../../test/audit/trail-kit.ts'
import { basic } from '../../../test/kit/server.ts'
import type { Cluster } from './cluster.ts'
import type { Violation } from './inspect.ts'
import type { Ledger } from './ledger.ts'

interface Told {
  readonly status: number
  readonly text: string
}

export async function heldByServers(cluster: Cluster, ledger: Ledger): Promise<Violation[]> {
  const found: Violation[] = []
  const accuse = (kind: Violation['kind'], what: string) => void found.push({ kind, what })
  const authorization = basic(cluster.member.credentials)
  const ask = async (url: string, path: string, more: RequestInit = {}): Promise<Told> => {
    const answer = await fetch(url + path, { headers: { authorization }, ...more })
    return { status: answer.status, text: await answer.text() }
  }

  for (const [index, { url }] of cluster.servers.entries()) {
    for (const [name, password] of ledger.organisations) {
      const headers = { authorization: basic({ name, password }) }
      const { status } = await ask(url, '/organisation', { headers })
      if (status !== 200) accuse('lost', `organisation ${name} was added and is answered ${status}`)
    }
    for (const { id, verdict } of ledger.challenges.values()) {
      if (verdict === undefined) continue
      const headers = { authorization, 'content-type': 'application/json' }
      const again = { method: 'POST', headers, body: '{}' }
      const { text } = await ask(url, `/liveness-challenge/${id}/verify`, again)
      if (text !== verdict)
        accuse('wrong', `the verdict of challenge ${id} is another on server ${index + 1}`)
    }
    const kids = trustedKids((await ask(url, '/receipts/keys')).text)
    for (const requestId of ledger.verdicts) {
      const { status, text } = await ask(url, `/receipts/${requestId}`)
      const signed = readSigned(text)
      if (status !== 200 || !signed) accuse('lost', `the receipt of ${requestId} is answered ${status}`)
      else if (!verifyReceipt(signed, kids).isGood)
        accuse('wrong', `the receipt of ${requestId} is not genuine`)
    }
    const { text } = await ask(url, '/readyz')
    if (!text.includes('"result_code":200')) accuse('unrecovered', `server ${index + 1} says ${text}`)
  }

  const { fault } = await verifyTrail(cluster.store.database)
  if (fault !== undefined) accuse('wrong', `the audit trail: ${fault}`)
  const known = new Set((await allEntries(cluster.store.database)).map(({ requestId }) => requestId))
  for (const { status, requestId, act } of ledger.answers)
    if (status >= 200 && status < 300 && !known.has(requestId))
      accuse('lost', `an answer of ${act} that the audit trail does not know`)
  return found
}
