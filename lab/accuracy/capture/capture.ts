// npm run evaluate -- capture: measures whether keys of real phones are believed, and whether any change of one is noticed.
import { type Context, mergeReports, type Report } from '../../kit/report.ts'
import { evaluateChains } from './chains.ts'
import { evaluateMutations } from './mutations.ts'

export async function evaluateCapture(context: Context): Promise<Report> {
  const parts: Readonly<Record<string, () => Report | Promise<Report>>> = {
    chains: () => evaluateChains(context),
    mutations: () => evaluateMutations(context),
  }
  const reports: Report[] = []
  for (const [part, evaluate] of Object.entries(parts))
    if (context.wants(part)) reports.push(await evaluate())
  return mergeReports(reports)
}
