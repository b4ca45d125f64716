// selfsame compare: compares a live face with the portrait on a card, as the server would, and says why.
import type { Check } from '../checks.ts'
import type { Settings } from '../config.ts'
import { compareFaces, type FaceComparison } from '../faces/matching/compare.ts'
import { askOfCard, askOfPerson } from '../faces/portrait.ts'
import { impostors } from '../faces/similarity.ts'
import { withWorker } from './one-worker.ts'
import { explain, observePicture, prepareForCommand, readPicture } from './pictures.ts'
import { CommandError, say } from './terminal.ts'

export interface CompareOptions {
  readonly similarity: string
  readonly liveness: string
  readonly json?: boolean
}

export async function compare(
  config: Settings,
  live: string,
  card: string,
  options: CompareOptions,
): Promise<void> {
  const thresholds = {
    similarityPercent: percent('--similarity', options.similarity),
    curve: impostors,
    genuineness: percent('--liveness', options.liveness) / 100,
  }
  const [liveBytes, cardBytes] = [await readPicture(config, live), await readPicture(config, card)]
  await prepareForCommand(config)
  const comparison = await withWorker(config, async ({ pool }) =>
    compareFaces(
      await observePicture(pool, config, live, liveBytes, askOfPerson),
      () => observePicture(pool, config, card, cardBytes, askOfCard),
      thresholds,
    ),
  ).catch(explain)
  if (options.json) return say(JSON.stringify(comparison, null, 2))
  say(verdict(comparison))
  if ('checks' in comparison) for (const check of comparison.checks) say(`  ${line(check)}`)
}

function verdict(comparison: FaceComparison): string {
  if (comparison.verdict === 'refused') return `Not compared: ${comparison.code.message}`
  if (comparison.verdict === 'not-genuine')
    return 'Not compared: the live face is not genuine (--liveness 0 compares it all the same)'
  const { similarityPercent, isMatch } = comparison
  return `${isMatch ? 'The same person' : 'Not the same person'}: similarity ${similarityPercent} percent`
}

function line({ name, score, threshold, rule, outcome }: Check): string {
  return `${outcome} ${name.padEnd(16)} ${score} (${rule.replace('-', ' ')} ${threshold})`
}

/** 0.8 and 80 are the same, as in the API. */
function percent(option: string, text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 100))
    throw new CommandError(`${option} must be a share from 0 to 1 or a percentage up to 100.`)
  return value <= 1 ? 100 * value : value
}
