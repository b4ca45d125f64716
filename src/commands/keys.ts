// selfsame keys rotate: a new master key, or new keys for organisations.
import { recorded } from '../audit/command.ts'
import type { Settings } from '../config.ts'
import { rotateOrganisationKey } from '../organisations/manage.ts'
import { rotateReceiptKey } from '../receipts/keys.ts'
import { newMasterKey, writeMasterKeyFile } from '../store/master-key.ts'
import { masterKeyPath, type Store } from '../store/open.ts'
import { allKeys, listOrganisations } from '../store/records/organisations.ts'
import { receiptKeys } from '../store/records/receipts.ts'
import { allSecrets } from '../store/records/secrets.ts'
import { CommandError, organisationNamed, progress, say, withStore } from './terminal.ts'

export interface KeyOptions {
  readonly master?: boolean
  readonly org?: string
  readonly all?: boolean
  readonly receipts?: boolean
  readonly reseal?: boolean
}

export async function rotateKeys(config: Settings, options: KeyOptions): Promise<void> {
  const asked = [options.master, options.org, options.all, options.receipts].filter(Boolean).length
  if (asked !== 1)
    throw new CommandError('Say which key to rotate: --master, --org NAME, --all or --receipts.')
  if ((options.master || options.receipts) && options.reseal)
    throw new CommandError('--reseal goes with --org or --all: the other keys seal no files.')
  await withStore(config, (store) => {
    const isOn = config.audit === 'on'
    if (options.master)
      return recorded(store, isOn, { name: 'keys rotate --master' }, () => rotateMaster(config, store))
    if (options.receipts)
      return recorded(store, isOn, { name: 'keys rotate --receipts' }, () => rotateReceipts(config, store))
    return rotateOrganisations(store, options, isOn)
  })
}

async function rotateReceipts(config: Settings, store: Store): Promise<void> {
  const { jwk } = await rotateReceiptKey(store, Date.now)
  say(
    `Receipts are signed by key ${jwk.kid} from now on, by running servers within ${config.credentialCacheMs / 1000} s.`,
  )
  say('The old key signs nothing any more; its public half is kept, for what it signed.')
}

/**
 * The file holds the new key before anything is wrapped with it, and the old one until nothing is:
 * a crash at any moment leaves a file that opens every key.
 */
async function rotateMaster(config: Settings, store: Store): Promise<void> {
  if (config.masterKey && store.loadMasterKeys().length === 1)
    throw new CommandError(
      'The master key comes from SELFSAME_MASTER_KEY. Put the new key before the old one, separated by a comma, restart every server, and run this again; then take the old one away.',
    )
  const path = masterKeyPath(config)
  // The file changes only inside transactions of the embedded database: another rotation waits for its turn.
  const count = await store.database.transaction((queries) => {
    if (!config.masterKey) writeMasterKeyFile(path, [newMasterKey(), ...store.loadMasterKeys()])
    return store.keyring.rewrap(queries)
  })
  await store.database.scrub()
  const current = await store.database.transaction(async (queries) => {
    const [first] = store.loadMasterKeys()
    const wrapped = [
      ...(await allKeys(queries)),
      ...(await receiptKeys(queries)),
      ...(await allSecrets(queries)),
    ]
    const unused = wrapped.every((key) => key.wrapped === null || key.masterId === first.id)
    if (!config.masterKey && unused) writeMasterKeyFile(path, [first])
    return first
  })
  say(`${count} organisation keys are now wrapped by master key ${current.id}.`)
  say(
    config.masterKey
      ? 'Once every server runs with both, take the old key out of SELFSAME_MASTER_KEY.'
      : `Keep a copy of ${masterKeyPath(config)} apart from the data; the old key opens old backups only.`,
  )
}

async function rotateOrganisations(
  store: Store,
  { org, reseal = false }: KeyOptions,
  isOn: boolean,
): Promise<void> {
  const organisations = org ? [await organisationNamed(store, org)] : await listOrganisations(store.database)
  for (const organisation of organisations) {
    const command = { name: 'keys rotate --org', organisationId: () => organisation.id }
    const version = await recorded(store, isOn, command, () =>
      rotateOrganisationKey(store, organisation, reseal, progress(organisation.name)),
    )
    say(
      `${organisation.name}: key version ${version}${reseal ? ', everything sealed with it' : ' seals from now on'}`,
    )
  }
}
