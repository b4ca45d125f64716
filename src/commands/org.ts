// selfsame org: adds, lists, rotates and removes organisations.
import type { Settings } from '../config.ts'
import * as manage from '../organisations/manage.ts'
import { listOrganisations } from '../store/records/organisations.ts'
import { organisationNamed, Sorry, say, withStore } from './terminal.ts'

export async function addOrg(config: Settings, name: string): Promise<void> {
  if (!manage.isName(name)) throw new Sorry(`An organisation's name is ${manage.nameRule}.`)
  const credentials = await withStore(config, (store) => manage.addOrganisation(store, name, Date.now()))
  if (!credentials)
    throw new Sorry(
      `There is an organisation ${name} already. \`selfsame org rotate ${name}\` gives it a new password.`,
    )
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
  if (!(hours >= 0 && hours <= 24 * 90)) throw new Sorry('--grace must be a number of hours from 0 to 2160.')
  const credentials = await withStore(config, async (store) =>
    manage.rotatePassword(store, await organisationNamed(store, name), hours * 3_600_000, Date.now()),
  )
  show(credentials)
  const seconds = config.credentialCacheMs / 1000
  say(
    hours > 0
      ? `The old password works for ${hours} more hours.`
      : `Running servers refuse the old password within ${seconds} s.`,
  )
}

export async function removeOrg(config: Settings, name: string): Promise<void> {
  await withStore(config, async (store) =>
    manage.removeOrganisation(store, await organisationNamed(store, name), Date.now()),
  )
  say(`${name} is removed with everything it stored, and its keys are destroyed.`)
  say(
    `Running servers let it in for at most ${config.credentialCacheMs / 1000} s more. Backups still hold what they held.`,
  )
}

function show({ name, password }: manage.Credentials): void {
  say(`user      ${name}`)
  say(`password  ${password}`)
  say('The password is shown this once; only its hash is kept.')
}
