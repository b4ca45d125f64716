// Finds and ends every process that works inside a folder, whatever group or session it moved to.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Processes are known by their working folder, because PostgreSQL's children leave their parent's process group. */
export function processesIn(folder: string): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const where = readlinkSync(`/proc/${name}/cwd`)
        if (where !== folder && !where.startsWith(`${folder}/`)) return []
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return [{ pid: Number(name), parent }]
      } catch {
        return [] // it ended while we looked, or it is another user's
      }
    })
}

export function signalProcessesIn(folder: string, name: NodeJS.Signals): void {
  for (const { pid } of processesIn(folder)) signal(pid, name)
}

/** Kills without warning, as a power cut does. It repeats, because a child may be born meanwhile. */
export function killProcessesIn(folder: string): void {
  const deadline = Date.now() + 10_000
  for (let found = processesIn(folder); found.length > 0; found = processesIn(folder)) {
    for (const { pid } of found) signal(pid, 'SIGKILL')
    if (Date.now() > deadline) throw new Error(`processes in ${folder} do not die: ${JSON.stringify(found)}`)
  }
}

/** Asks the parent of each family to stop, waits that long, and kills what is left. */
export async function endProcessesIn(folder: string, patienceMs: number): Promise<void> {
  const found = processesIn(folder)
  const own = new Set(found.map(({ pid }) => pid))
  for (const { pid, parent } of found) if (!own.has(parent)) signal(pid, 'SIGINT')
  const deadline = Date.now() + patienceMs
  while (processesIn(folder).length > 0 && Date.now() < deadline) await sleep(20)
  killProcessesIn(folder)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
