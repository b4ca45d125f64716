// Chooses among the readings of one line that was sampled through several boxes, because a small move of the box may change a mark.
import type { LineScores } from '../../../models/text-reader.ts'
import { align, likelihood } from './align.ts'
import { bonusOf, MOST_BONUS } from './lexicon.ts'
import {
  type Character,
  charactersOf,
  type Knowledge,
  type LineReading,
  readLine,
  textOf,
} from './read-line.ts'
import { sharesOf } from './shares.ts'

interface Candidate {
  readonly labels: Int32Array
  /** The logarithm of its probability, the mean of all boxes, without and with the words that are known. */
  readonly seen: number
  readonly weighed: number
}

/** What is less likely than this in one box does not weigh more there. */
const UNSEEN = 1e-12

/** `first` is the reading of the first of the boxes, and `raw` stays what it is. */
export function voted(first: LineReading, boxes: readonly LineScores[], knowledge: Knowledge): LineReading {
  const { charset, lexicon, temperature } = knowledge
  const lines = boxes.map((scores) => sharesOf(scores, temperature))
  const readings = boxes.map((scores, i) => (i === 0 ? first : readLine(scores, knowledge)))
  const texts = new Set(readings.flatMap(({ text, raw }) => [text, raw.text]))
  const candidates = [...texts].map((text): Candidate => {
    const labels = Int32Array.from([...text], (one) => charset.indexOf(one) + 1)
    const seen = mean(lines.map((line) => Math.log(Math.max(UNSEEN, likelihood(line, labels)))))
    return { labels, seen, weighed: seen + bonusOf(text, lexicon) }
  })
  const best = candidates.reduce((one, other) => (other.weighed > one.weighed ? other : one))
  const sum = (of: (candidate: Candidate) => number): number =>
    candidates.reduce((total, candidate) => total + Math.exp(of(candidate)), 0)
  // What else it may say was not weighed: it differs by a word, and has the bonus of all others.
  const others =
    Math.max(0, 1 - sum(({ seen }) => seen)) * Math.exp(Math.max(0, best.weighed - best.seen - MOST_BONUS))
  const confidence = Math.exp(best.weighed) / (sum(({ weighed }) => weighed) + others)
  const characters = together(
    lines.map((line, i) => charactersOf(line, align(line, best.labels), charset, boxes[i] as LineScores)),
  )
  return { text: textOf(characters), confidence, characters, raw: first.raw }
}

/** The same characters as every box shows them: they stand where the first does, and are as sure as the mean. */
function together(seen: readonly (readonly Character[])[]): Character[] {
  return (seen[0] ?? []).map((character, i) => {
    const all = seen.map((characters) => characters[i])
    const rivals = new Set(all.flatMap((one) => Object.keys(one?.rivals ?? {})))
    const shared = [...rivals].map((text) => [text, mean(all.map((one) => one?.rivals?.[text] ?? 0))])
    const confidence = mean(all.map((one) => one?.confidence ?? 0))
    return { ...character, confidence, ...(rivals.size > 0 && { rivals: Object.fromEntries(shared) }) }
  })
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
