// Removes the steps of a finding that the fault does not need.
import { writeFileSync } from 'node:fs'
import type { Credentials } from '../../src/organisations/manage.ts'
import type { Api } from './api.ts'
import { type Findings, playAgain, readFinding, type WrittenFinding } from './findings.ts'
import { type Fault, judge } from './judge.ts'
import type { Played } from './session.ts'
import { type Line, openLine } from './wire.ts'

/** Returns what is wrong with the last step; the secrets of the steps are no longer known. */
export function judgeLast(api: Api, played: readonly Played[]): Fault[] {
  const last = played.at(-1)
  if (!last) return []
  const { script, exchange } = last
  const [method = '', path = ''] = firstLine(last)
  const sent = { operation: api.match(method, path), secrets: [], isBroken: script.alone }
  return judge(api, sent, script, exchange)
}

export const firstLine = ({ script }: Played): string[] =>
  Buffer.from(script.pieces[0]?.bytes ?? [])
    .toString('latin1')
    .split(/[ \r\n]/, 2)

/** This runs while the server is alive; a fault that takes a minute to show is not minimised. */
export async function minimise(
  findings: Findings,
  api: Api,
  url: string,
  organisations: readonly Credentials[],
): Promise<void> {
  for (const { file, kind } of findings.all) {
    if (file === undefined || kind === 'hang' || kind === 'dead') continue
    const line = openLine(url)
    const shortest = await shortened(readFinding(file), async (candidate) =>
      stillThere(api, candidate, line, organisations),
    ).finally(() => line.close())
    writeFileSync(file, JSON.stringify(shortest))
  }
}

const patienceMs = 10_000

async function stillThere(
  api: Api,
  finding: WrittenFinding,
  line: Line,
  organisations: readonly Credentials[],
): Promise<boolean> {
  const played = await playAgain(finding, line, organisations, patienceMs)
  return judgeLast(api, played).some(({ kind, what }) => kind === finding.kind && what === finding.what)
}

/** It tries the last step alone first, and then leaves out each of the others in turn. */
export async function shortened(
  finding: WrittenFinding,
  shows: (candidate: WrittenFinding) => Promise<boolean>,
): Promise<WrittenFinding> {
  const alone = { ...finding, steps: finding.steps.slice(-1) }
  if (finding.steps.length <= 1 || (await shows(alone))) return alone
  let kept = finding
  for (let i = finding.steps.length - 2; i >= 0; i--) {
    const candidate = { ...kept, steps: kept.steps.toSpliced(i, 1) }
    if (await shows(candidate)) kept = candidate
  }
  return kept
}
