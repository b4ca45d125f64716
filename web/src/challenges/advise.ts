// Chooses the advice that helps most after a failed verdict: by the check that failed, otherwise by the code.
import { type Advice, advices, checkRow, readCheckName } from '../../../src/checks.ts'

interface FailedCheck {
  readonly name: string
  readonly outcome: string
}

const byCode: Readonly<Record<number, Advice>> = {
  131: 'noFace',
  133: 'dark',
  135: 'several',
  140: 'mixed',
  141: 'notLiving',
  142: 'covered',
  143: 'gone',
  144: 'fewFrames',
  150: 'right',
  151: 'left',
  152: 'ahead',
  153: 'slow',
  154: 'count',
  180: 'up',
  181: 'down',
  184: 'size',
  190: 'small',
  192: 'smile',
  193: 'wink',
  194: 'noseAtLast',
  195: 'outOfArea',
  196: 'notSeenLight',
  197: 'missed',
}

/** For these codes the code says more than any check. */
const decidedByCode: ReadonlySet<number> = new Set([131, 135, 143, 195])

export function adviceFor(code: number, checks: readonly FailedCheck[] = []): Advice {
  const failed = decidedByCode.has(code) ? [] : checks.filter(({ outcome }) => outcome === 'failed')
  const said = failed.map(({ name }) => adviceOf(name))
  return advices.find((one) => said.includes(one)) ?? byCode[code] ?? 'tryAgain'
}

function adviceOf(name: string): Advice | undefined {
  const form = readCheckName(name)
  return form && checkRow(form.row).advice
}
