// npm run evaluate -- chips: measures whether chips of states are verified and any change of one is noticed, and how cards are read.
import { type Context, mergeReports, type Report } from '../../kit/report.ts'
import { evaluateAlgorithms, evaluateBreaks } from './algorithms.ts'
import { evaluateAnswers } from './answers.ts'
import { evaluateChanges } from './changes.ts'
import { evaluateEmulator } from './emulator.ts'
import { evaluateCards, evaluateExamples } from './reading.ts'
import { evaluateMasterList, evaluateSpecimenPassport } from './states.ts'

export async function evaluateChips(context: Context): Promise<Report> {
  const parts: Readonly<Record<string, () => Promise<Report>>> = {
    mustermann: () => evaluateSpecimenPassport(context),
    'master-list': () => evaluateMasterList(context),
    algorithms: () => evaluateAlgorithms(),
    breaks: () => evaluateBreaks(),
    changes: () => evaluateChanges(context),
    examples: () => evaluateExamples(),
    cards: () => evaluateCards(),
    answers: () => evaluateAnswers(context),
    emulator: () => evaluateEmulator(),
  }
  const reports: Report[] = []
  for (const [part, evaluate] of Object.entries(parts))
    if (context.wants(part)) reports.push(await evaluate())
  return mergeReports(reports)
}
