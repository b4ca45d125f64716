// Several readings of the same lines made into one: what most of them saw, and saw most surely, at each place.
import type { MrzCharacter, MrzLine, MrzReading } from './reading.ts'

/** Readings of one format; the first gives the places of the lines. */
export function votedLines(readings: readonly MrzReading[]): MrzLine[] {
  const [first] = readings
  return (first?.lines ?? []).map((line, i) => {
    const characters = line.characters.map((_, at) =>
      voted(readings.flatMap(({ lines }) => lines[i]?.characters[at] ?? [])),
    )
    return { ...line, text: characters.map(({ text }) => text).join(''), characters }
  })
}

function voted(seen: readonly MrzCharacter[]): MrzCharacter {
  const sums = new Map<string, number>()
  for (const { text, confidence, others = [] } of seen)
    for (const one of [{ text, confidence }, ...others])
      sums.set(one.text, (sums.get(one.text) ?? 0) + one.confidence / seen.length)
  const [first, ...others] = [...sums]
    .map(([text, confidence]) => ({ text, confidence: Math.min(1, confidence) }))
    .toSorted((a, b) => b.confidence - a.confidence)
  return { text: first?.text ?? '', confidence: first?.confidence ?? 0, others }
}
