// Runs as a small process that outlives its starter, to end the starter's servers and remove their folder.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { endProcessesIn } from './processes.ts'
import { sandboxPrefix } from './sandbox.ts'

const [folder = '', patienceMs] = process.argv.slice(2)
if (!basename(folder).startsWith(sandboxPrefix)) throw new Error(`not a sandbox: ${folder}`)

// Standard input ends when the starter closes it, and also when the starter dies in whatever way.
process.stdin.resume()
process.stdin.once('end', async () => {
  await endProcessesIn(folder, Number(patienceMs))
  for (const path of mountsIn(folder)) spawnSync('umount', ['-l', path])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The inner folders come first. */
function mountsIn(within: string): string[] {
  const lines = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  return lines
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${within}/`))
    .reverse()
}
