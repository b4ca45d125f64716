// selfsame keys rotate: a new master key, or new keys for organisations.
import type { Settings } from '../config.ts'
import { rotateOrganisationKey } from '../organisations/manage.ts'
import { newMasterKey, writeMasterKeyFile } from '../store/master-key.ts'
import { masterKeyPath, type Store } from '../store/open.ts'
import { listOrganisations } from '../store/records/organisations.ts'
import { organisationNamed, progress, Sorry, say, withStore } from './terminal.ts'

export interface KeyOptions {
  readonly master?: boolean
  readonly org?: string
  readonly all?: boolean
  readonly reseal?: boolean
}

export async function rotateKeys(config: Settings, options: KeyOptions): Promise<void> {
  const asked = [options.master, options.org, options.all].filter(Boolean).length
  if (asked !== 1) throw new Sorry('Say which key to rotate: --master, --org NAME or --all.')
  if (options.master && options.reseal)
    throw new Sorry('--reseal goes with --org or --all: the master key seals no files.')
  await withStore(config, (store) =>
    options.master ? rotateMaster(config, store) : rotateOrganisations(store, options),
  )
}

/**
 * The file holds the new key before anything is wrapped with it, and the old one until nothing is:
 * a crash at any moment leaves a file that opens every key.
 */
async function rotateMaster(config: Settings, store: Store): Promise<void> {
  const old = store.loadMasterKeys()
  if (config.masterKey) {
    if (old.length === 1)
      throw new Sorry(
        'The master key comes from SELFSAME_MASTER_KEY. Put the new key before the old one, separated by a comma, restart every server, and run this again; then take the old one away.',
      )
  } else writeMasterKeyFile(masterKeyPath(config), [newMasterKey(), ...old])
  const count = await store.database.transaction((queries) => store.keyring.rewrap(queries))
  await store.database.scrub()
  const [current] = store.loadMasterKeys()
  if (!config.masterKey) writeMasterKeyFile(masterKeyPath(config), [current])
  say(`${count} organisation keys are now wrapped by master key ${current.id}.`)
  say(
    config.masterKey
      ? 'Once every server runs with both, take the old key out of SELFSAME_MASTER_KEY.'
      : `Keep a copy of ${masterKeyPath(config)} apart from the data; the old key opens old backups only.`,
  )
}

async function rotateOrganisations(store: Store, { org, reseal = false }: KeyOptions): Promise<void> {
  const organisations = org ? [await organisationNamed(store, org)] : await listOrganisations(store.database)
  for (const organisation of organisations) {
    const version = await rotateOrganisationKey(store, organisation, reseal, progress(organisation.name))
    say(
      `${organisation.name}: key version ${version}${reseal ? ', everything sealed with it' : ' seals from now on'}`,
    )
  }
}
