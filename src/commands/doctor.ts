// selfsame doctor: checks every part of this installation and says how to fix what is wrong.
import type { Settings } from '../config.ts'
import { faces } from './doctor-faces.ts'
import type { DoctorCheck, DoctorFinding } from './doctor-finding.ts'
import { dataFolder, memory, nodeVersion, pages, port } from './doctor-machine.ts'
import {
  apiKeys,
  capture,
  database,
  files,
  livenessFloor,
  masterKey,
  members,
  organisations,
  purging,
  storage,
  trustStore,
  verifications,
} from './doctor-store.ts'
import { networks, sandbox, videos, workers } from './doctor-workers.ts'
import { startErrorOf } from './start-errors.ts'
import { CommandError, say } from './terminal.ts'

const checks: readonly (readonly [string, DoctorCheck])[] = [
  ['Node.js', nodeVersion],
  ['Data folder', dataFolder],
  ['Database', database],
  ['Files', files],
  ['Master key', masterKey],
  ['Organisations', organisations],
  ['API keys', apiKeys],
  ['Members', members],
  ['Liveness floor', livenessFloor],
  ['Capture', capture],
  ['Trust store', trustStore],
  ['Storage', storage],
  ['Verifications', verifications],
  ['Purging', purging],
  ['Faces', faces],
  ['Networks', networks],
  ['Workers', workers],
  ['Sandbox', sandbox],
  ['Videos', videos],
  ['Pages', pages],
  ['Memory', memory],
  ['Port', port],
]

export async function doctor(config: Settings): Promise<void> {
  let faults = 0
  for (const [name, check] of checks) {
    const finding = await check(config).catch(
      (error: unknown): DoctorFinding => ({ fault: (error as Error).message, fix: fixOf(error) }),
    )
    if ('ok' in finding) say(`ok      ${name}: ${finding.ok}`)
    else if ('advice' in finding) say(`advice  ${name}: ${finding.advice}`)
    else {
      faults++
      say(`FAULT   ${name}: ${finding.fault}\n        ${finding.fix}`)
    }
  }
  if (faults > 0) throw new CommandError(`${faults} ${faults === 1 ? 'fault' : 'faults'} to fix.`)
  say('This installation is sound.')
}

/** What a start would say of the same error; a doctor that knows no remedy says where one is to be had. */
const fixOf = (error: unknown): string => {
  const row = startErrorOf((error as Error).message)
  if (row !== undefined) return row.remedy
  return 'Nobody foresaw this. Start `selfsame serve` with SELFSAME_LOG_LEVEL=debug, and report what it says (SECURITY.md, or an issue).'
}
