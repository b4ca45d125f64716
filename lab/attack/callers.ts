// Those who call a victim: programs with an API key of an organisation, and the person of a verification.
import type { Credentials } from '../../src/organisations/manage.ts'
import type { Call } from '../../src/verifications/sandbox/run-persona.ts'
import { callerOf } from '../kit/caller.ts'
import type { Victim } from './attack.ts'

export type Asked = Awaited<ReturnType<Call>>
export type Ask = (method: string, path: string, body?: object) => Promise<Asked>

/** Calls with a key, a link or a token. */
export const bearerCall =
  ({ url }: Pick<Victim, 'url'>): Call =>
  async (method, path, bearer, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Asked['body'] }
  }

/** A new key of an organisation, made by the operator; `words` are options of the command. */
export async function keyOf(
  victim: Victim,
  { name }: Credentials,
  ...words: readonly string[]
): Promise<Ask> {
  const { said } = await victim.command('api-key', 'create', name, 'attack', ...words, '--json')
  const { key } = JSON.parse(said) as { key: string }
  return (method, path, body) => bearerCall(victim)(method, path, key, body)
}

/** The person of a new verification of the neighbour, who opened the link. */
export async function personOf(victim: Victim): Promise<Ask> {
  const { call } = callerOf(victim.url, victim.neighbour)
  const body = { policy: 'simple', external_person_id: 'somebody' }
  const { link } = (await call('createVerification', { body })).body as { link: { token: string } }
  const opened = await bearerCall(victim)('POST', '/verification-session/token', link.token, {})
  const token = String(opened.body.token)
  return (method, path, body) => bearerCall(victim)(method, path, token, body)
}
