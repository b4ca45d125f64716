// Records a command of the operator in the audit trail: its beginning, before it changes anything, and its end.
import type { Store } from '../store/open.ts'
import { openTrail } from './trail.ts'

export interface Command {
  /** The command as typed, without names: `org add`. */
  readonly name: string
  /** The organisation it concerns, as far as known; asked before and after the command. */
  readonly organisationId?: () => Promise<string> | string
  /** The API key it concerns. */
  readonly apiKeyId?: string
  /** The member it concerns. */
  readonly memberId?: () => string
}

/** Commands use the numbers of HTTP statuses for processing, done and failed. */
const statuses = { begun: 102, done: 200, failed: 500 } as const

export async function recorded<T>(
  { database }: Pick<Store, 'database'>,
  isOn: boolean,
  { name, organisationId = () => '', apiKeyId = '', memberId = () => '' }: Command,
  act: () => Promise<T>,
): Promise<T> {
  if (!isOn) return act()
  const trail = openTrail({ database, now: Date.now, isOn })
  const record = async (state: keyof typeof statuses): Promise<void> => {
    const status = statuses[state]
    const event = {
      at: Date.now(),
      organisationId: await organisationId(),
      apiKeyId,
      memberId: memberId(),
      requestId: '',
      operation: `command:${name}`,
      route: '',
      status,
      resultCode: status,
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    trail.record(event, (error) => (error ? reject(error) : resolve()))
    await promise
  }
  await record('begun')
  try {
    const result = await act()
    await record('done')
    await trail.settled()
    return result
  } catch (error) {
    await record('failed')
    throw error
  }
}
