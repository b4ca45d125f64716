// npm run fuzz -- --again FILE: plays a finding once more on a fresh server, and says whether it is still one.
import type { LogLine } from '../kit/server.ts'
import { readApi } from './api.ts'
import { playAgain, readFinding } from './findings.ts'
import { firstLine, judgeLast } from './minimise.ts'
import { startFuzzed } from './server.ts'
import { openLine } from './wire.ts'

const hangMs = 75_000

/** True when the fault is there again. */
export async function again(file: string): Promise<boolean> {
  const finding = readFinding(file)
  const { kind, operation, what, seed, story } = finding
  console.log(`${kind} in ${operation}: ${what} (seed ${seed}, story ${story})`)
  const complaints: LogLine[] = []
  const server = await startFuzzed(1, (line) => {
    if (['warn', 'error', 'fatal'].includes(line.level)) complaints.push(line)
  })
  const line = openLine(server.url)
  try {
    const played = await playAgain(finding, line, server.organisations, hangMs)
    for (const [i, step] of played.entries()) {
      const { answers, fate } = step.exchange
      const told = answers.map(({ status, body }) => `${status} ${body.toString().slice(0, 300)}`)
      const asked = firstLine(step).join(' ').slice(0, 120)
      console.log(`step ${i + 1}: ${asked} -> ${told.join(' | ') || fate}`)
    }
    const faults = judgeLast(readApi(), played)
    for (const fault of faults) console.log(`still: ${fault.kind}: ${fault.what}`)
    for (const { text } of complaints) console.log(`log: ${text}`)
    if (faults.length === 0) console.log('the fault did not show again')
    return faults.length > 0
  } finally {
    line.close()
    await server.stop()
    server.remove()
  }
}
