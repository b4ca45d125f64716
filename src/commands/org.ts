// selfsame org: adds, lists, rotates and removes organisations, and says how long and how much each keeps and how it sends frames.
import { readFileSync } from 'node:fs'
import { recorded } from '../audit/command.ts'
import {
  type CaptureSettings,
  captureSettingsOf,
  noCaptureSettings,
  readCaptureSettings,
  setCaptureSettings,
} from '../capture-keys/settings.ts'
import { type Settings, settings } from '../config.ts'
import { sizeText } from '../http/base64.ts'
import * as manage from '../organisations/manage.ts'
import { type Clock, clockNames, clocks, keepingOfAll, writtenKeeping } from '../retention/clocks.ts'
import { appVersionsOf } from '../store/records/capture-keys.ts'
import {
  findOrganisation,
  listOrganisations,
  livenessFloorOf,
  mirroredFramesOf,
  setLivenessFloor,
  setMirroredFrames,
} from '../store/records/organisations.ts'
import { dropOwnClock, setOwnClock } from '../store/records/retention.ts'
import { recountStorage, setStorageLimit, storageOf } from '../store/records/storage.ts'
import { CommandError, organisationNamed, say, withStore } from './terminal.ts'

/** Sets what is in the file where one is given, then tells what holds. */
export async function captureOfOrg(
  config: Settings,
  name: string,
  { set, versions }: { set?: string; versions?: boolean },
): Promise<void> {
  if (versions) return listAppVersions(config, name)
  const given = set === undefined ? undefined : readCaptureFile(set)
  const held = await withStore(config, async (store) => {
    const { id } = await organisationNamed(store, name)
    const command = { name: 'org capture', organisationId: () => id }
    const keep = () => setCaptureSettings(store.database, id, given ?? noCaptureSettings, Date.now())
    if (given) await recorded(store, config.audit === 'on', command, keep)
    return captureSettingsOf(store.database, id)
  })
  const { updatedAt, ...shown } = held
  say(JSON.stringify(shown, null, 2))
  say(`The server asks for ${config.capture}; the stronger of both holds.`)
}

async function listAppVersions(config: Settings, name: string): Promise<void> {
  const seen = await withStore(config, async (store) =>
    appVersionsOf(store.database, (await organisationNamed(store, name)).id),
  )
  for (const { quarter, platform, app, version, keys } of seen)
    say(`${quarter}  ${platform}  ${app}  ${version === 0 ? 'not told' : version}  ${keys} keys`)
  if (seen.length === 0) say('No app has registered a key yet.')
}

function readCaptureFile(file: string): CaptureSettings {
  const sorry = (words: string) =>
    new CommandError(`${file} ${words}. docs/guides/capture.md shows what it may hold.`)
  try {
    const read = readCaptureSettings(JSON.parse(readFileSync(file, 'utf8')))
    if ('settings' in read) return read.settings
    throw sorry(read.fault)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw sorry('cannot be read as JSON')
  }
}

export async function addOrg(config: Settings, name: string): Promise<void> {
  if (!manage.isName(name)) throw new CommandError(`An organisation's name is ${manage.nameRule}.`)
  const credentials = await withStore(config, (store) => {
    const organisationId = async () => (await findOrganisation(store.database, name))?.id ?? ''
    return recorded(store, config.audit === 'on', { name: 'org add', organisationId }, async () => {
      const added = await manage.addOrganisation(store, name, Date.now())
      if (added) return added
      throw new CommandError(
        `There is an organisation ${name} already. \`selfsame org rotate ${name}\` gives it a new password.`,
      )
    })
  })
  show(credentials)
}

export async function listOrgs(config: Settings, { json = false }: { json?: boolean }): Promise<void> {
  const all = await withStore(config, (store) => listOrganisations(store.database))
  if (json) return say(JSON.stringify(all, null, 2))
  for (const one of all)
    say(`${one.name.padEnd(24)} ${one.id}  since ${new Date(one.createdAt).toISOString().slice(0, 10)}`)
  if (all.length === 0) say('There is no organisation yet. `selfsame org add NAME` adds one.')
}

export async function rotateOrg(config: Settings, name: string, { grace }: { grace: string }): Promise<void> {
  const hours = Number(grace)
  if (!(hours >= 0 && hours <= 24 * 90))
    throw new CommandError('--grace must be a number of hours from 0 to 2160.')
  const credentials = await withStore(config, async (store) => {
    const organisation = await organisationNamed(store, name)
    const command = { name: 'org rotate', organisationId: () => organisation.id }
    return recorded(store, config.audit === 'on', command, () =>
      manage.rotatePassword(store, organisation, hours * 3_600_000, Date.now()),
    )
  })
  show(credentials)
  const seconds = config.credentialCacheMs / 1000
  say(
    hours > 0
      ? `The old password works for ${hours} more hours.`
      : `Running servers refuse the old password within ${seconds} s.`,
  )
}

export async function removeOrg(config: Settings, name: string): Promise<void> {
  await withStore(config, async (store) => {
    const organisation = await organisationNamed(store, name)
    const command = { name: 'org remove', organisationId: () => organisation.id }
    await recorded(store, config.audit === 'on', command, () =>
      manage.removeOrganisation(store, organisation, Date.now()),
    )
  })
  say(`${name} is removed with everything it stored, and its keys are destroyed.`)
  say(
    `Running servers let it in for at most ${config.credentialCacheMs / 1000} s more. Backups still hold what they held.`,
  )
}

export type RetentionOptions = { readonly [K in Clock]?: string } & { readonly json?: boolean }

/** Sets the clocks that are given; `default` leaves one to the settings again. Then tells all five. */
export async function retentionOfOrg(
  config: Settings,
  name: string,
  options: RetentionOptions,
): Promise<void> {
  const asked = clockNames.flatMap((clock) => {
    const given = options[clock]
    return given === undefined ? [] : [{ clock, keepMs: readKeeping(clock, given) }]
  })
  const kept = await withStore(config, async ({ database, ...store }) => {
    const { id } = await organisationNamed({ database, ...store }, name)
    const command = { name: 'org retention', organisationId: () => id }
    const set = () =>
      database.transaction(async (queries) => {
        for (const { clock, keepMs } of asked)
          if (keepMs === undefined) await dropOwnClock(queries, id, clock)
          else await setOwnClock(queries, { organisationId: id, clock, keepMs })
      })
    if (asked.length > 0) await recorded({ database, ...store }, config.audit === 'on', command, set)
    return (await keepingOfAll(database, config)).find((one) => one.organisationId === id)
  })
  if (!kept) throw new CommandError(`${name} was removed meanwhile.`)
  const rows = clockNames.map((clock) => ({
    clock,
    keep: writtenKeeping(kept.keeping[clock]),
    from: kept.own.includes(clock) ? 'its own' : 'the settings',
  }))
  if (options.json) return say(JSON.stringify(rows, null, 2))
  for (const { clock, keep, from } of rows)
    say(`${clock.padEnd(10)} ${keep.padEnd(8)} ${clocks[clock].about} (${from})`)
}

/** Null is never, undefined what the settings say. */
function readKeeping(clock: Clock, text: string): number | null | undefined {
  if (text === 'default') return undefined
  try {
    const ms = settings[clocks[clock].setting].parse(text)
    return Number.isFinite(ms) ? ms : null
  } catch (error) {
    throw new CommandError(`--${clock} ${(error as Error).message}, or default.`)
  }
}

const mirroredWords: Readonly<Record<string, boolean | undefined>> = {
  yes: true,
  no: false,
  default: undefined,
}

/** Sets it where a word is given, then tells what holds. */
export async function mirroredOfOrg(config: Settings, name: string, word: string | undefined): Promise<void> {
  if (word !== undefined && !Object.hasOwn(mirroredWords, word))
    throw new CommandError(`It is ${Object.keys(mirroredWords).join(', ')}.`)
  const own = await withStore(config, async (store) => {
    const { id } = await organisationNamed(store, name)
    const command = { name: 'org mirrored', organisationId: () => id }
    const set = () => setMirroredFrames(store.database, id, mirroredWords[word ?? ''])
    if (word !== undefined) await recorded(store, config.audit === 'on', command, set)
    return mirroredFramesOf(store.database, id)
  })
  const from = own === undefined ? 'the settings' : 'its own'
  say(`mirrored   ${(own ?? config.mirroredFrames) ? 'yes' : 'no'} (${from})`)
}

/** Sets the limit where one is given, then tells what holds; without a name, of all organisations. */
export async function storageOfOrg(
  config: Settings,
  name: string | undefined,
  limit: string | undefined,
  { recount = false }: { recount?: boolean },
): Promise<void> {
  const given = limit === undefined ? undefined : readLimit(limit)
  const rows = await withStore(config, async (store) => {
    const all =
      name === undefined ? await listOrganisations(store.database) : [await organisationNamed(store, name)]
    const [first] = all
    if (given && first) {
      const command = { name: 'org storage', organisationId: () => first.id }
      const set = () => setStorageLimit(store.database, first.id, given.limitBytes)
      await recorded(store, config.audit === 'on', command, set)
    }
    if (recount)
      for (const { id } of all) await store.database.transaction((queries) => recountStorage(queries, id))
    return Promise.all(all.map(async (one) => ({ ...one, storage: await storageOf(store.database, one.id) })))
  })
  for (const { name, storage } of rows) {
    if (!storage) continue
    const { usedBytes, ownLimitBytes } = storage
    const from = ownLimitBytes === undefined ? 'the settings' : 'its own'
    const most = ownLimitBytes ?? config.storageLimitBytes
    const text = Number.isFinite(most) ? `of ${sizeText(most)}` : 'without a limit'
    say(`${name.padEnd(24)} stores ${sizeText(usedBytes)} ${text} (${from})`)
  }
}

/** Undefined is what the settings say. */
function readLimit(text: string): { readonly limitBytes: number | undefined } {
  if (text === 'default') return { limitBytes: undefined }
  try {
    return { limitBytes: settings.storageLimitBytes.parse(text) }
  } catch (error) {
    throw new CommandError(`The limit ${(error as Error).message}, or default.`)
  }
}

/** Sets it where a word is given, then tells what holds. */
export async function floorOfOrg(config: Settings, name: string, word: string | undefined): Promise<void> {
  if (word !== undefined && word !== 'default' && !floors.includes(word))
    throw new CommandError(`It is ${floors.join(', ')}, or default.`)
  const own = await withStore(config, async (store) => {
    const { id } = await organisationNamed(store, name)
    const command = { name: 'org floor', organisationId: () => id }
    const set = () => setLivenessFloor(store.database, id, word === 'default' ? undefined : word)
    if (word !== undefined) await recorded(store, config.audit === 'on', command, set)
    return livenessFloorOf(store.database, id)
  })
  say(`floor      ${own ?? config.livenessFloor} (${own === undefined ? 'the settings' : 'its own'})`)
}

const floors: readonly string[] = ['none', 'low', 'standard', 'high']

function show({ name, password }: manage.Credentials): void {
  say(`user      ${name}`)
  say(`password  ${password}`)
  say('The password is shown this once; only its hash is kept.')
}
