// Defines jobs for the tests of the evaluation kit: one that works, one that fails, one that dies, one that waits.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export const jobs = {
  double: async (value: number) => {
    // Later ones end first, so that the order of results is not the order of ends.
    await sleep(Math.max(0, 40 - value * 5))
    if (value === 3) throw new RangeError('three is too many')
    if (value === 5) process.exit(7)
    return value * 2
  },
  waitForFile: async (path: string) => {
    while (!existsSync(path)) await sleep(5)
    return true
  },
}
