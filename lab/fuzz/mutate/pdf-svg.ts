// Damages PDF and SVG, which are text: numbers, names and references are changed in place.
import type { Mutation } from './bytes.ts'

const oddNumbers = [
  '0',
  '-1',
  '1',
  '65536',
  '2147483647',
  '-2147483648',
  '4294967296',
  '1e38',
  '99999999999999999999',
  '.',
  'NaN',
]
const oddNames = [
  '/Page',
  '/Pages',
  '/XObject',
  '/JavaScript',
  '/FlateDecode',
  '/JBIG2Decode',
  '/Crypt',
  '/Length',
  '/#00',
  '/',
]

/** Only the text between streams changes; the streams stay, so that the parser reaches the change. */
function replaceSome(find: RegExp, odd: readonly string[]): Mutation {
  return (bytes, { random }) => {
    const text = bytes.toString('latin1')
    const all = [...text.matchAll(find)]
    if (all.length === 0) return bytes
    const chosen = new Set(Array.from({ length: random.whole(1, 3) }, () => random.whole(0, all.length - 1)))
    let from = 0
    const parts: string[] = []
    for (const [i, match] of all.entries()) {
      if (!chosen.has(i)) continue
      parts.push(text.slice(from, match.index), random.pick(odd))
      from = match.index + match[0].length
    }
    return Buffer.from(parts.join('') + text.slice(from), 'latin1')
  }
}

/** Every object points to another one, and some to themselves. */
const crossReferences: Mutation = (bytes, { random }) => {
  const text = bytes.toString('latin1')
  const changed = text.replaceAll(/\d+ 0 R\b/g, (one) => (random.is(0.3) ? `${random.whole(0, 9)} 0 R` : one))
  return Buffer.from(changed, 'latin1')
}

const wrongTable: Mutation = (bytes, { random }) => {
  const text = bytes.toString('latin1')
  return Buffer.from(text.replace(/startxref\s+\d+/, `startxref\n${random.pick(oddNumbers)}`), 'latin1')
}

const nested: Mutation = (bytes, { random }) => {
  const depth = random.pick([50, 1000, 20_000])
  const text = bytes.toString('latin1')
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  return Buffer.from(text.replace(/<</, `<< /Deep ${deep} `), 'latin1')
}

const numbers = replaceSome(/(?<=[\s[/])-?\d+(?:\.\d+)?(?=[\s\]/>])/g, oddNumbers)

export const pdf: readonly Mutation[] = [
  numbers,
  numbers,
  replaceSome(/\/[A-Z][A-Za-z]+/g, oddNames),
  replaceSome(/endobj|endstream|stream|xref|trailer/g, ['', 'endobj', 'stream\n']),
  crossReferences,
  wrongTable,
  nested,
]

export const svg: readonly Mutation[] = [
  replaceSome(/\d+/g, oddNumbers),
  (bytes) => Buffer.from(bytes.toString().replace('<rect', '<image href="file:///etc/hostname"/><rect')),
  (bytes) => Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'), bytes]),
]
