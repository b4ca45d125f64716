// npm run test:fault -- clock: runs a server as a process whose clock is set by libfaketime while it runs.
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSandbox } from '../../../specimens/kit/engines/sandbox.ts'
import { openStoreOf, settingsOf } from '../../kit/installation.ts'
import { startServer } from '../../kit/server.ts'
import { addMember } from '../installation.ts'
import { openFindings, type Scenario, wrongTarget } from '../scenario.ts'
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
      const server = await startServer({
        folder: sandbox.folder,
        variables: {
          ...settings,
          LD_PRELOAD: library,
          FAKETIME_TIMESTAMP_FILE: offsets,
          FAKETIME_NO_CACHE: '1',
          // Only the wall clock jumps; the monotonic clock goes on.
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DONT_FAKE_MONOTONIC: '1',
        },
      })
      const store = await openStoreOf(settingsOf(settings))
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
