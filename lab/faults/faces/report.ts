// Reports a run of registrations under kills: a small table, and one line per target.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { none, type Target } from '../../kit/targets.ts'
import { shownSpread } from '../rounds/report.ts'
import type { Violation } from '../violation.ts'
import type { FacesOutcome } from './faces.ts'

export function faceTargets({ violations }: FacesOutcome): Target[] {
  const count = (...kinds: Violation['kind'][]): number =>
    violations.filter(({ kind }) => kinds.includes(kind)).length
  return [
    none('fault_faces_lost', count('lost', 'wrong', 'unrecovered')),
    none('fault_faces_twice', count('twice')),
    none('fault_faces_half', count('half')),
    none('fault_faces_removed_but_found', count('back')),
    none('fault_faces_numbers', count('numbers')),
    none('fault_faces_orphans', count('orphan')),
  ]
}

export function faceTable(outcome: FacesOutcome, seconds: number): string[] {
  const { registered, removed, searched, refused, kills, killedStarts, killedSnapshots, loadMs } = outcome
  const perSecond = loadMs > 0 ? Math.round((1000 * registered) / loadMs) : 0
  const rows: [string, string][] = [
    ['seconds', `${Math.round(seconds)}, ${Math.round(loadMs / 1000)} of them under load`],
    ['kills', `${kills}, ${killedStarts} of them before it was asked, ${killedSnapshots} at a snapshot`],
    ['registered', `${registered}, ${perSecond} a second under load`],
    ['removed', `${removed}`],
    ['searched', `${searched}`],
    ['refused', `${refused}`],
    ['start after a kill', shownSpread(outcome.startupMs)],
  ]
  for (const [line, times] of Object.entries(outcome.logged)) rows.push([`logged ${times} times`, line])
  for (const { round, kind, what } of outcome.violations.slice(0, 20))
    rows.push([kind, `round ${round}: ${what}`])
  return rows.map(([name, value]) => `${name.padEnd(20)} ${value}`)
}

export function writeFaceResult(path: string, seed: number, seconds: number, outcome: FacesOutcome): void {
  mkdirSync(dirname(path), { recursive: true })
  const machine = { cores: availableParallelism(), load: loadavg(), node: process.version }
  const result = { seed, seconds, machine, targets: faceTargets(outcome), ...outcome }
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
}
