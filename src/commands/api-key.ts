// selfsame api-key: creates, lists, rotates and revokes the API keys of organisations.

import { scopeNames, scopes } from '../access/scopes.ts'
import { recorded } from '../audit/command.ts'
import { type Settings, settings } from '../config.ts'
import { isoOrNull } from '../http/times.ts'
import * as apiKeys from '../organisations/api-keys.ts'
import type { Store } from '../store/open.ts'
import { type ApiKey, findApiKey, listApiKeys } from '../store/records/api-keys.ts'
import { listOrganisations } from '../store/records/organisations.ts'
import { CommandError, organisationNamed, say, withStore } from './terminal.ts'

export interface CreateOptions {
  readonly scope: string
  readonly expires: string
  readonly test?: boolean
  readonly json?: boolean
}

export async function createKey(
  config: Settings,
  org: string,
  name: string,
  { scope, expires, test = false, json = false }: CreateOptions,
): Promise<void> {
  if (!apiKeys.isKeyName(name)) throw new CommandError(`The name of a key is ${apiKeys.keyNameRule}.`)
  const wanted = { id: apiKeys.newKeyId(), name, scopes: readScopes(scope), isTest: test }
  const now = Date.now()
  const expiresAt = readExpiry(expires, now)
  const { key } = await withStore(config, async (store) => {
    const { id: organisationId } = await organisationNamed(store, org)
    const command = { name: 'api-key create', organisationId: () => organisationId, apiKeyId: wanted.id }
    return recorded(store, config.audit === 'on', command, () =>
      apiKeys.createKey({ ...store, now }, { ...wanted, organisationId, expiresAt }),
    )
  })
  if (json) return say(JSON.stringify({ ...wanted, organisation: org, expiresAt: isoOrNull(expiresAt), key }))
  show(wanted.id, key, expiresAt)
  if (test) say('It is a key of the sandbox: it makes and sees test verifications, and nothing that is live.')
}

/** Words of the table between commas, each once and in its order. */
function readScopes(text: string): string[] {
  const given = text.split(',').map((word) => word.trim())
  const unknown = given.find((word) => !scopeNames.includes(word))
  if (unknown !== undefined)
    throw new CommandError(
      `There is no scope ${JSON.stringify(unknown)}. --scope takes one or more, between commas:\n${scopeLines().join('\n')}`,
    )
  return scopeNames.filter((name) => given.includes(name))
}

const scopeLines = (): string[] =>
  Object.entries(scopes).map(([name, { about }]) => `  ${name.padEnd(13)} ${about}`)

/** Longer times are possible, but are surely a mistake. */
const longestMs = 100 * 365 * 86_400_000

/** Null is never. */
function readExpiry(text: string, now: number): number | null {
  const ms = readDuration(text)
  if (ms === Number.POSITIVE_INFINITY) return null
  if (ms < 60_000 || ms > longestMs)
    throw new CommandError('--expires must be from a minute to a hundred years, or never.')
  return now + ms
}

/** In the form of settings. */
function readDuration(text: string): number {
  try {
    return settings.faceRetentionMs.parse(text)
  } catch (error) {
    throw new CommandError(`--expires ${(error as Error).message}.`)
  }
}

export async function listKeys(
  config: Settings,
  org: string | undefined,
  { json = false }: { json?: boolean },
): Promise<void> {
  const now = Date.now()
  const rows = await withStore(config, async (store) => {
    const only = org === undefined ? undefined : (await organisationNamed(store, org)).id
    const names = new Map((await listOrganisations(store.database)).map(({ id, name }) => [id, name]))
    const keys = await listApiKeys(store.database, only)
    return keys.map((key) => ({
      id: key.id,
      name: key.name,
      organisation: names.get(key.organisationId) ?? '',
      scopes: key.scopes.split(','),
      isTest: key.isTest === 1,
      state: stateOf(key, now),
      createdAt: isoOrNull(key.createdAt),
      expiresAt: isoOrNull(key.expiresAt),
      revokedAt: isoOrNull(key.revokedAt),
      lastUsedAt: isoOrNull(key.lastUsedAt),
    }))
  })
  if (json) return say(JSON.stringify(rows, null, 2))
  for (const row of rows)
    say(
      `${row.id}  ${row.state.padEnd(8)} ${row.organisation.padEnd(16)} ${row.name.padEnd(24)} ${[...row.scopes, ...(row.isTest ? ['(test)'] : [])].join(',').padEnd(20)} expires ${day(row.expiresAt)}  used ${row.lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never'}`,
    )
  if (rows.length === 0)
    say('There is no API key yet. `selfsame api-key create ORG NAME --scope SCOPES` creates one.')
}

const day = (time: string | null): string => time?.slice(0, 10) ?? 'never'.padEnd(10)

function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): 'good' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'good'
}

export interface RotateOptions {
  readonly grace: string
  readonly expires?: string
  readonly json?: boolean
}

export async function rotateKey(config: Settings, text: string, options: RotateOptions): Promise<void> {
  const { grace, expires, json = false } = options
  const hours = Number(grace)
  if (!(hours >= 0 && hours <= 24 * 90))
    throw new CommandError('--grace must be a number of hours from 0 to 2160.')
  const now = Date.now()
  const given = expires === undefined ? undefined : readExpiry(expires, now)
  const { id, key, expiresAt } = await withStore(config, async (store) => {
    const found = await keyNamed(store, text)
    const state = stateOf(found, now)
    if (state === 'revoked') throw new CommandError('It is revoked, and stays so. Create another key.')
    if (state === 'expired' && given === undefined)
      throw new CommandError('It has expired. Say with --expires how long it is to work from now on.')
    const expiresAt = given === undefined ? found.expiresAt : given
    const wanted = { graceMs: hours * 3_600_000, expiresAt }
    const fresh = await recorded(
      store,
      config.audit === 'on',
      commandOn('api-key rotate', found),
      async () => {
        const made = await apiKeys.rotateKey({ ...store, now }, found.id, wanted)
        if (made) return made
        throw new CommandError('It was revoked meanwhile.')
      },
    )
    return { ...fresh, expiresAt }
  })
  if (json) return say(JSON.stringify({ id, expiresAt: isoOrNull(expiresAt), key }))
  show(id, key, expiresAt)
  say(hours > 0 ? `The old key works for ${hours} more hours.` : 'The old key is refused from now on.')
}

/** A key that was found in the open may be given whole: it is out before anybody reads it in a list of processes. */
export async function revokeKeys(config: Settings, texts: readonly string[]): Promise<void> {
  await withStore(config, async (store) => {
    const found: ApiKey[] = []
    for (const text of texts) found.push(await keyNamed(store, text))
    for (const key of found) {
      const isNew = await recorded(store, config.audit === 'on', commandOn('api-key revoke', key), () =>
        apiKeys.revokeKey({ ...store, now: Date.now() }, key.id),
      )
      say(
        isNew
          ? `${key.id} (${key.name}) is revoked: every server refuses it from now on.`
          : `${key.id} (${key.name}) was revoked before.`,
      )
    }
  })
}

const commandOn = (name: string, { id, organisationId }: ApiKey) => ({
  name,
  organisationId: () => organisationId,
  apiKeyId: id,
})

/** By its id, or by the whole key. */
async function keyNamed({ database }: Store, text: string): Promise<ApiKey> {
  const id = apiKeys.idInKey(text) ?? text
  const found = await findApiKey(database, id)
  if (found) return found
  // What was given may be a key with a letter missing, so it is not repeated here.
  throw new CommandError('There is no API key of this id. `selfsame api-key list` names those there are.')
}

function show(id: string, key: string, expiresAt: number | null): void {
  say(`id       ${id}`)
  say(`key      ${key}`)
  say(`expires  ${day(isoOrNull(expiresAt)).trim()}`)
  say('The key is shown this once; only its hash is kept. Send it as `Authorization: Bearer KEY`.')
}
