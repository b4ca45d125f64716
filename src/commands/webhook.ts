// selfsame webhook: lists, adds, removes and rotates the endpoints of organisations, and shows and replays deliveries.
import { recorded } from '../audit/command.ts'
import type { Settings } from '../config.ts'
import { iso, isoOrNull } from '../http/times.ts'
import type { Store } from '../store/open.ts'
import { listOrganisations } from '../store/records/organisations.ts'
import {
  type DeliveryState,
  findDelivery,
  listDeliveries,
  replayDelivery,
} from '../store/records/webhook-deliveries.ts'
import {
  type Endpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../store/records/webhook-endpoints.ts'
import { version } from '../system/version.ts'
import {
  createEndpoint,
  eventTypes,
  longestGraceHours,
  mostEndpoints,
  rotateSecret,
  usualEvents,
} from '../webhooks/endpoints.ts'
import { openSender } from '../webhooks/send.ts'
import { CommandError, organisationNamed, say, withStore } from './terminal.ts'

export async function listWebhooks(
  config: Settings,
  org: string | undefined,
  { json = false }: { json?: boolean },
): Promise<void> {
  const rows = await withStore(config, async (store) => {
    const only = org === undefined ? {} : { organisationId: (await organisationNamed(store, org)).id }
    const names = new Map((await listOrganisations(store.database)).map(({ id, name }) => [id, name]))
    return (await listEndpoints(store.database, only)).map((endpoint) => ({
      id: endpoint.id,
      organisation: names.get(endpoint.organisationId) ?? '',
      state: stateOf(endpoint),
      isTest: endpoint.isTest,
      url: endpoint.url,
      events: endpoint.events,
      description: endpoint.description,
      createdAt: iso(endpoint.createdAt),
    }))
  })
  if (json) return say(JSON.stringify(rows, null, 2))
  for (const row of rows)
    say(
      `${row.id}  ${row.organisation.padEnd(16)} ${row.isTest ? 'test' : 'live'}  ${row.state.padEnd(8)} ${row.url}  ${row.events.join(',')}`,
    )
  if (rows.length === 0) say('There is no endpoint yet. `selfsame webhook add ORG URL` adds one.')
}

const stateOf = ({ isEnabled, disabledBecause }: Endpoint): string =>
  isEnabled ? 'enabled' : disabledBecause === null ? 'off' : `off (${disabledBecause})`

export interface AddOptions {
  readonly events?: string
  readonly description?: string
  readonly test?: boolean
  readonly json?: boolean
}

export async function addWebhook(
  config: Settings,
  org: string,
  url: string,
  { events, description = '', test = false, json = false }: AddOptions,
): Promise<void> {
  const types = readEvents(events)
  const { webhookAllow: allowed, webhookTimeoutMs: timeoutMs } = config
  const forbidden = await openSender({ allowed, timeoutMs, userAgent: `Selfsame/${version}` }).check(url)
  if (forbidden) throw new CommandError(`The URL ${forbidden.why}.`)
  const { endpoint, secret } = await withStore(config, async (store) => {
    const { id: organisationId } = await organisationNamed(store, org)
    return recorded(store, config.audit === 'on', commandOn('webhook add', organisationId), async () => {
      const wanted = { organisationId, url, description, events: types, isTest: test }
      const made = await createEndpoint(store, wanted, Date.now())
      if (made) return made
      throw new CommandError(`It has ${mostEndpoints} endpoints, which is the most. Remove one first.`)
    })
  })
  show(endpoint.id, secret, json)
}

function readEvents(text: string | undefined): string[] {
  if (text === undefined) return usualEvents
  const types = text.split(',').map((type) => type.trim())
  if (types.includes('*')) return ['*']
  const unknown = types.find((type) => !eventTypes.includes(type))
  if (unknown === undefined) return [...new Set(types)]
  throw new CommandError(
    `There is no event ${JSON.stringify(unknown)}. --events takes * for all, or some of these between commas:\n  ${eventTypes.join('\n  ')}`,
  )
}

export async function rotateWebhook(
  config: Settings,
  id: string,
  { grace, json = false }: { grace: string; json?: boolean },
): Promise<void> {
  const hours = Number(grace)
  if (!(hours >= 0 && hours <= longestGraceHours))
    throw new CommandError(`--grace must be a number of hours from 0 to ${longestGraceHours}.`)
  const secret = await withStore(config, async (store) => {
    const endpoint = await endpointOf(store, id)
    const command = commandOn('webhook rotate', endpoint.organisationId)
    return recorded(store, config.audit === 'on', command, () =>
      rotateSecret(store, endpoint, hours * 3_600_000, Date.now()),
    )
  })
  show(id, secret, json)
  if (json) return
  say(
    hours > 0
      ? `The old secret signs for ${hours} more hours, too.`
      : 'The old secret signs nothing any more.',
  )
}

export async function removeWebhook(config: Settings, id: string): Promise<void> {
  await withStore(config, async (store) => {
    const endpoint = await endpointOf(store, id)
    await recorded(store, config.audit === 'on', commandOn('webhook remove', endpoint.organisationId), () =>
      store.database.transaction((queries) => removeEndpoint(queries, endpoint, Date.now())),
    )
  })
  say(`${id} is removed: nothing is sent there any more.`)
}

export interface DeliveriesOptions {
  readonly state?: string
  readonly endpoint?: string
  readonly verification?: string
  readonly limit: string
  readonly json?: boolean
}

const deliveryStates: readonly string[] = ['waiting', 'delivered', 'given-up']

export async function listWebhookDeliveries(
  config: Settings,
  org: string,
  { state, endpoint, verification, limit, json = false }: DeliveriesOptions,
): Promise<void> {
  const most = Number(limit)
  if (!Number.isInteger(most) || most < 1 || most > 10_000)
    throw new CommandError('--limit must be a whole number from 1 to 10000.')
  if (state !== undefined && !deliveryStates.includes(state))
    throw new CommandError(`--state must be one of ${deliveryStates.join(', ')}.`)
  const rows = await withStore(config, async (store) => {
    const { id: organisationId } = await organisationNamed(store, org)
    const filter = {
      organisationId,
      endpointId: endpoint,
      verificationId: verification,
      state: state as DeliveryState | undefined,
    }
    return listDeliveries(store.database, filter, most)
  })
  const shown = rows.map(({ organisationId: _, createdAt, nextAt, finishedAt, ...row }) => ({
    ...row,
    createdAt: isoOrNull(createdAt),
    nextAt: row.state === 'waiting' ? isoOrNull(nextAt) : null,
    finishedAt: isoOrNull(finishedAt),
  }))
  if (json) return say(JSON.stringify(shown, null, 2))
  for (const row of shown)
    say(
      `${row.id}  ${row.state.padEnd(9)} ${row.eventType.padEnd(24)} ${row.createdAt?.slice(0, 19)}  attempts ${row.attempts}${row.nextAt ? `  next ${row.nextAt.slice(0, 19)}` : ''}`,
    )
  if (shown.length === 0) say('There are none.')
}

/** A running server sends them within a second. */
export async function replayWebhooks(config: Settings, org: string, ids: readonly string[]): Promise<void> {
  await withStore(config, async (store) => {
    const { id: organisationId } = await organisationNamed(store, org)
    for (const id of ids) {
      if (!(await findDelivery(store.database, { organisationId, id })))
        throw new CommandError(`There is no delivery ${JSON.stringify(id)} of ${org}.`)
      const isWaiting = await recorded(
        store,
        config.audit === 'on',
        commandOn('webhook replay', organisationId),
        () => replayDelivery(store.database, { organisationId, id }, Date.now()),
      )
      say(
        isWaiting
          ? `${id} waits to be sent again.`
          : `${id} is being sent at this moment, or its endpoint was removed.`,
      )
    }
  })
}

const commandOn = (name: string, organisationId: string) => ({ name, organisationId: () => organisationId })

async function endpointOf({ database }: Store, id: string): Promise<Endpoint> {
  for (const { id: organisationId } of await listOrganisations(database)) {
    const found = await findEndpoint(database, { organisationId, id })
    if (found) return found
  }
  throw new CommandError(
    `There is no endpoint ${JSON.stringify(id)}. \`selfsame webhook list\` names those there are.`,
  )
}

function show(id: string, secret: string, json: boolean): void {
  if (json) {
    say(JSON.stringify({ id, secret }))
    return
  }
  say(`id      ${id}`)
  say(`secret  ${secret}`)
  say(
    'The secret is shown this once. Your receiver verifies signatures with it: see docs/guides/webhooks.md.',
  )
}
