// Checks the store of this installation: database, files, master key, organisations.
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { openAttestationTrust } from '../attestation/trust.ts'
import type { Settings } from '../config.ts'
import { sizeText } from '../http/base64.ts'
import { MigrationRefused, pending } from '../store/migrate.ts'
import { databasePath, masterKeyPath, openDatabase, openFiles, openStore } from '../store/open.ts'
import { StoredDataDamaged } from '../store/port.ts'
import { listApiKeys } from '../store/records/api-keys.ts'
import { ownCaptureAsks } from '../store/records/capture-keys.ts'
import { journalLength } from '../store/records/files.ts'
import { anyPasskey } from '../store/records/member-sessions.ts'
import { withoutAdmin } from '../store/records/members.ts'
import { allKeys, listOrganisations, ownLivenessFloors } from '../store/records/organisations.ts'
import { purgeTurn } from '../store/records/retention.ts'
import { storageErrors, storageOfAll } from '../store/records/storage.ts'
import { trustCounts } from '../store/records/trust.ts'
import { openVerifications } from '../store/records/verifications.ts'
import { webhookCounts } from '../store/records/webhook-deliveries.ts'
import { listEndpoints } from '../store/records/webhook-endpoints.ts'
import type { DoctorFinding } from './doctor-finding.ts'
import { startErrorOf } from './start-errors.ts'

const restoring =
  'Stop the server, then `selfsame restore` the newest backup (docs/guides/operations.md, "Backup and restore").'

export async function database(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    if (opened.engine === 'sqlite') {
      const [row] = await opened.query<{ quick_check: string }>('PRAGMA quick_check')
      if (row?.quick_check !== 'ok') return { fault: `${databasePath(config)} is damaged`, fix: restoring }
    }
    const todo = await pending(opened)
    if (todo.length === 0) return { ok: `${opened.engine}, at this version` }
    if (config.autoMigrate) return { ok: `${opened.engine}, ${todo.length} migrations to run at next start` }
    return { fault: `${todo.length} migrations are missing`, fix: 'Run `selfsame migrate`.' }
  } catch (error) {
    return {
      fault: (error as Error).message,
      fix: config.databaseUrl
        ? 'Check SELFSAME_DATABASE_URL and that PostgreSQL runs and lets us in.'
        : error instanceof StoredDataDamaged
          ? restoring
          : `Let this user read and write ${databasePath(config)} and its folder, or set SELFSAME_DATA.`,
    }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

export async function files(config: Settings): Promise<DoctorFinding> {
  const opened = openFiles(config)
  const key = `doctor/${randomUUID()}`
  try {
    await opened.check()
    await opened.put(key, Buffer.from(key))
    const found = await opened.get(key)
    await opened.remove(key)
    if (!found || Buffer.from(found).toString() !== key)
      return {
        fault: `what was written to ${config.s3Endpoint || resolve(config.data)} came back different`,
        fix: 'Do not store there: test the disk (`dmesg`, `smartctl`) or ask who runs the S3 service.',
      }
    return { ok: `${opened.engine}, written, read and removed` }
  } catch (error) {
    return {
      fault: (error as Error).message,
      fix: config.s3Endpoint
        ? 'Check the SELFSAME_S3_* settings, the bucket and its rights.'
        : `Let this user write in ${resolve(config.data)}, and look at the room on its disk.`,
    }
  }
}

export async function masterKey(config: Settings): Promise<DoctorFinding> {
  if (!config.masterKey && !existsSync(masterKeyPath(config)) && (await nothingWrapped(config)))
    return { advice: 'there is none yet; the first start makes one' }
  const store = await openStore({ ...config, autoMigrate: false }, Date.now, {
    migrated: () => undefined,
    masterKeyMade: () => undefined,
  }).catch((error: unknown) => error as Error)
  if (store instanceof MigrationRefused) return { advice: `not asked: ${store.message}` }
  if (store instanceof Error)
    return {
      fault: store.message,
      fix: startErrorOf(store.message)?.remedy ?? 'Repair the database first, or restore the master key.',
    }
  try {
    const count = await store.keyring.verify()
    const from = config.masterKey ? 'SELFSAME_MASTER_KEY' : masterKeyPath(config)
    if (!config.masterKey && statSync(from).mode & 0o077)
      return { fault: `${from} can be read by other users`, fix: `chmod 600 ${from}` }
    const unwraps = `${from} opens all ${count} organisation keys`
    if (config.masterKey) return { ok: unwraps }
    return {
      advice: `${unwraps}, but lies beside the data: who takes the folder has both. Set SELFSAME_MASTER_KEY_FILE to a place apart, and keep a copy.`,
    }
  } catch (error) {
    return {
      fault: (error as Error).message,
      fix: 'Put the master key back that this data was sealed with.',
    }
  } finally {
    await store.close()
  }
}

async function nothingWrapped(config: Settings): Promise<boolean> {
  const opened = openDatabase(config)
  const keys = await allKeys(opened).catch(() => [])
  await opened.close()
  return keys.length === 0
}

export async function organisations(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const all = await listOrganisations(opened)
    const waiting = await journalLength(opened)
    const note = waiting > 0 ? `; ${waiting} files wait to be removed` : ''
    return all.length === 0
      ? { advice: 'there is none yet; the first start makes one' }
      : { ok: `${all.length}${note}` }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

/** At most so many organisations are named. */
const MOST_NAMED = 10

const ENDS_SOON_MS = 14 * 86_400_000

/** A program whose key ends one night is found out by its customers. */
export async function apiKeys(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const now = Date.now()
    const all = (await listApiKeys(opened)).filter(({ revokedAt }) => revokedAt === null)
    const good = all.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    const ending = good.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now + ENDS_SOON_MS)
    if (ending.length === 0) return { ok: good.length === 0 ? 'none' : `${good.length} are good` }
    const named = ending.slice(0, MOST_NAMED).map(({ id, name }) => `${id} (${name})`)
    const more = ending.length > named.length ? `, and ${ending.length - named.length} more` : ''
    return {
      advice: `${ending.length} of ${good.length} end within two weeks: ${named.join(', ')}${more}. \`selfsame api-key rotate ID --expires 365d\` moves the end.`,
    }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

/** What callers may ask for at least, by the settings and for those with a floor of their own. */
export async function livenessFloor(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const own = await ownLivenessFloors(opened)
    const named = own.slice(0, MOST_NAMED).map(({ name, floor }) => `${name} ${floor}`)
    const more = own.length > named.length ? `, and ${own.length - named.length} more` : ''
    const others = named.length > 0 ? `; of their own: ${named.join(', ')}${more}` : ''
    const { livenessFloor: floor } = config
    return floor === 'none'
      ? {
          ok: `none: callers may weaken a challenge until it proves nothing, as the specification allows (SELFSAME_LIVENESS_FLOOR=standard refuses it)${others}`,
        }
      : { ok: `${floor} or more is asked${others}` }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

const DAY_MS = 86_400_000
/** Google changes its list every few days. */
const OLD_LIST_DAYS = 7

/** What keys of phones are believed by, and what captures must be. Files that cannot be used stop a start too. */
export async function capture(config: Settings): Promise<DoctorFinding> {
  const trust = await openAttestationTrust(config, () => {}).catch((error: Error) => error)
  if (trust instanceof Error)
    return {
      fault: trust.message,
      fix: 'docs/guides/capture.md says what the files hold, and how to keep them.',
    }
  const opened = openDatabase(config)
  try {
    const own = await ownCaptureAsks(opened)
    const asks = own.filter(({ ask }) => ask !== 'any').map(({ name, ask }) => `${name} ${ask}`)
    const named = asks.length > 0 ? `; of their own: ${asks.slice(0, MOST_NAMED).join(', ')}` : ''
    const more = asks.length > MOST_NAMED ? `, and ${asks.length - MOST_NAMED} more` : ''
    const roots = `${trust.androidRoots.length} roots of Android, ${trust.appleRoots.length} of Apple`
    const told = `${config.capture} is asked${named}${more}; ${roots}`
    const { list } = trust
    if (!list)
      return own.some(({ apps }) => apps > 0)
        ? {
            advice: `${told}; there is no revocation list, so keys of phones that were broken into are believed: set SELFSAME_ANDROID_REVOCATIONS`,
          }
        : { ok: `${told}; no revocation list` }
    const days = Math.floor((Date.now() - list.writtenAt.getTime()) / DAY_MS)
    const aged = `${told}; the revocation list has ${list.revoked} rows and is ${days} days old`
    return days > OLD_LIST_DAYS
      ? { advice: `${aged}: fetch it once a day (docs/guides/capture.md)` }
      : { ok: aged }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

export async function storage(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const wrong = await storageErrors(opened)
    const all = await storageOfAll(opened, 1000)
    if (wrong.length > 0)
      return {
        fault: `what is counted differs from what is stored: ${wrong.map(({ name, errorBytes }) => `${name} by ${errorBytes} bytes`).join(', ')}`,
        fix: 'Somebody changed the database by hand. Run `selfsame org storage --recount`.',
      }
    const near = all.filter(
      ({ usedBytes, ownLimitBytes }) => usedBytes > NEARLY_FULL * (ownLimitBytes ?? config.storageLimitBytes),
    )
    const limit = config.storageLimitBytes
    const most = Number.isFinite(limit) ? `at most ${sizeText(limit)} an organisation` : 'no limit'
    if (near.length > 0)
      return {
        advice: `${near.length} of ${all.length} organisations have nearly all that they may store: see \`selfsame org storage\`.`,
      }
    return { ok: `${most}, unless \`selfsame org storage\` says otherwise` }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

const NEARLY_FULL = 0.9

/** Whose signatures on chips are believed; an installation that reads no chips needs none. */
export async function trustStore(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const { certificates, countries, lists, overdue } = await trustCounts(opened, Date.now())
    if (certificates === 0)
      return { ok: 'empty: chips are answered unknown-anchor until `selfsame trust import`' }
    const held = `${certificates} certificates of ${countries} countries, ${lists} revocation lists`
    return overdue === 0
      ? { ok: held }
      : { advice: `${held}; of ${overdue} issuers the newest list is past its date. Import newer ones.` }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

/** A server that runs judges at once; older ones are stuck, or none runs. */
const JUDGED_WITHIN_MS = 10 * 60_000
/** Retries come closer together than this at first; later than that somebody should look at the receiver. */
const DELIVERED_WITHIN_MS = 3_600_000

export async function verifications(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const now = Date.now()
    const open = await openVerifications(opened)
    const judging = open.find(({ state }) => state === 'processing')
    const { waiting, oldestAt } = await webhookCounts(opened)
    const disabled = (await listEndpoints(opened)).filter((one) => one.disabledBecause !== null).length
    const told = [
      open.map(({ state, count }) => `${count} ${state}`).join(', ') || 'none open',
      ...(waiting > 0 ? [`${waiting} events wait to be delivered`] : []),
    ].join('; ')
    const advice = [
      ...(judging && judging.since < now - JUDGED_WITHIN_MS
        ? [
            `one waits to be judged since ${new Date(judging.since).toISOString()}: look in the log of a running server`,
          ]
        : []),
      ...(oldestAt !== null && oldestAt < now - DELIVERED_WITHIN_MS
        ? [
            `an event waits to be delivered since ${new Date(oldestAt).toISOString()}: see \`selfsame webhook deliveries\``,
          ]
        : []),
      ...(disabled > 0
        ? [`${disabled} webhook endpoints were disabled, because their receivers said so`]
        : []),
    ]
    return advice.length > 0 ? { advice: `${told}; ${advice.join('; ')}.` } : { ok: told }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

export async function members(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const orphaned = await withoutAdmin(opened)
    const advice = [
      ...orphaned.map(
        (name) =>
          `no admin of ${name} can sign in: \`selfsame member invite ${name} EMAIL --role admin\`, or reset one`,
      ),
      ...(config.publicUrl === '' && (await anyPasskey(opened))
        ? [
            'there are passkeys, which need SELFSAME_PUBLIC_URL unless the studio is opened at http://localhost',
          ]
        : []),
    ]
    return advice.length > 0
      ? { advice: `${advice.join('; ')}.` }
      : { ok: 'every organisation with members has an admin' }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

export async function purging(config: Settings): Promise<DoctorFinding> {
  const opened = openDatabase(config)
  try {
    const { lastAt, pausedAt } = await purgeTurn(opened)
    const last = `last at ${new Date(lastAt).toISOString()}`
    if (pausedAt !== null)
      return {
        fault: `paused since ${new Date(pausedAt).toISOString()}: a clock jumped; ${last}`,
        fix: 'Put the clock right; or, where it is, run `selfsame purge --confirm-clock`.',
      }
    if (lastAt === 0) return { ok: 'not yet; a running server does it by itself' }
    if (lastAt > Date.now() + 3_600_000)
      return { advice: `${last}, which this clock says is yet to come: it waits. Look at the clock.` }
    return { ok: last }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}
