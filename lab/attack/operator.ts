// Attacks on the person who runs the server: settings and neighbours that make it hang, or mistake another for itself.
import { serve } from '../faults/starts/refused-start.ts'
import { temporaryFolder } from '../kit/installation.ts'
import { runCommandLine } from '../kit/server.ts'
import { type Attack, heldUnless, startVictim } from './attack.ts'

export const attacks: readonly Attack[] = [
  {
    name: 'endless-folder',
    tries: 'a data folder or a cache of networks in /proc, where the system makes no folders',
    seeAlso: ['test/store/make-folder.test.ts', 'test/commands/serve.test.ts'],
    async run() {
      const { path: folder, remove } = temporaryFolder('attack')
      try {
        const faults: string[] = []
        for (const variables of [
          { SELFSAME_DATA: '/proc/nope/data' },
          { SELFSAME_DATA: `${folder}/data`, SELFSAME_NETWORK_CACHE: '/proc/nope/networks' },
        ]) {
          const ended = await Promise.race([serve({ folder, variables }), untilLate()])
          if (ended === 'late') faults.push('the start did not end within a minute')
          else if (ended.code !== 1 || !/\/proc\/nope\/\w+.*SELFSAME_/.test(ended.said))
            faults.push(`the start ended with ${ended.code} and said ${ended.said.slice(0, 200)}`)
        }
        return heldUnless(faults, 'each start was refused with the path and the setting to change')
      } finally {
        remove()
      }
    },
  },
  {
    name: 'another-selfsame',
    tries: 'another Selfsame on the port of this one, which `doctor` might take for it',
    seeAlso: ['test/commands/doctor.test.ts'],
    async run() {
      await using mine = await startVictim()
      await using other = await startVictim()
      const portLine = async (victim: typeof mine, url: string) => {
        const variables = { ...victim.variables, SELFSAME_PORT: new URL(url).port }
        const { said } = await runCommandLine({ folder: victim.folder, variables }, ['doctor'])
        return /^\w+ +Port: .*$/m.exec(said)?.[0] ?? said.slice(-200)
      }
      const [own, stranger] = [await portLine(mine, mine.url), await portLine(mine, other.url)]
      return heldUnless(
        [
          ...(/^ok +Port: this installation/.test(own) ? [] : [`of itself it said: ${own}`]),
          ...(/^FAULT +Port: the Selfsame .* is another one/.test(stranger)
            ? []
            : [`of the other it said: ${stranger}`]),
        ],
        'doctor knew which of the two was its own',
      )
    },
  },
]

const untilLate = (): Promise<'late'> =>
  new Promise((resolve) => setTimeout(resolve, 60_000, 'late' as const).unref())
