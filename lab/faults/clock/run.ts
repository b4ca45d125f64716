// npm run test:fault -- clock: a server as a process whose clock is set by libfaketime while it runs.
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { openStore } from '../../../src/store/open.ts'
import { openSandbox } from '../../../test/engines/sandbox.ts'
import { addMember } from '../installation.ts'
import { openFindings, type Scenario, wrongTarget } from '../scenario.ts'
import { startServer } from '../server.ts'
import { clockSettings, runClock } from './scenario.ts'

const install = 'apt-get install -y --no-install-recommends faketime'

export const clockScenario: Scenario = {
  about: 'the clock an hour back, a day and two years ahead',
  async run() {
    const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
    if (library === undefined) throw new Error(`no libfaketime: ${install}`)
    const { all, note } = openFindings()
    const sandbox = openSandbox('fault-clock', 0)
    try {
      const data = join(sandbox.folder, 'data')
      mkdirSync(data)
      const offsets = join(sandbox.folder, 'offset')
      const set = (offsetMs: number) =>
        writeFileSync(offsets, `${offsetMs < 0 ? '' : '+'}${Math.round(offsetMs / 1000)}s\n`)
      set(0)
      const settings = {
        SELFSAME_DATA: data,
        SELFSAME_WORKERS: '1',
        SELFSAME_FRAME_RETENTION: `${clockSettings.frameRetentionMs} ms`,
        SELFSAME_WRITE_DEADLINE: `${clockSettings.writeDeadlineMs} ms`,
      }
      const server = await startServer(sandbox.folder, {
        ...settings,
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: offsets,
        FAKETIME_NO_CACHE: '1',
        // Only what the clock says jumps; what has passed goes on as ever.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      })
      const reading = readConfig(settings, () => '')
      if (!('config' in reading)) throw new Error(reading.faults.join('\n'))
      const silent = { migrated: () => undefined, masterKeyMade: () => undefined }
      const store = await openStore(reading.config, Date.now, silent)
      const { credentials } = await addMember(store)
      await runClock({ url: server.url, credentials, store, set }, note)
      await store.close()
      await server.kill()
    } finally {
      await sandbox.close()
    }
    return { targets: [wrongTarget('clock', all)], result: { findings: all } }
  },
}
