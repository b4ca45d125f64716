// Attacks on the machine below: the process killed under load, the disk full.
import { join } from 'node:path'
import { openSmallDisk } from '../faults/disk/small-disk.ts'
import { survivors } from '../faults/kill.ts'
import { callerOf } from '../kit/caller.ts'
import { sqliteFaults } from '../kit/installation.ts'
import { startServer } from '../kit/server.ts'
import { type Attack, heldUnless, notTried, startVictim } from './attack.ts'

const taken = 138

export const attacks: readonly Attack[] = [
  {
    name: 'kill-9',
    tries: 'SIGKILL while 16 callers write',
    seeAlso: ['lab/test/faults/faults.test.ts'],
    async run() {
      await using victim = await startVictim({
        SELFSAME_RATE: '100000',
        SELFSAME_RATE_BURST: '100000',
        SELFSAME_CONCURRENCY: '100',
      })
      const caller = callerOf(victim.url, victim.attacker)
      const acknowledged: string[] = []
      let number = 0
      const writing = Array.from({ length: 16 }, async () => {
        for (;;) {
          const id = `c${number++}`
          const { status, code } = await caller.call('signCollectionId', {
            request: { id, external_person_id: 'p' },
          })
          if (status === 0) return
          if (code === 200) acknowledged.push(id)
          if (acknowledged.length === 200) await victim.server.kill()
        }
      })
      await Promise.all(writing)
      const left = await survivors(victim.folder, [])
      const again = await startServer(victim)
      const faults = left.length > 0 ? [`${left.length} processes outlived it`] : []
      try {
        const then = callerOf(again.url, victim.attacker)
        for (const id of acknowledged) {
          const { code } = await then.call('signCollectionId', { request: { id, external_person_id: 'p' } })
          if (code !== taken) faults.push(`${id} was acknowledged and is lost`)
        }
      } finally {
        await again.stop()
      }
      faults.push(...sqliteFaults(join(victim.settings.data, 'selfsame.db')))
      return heldUnless(faults, `all ${acknowledged.length} acknowledged writes were there afterwards`)
    },
  },
  {
    name: 'full-disk',
    tries: 'the disk of the data folder filled to the last byte, and freed',
    seeAlso: ['lab/test/faults/disk.test.ts'],
    async run() {
      if (process.getuid?.() !== 0) return notTried('only root may limit the files of the server')
      const disk = await openSmallDisk()
      try {
        const caller = callerOf(disk.server.url, disk.cluster.member.credentials)
        const sign = (id: string) =>
          caller.call('signCollectionId', { request: { id, external_person_id: 'p' } })
        const before = await sign('before')
        disk.fill()
        const during = await sign('during')
        disk.free()
        let after = await sign('after')
        for (let tries = 0; tries < 50 && after.status === 503; tries++) after = await sign(`after-${tries}`)
        const kept = await sign('before')
        const faults = [
          ...(before.code === 200 ? [] : [`before: ${before.status} ${before.code}`]),
          ...(during.status === 503 ? [] : [`on a full disk: ${during.status} ${during.code}`]),
          ...(after.code === 200 ? [] : [`with room again: ${after.status} ${after.code}`]),
          ...(kept.code === taken ? [] : ['what was written before is lost']),
          ...sqliteFaults(join(disk.data, 'selfsame.db')),
        ]
        return heldUnless(faults, `writes were 503 by ${disk.means}, and went on afterwards`)
      } finally {
        await disk.cluster.close()
      }
    },
  },
]
