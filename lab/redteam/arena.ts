// A whole server in a folder of its own, and as many organisations as there are attackers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { startServer as start } from '../../src/main.ts'
import { openLog } from '../../src/observability/log.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import { networkCache } from '../kit/folders.ts'
import type { Caller } from './caller.ts'

export interface Arena {
  newCaller(): Promise<Caller>
  stop(): Promise<void>
}

export async function startServer(): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-redteam-'))
  const reading = readConfig({}, () => '')
  if (!('config' in reading)) throw new Error(reading.faults.join('\n'))
  const config = { ...reading.config, port: 0, data: join(folder, 'data'), networkCache }
  const server = await start(config, openLog({ level: 'error', format: 'json' }))
  let organisations = 0
  return {
    async newCaller() {
      const made = await addOrganisation(server.runtime.store, `attacker-${++organisations}`, Date.now())
      if (!made) throw new Error('the name is taken')
      const authorization = `Basic ${Buffer.from(`${made.name}:${made.password}`).toString('base64')}`
      return { url: server.url, authorization }
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
