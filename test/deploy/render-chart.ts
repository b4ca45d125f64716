// Renders the Helm chart without helm: the part of Go templates that the chart uses, and an error for anything else.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parse, parseAllDocuments, stringify } from 'yaml'

type Value = unknown
type Block = readonly Node[]
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipe: string }
  | { readonly kind: 'if' | 'with'; readonly pipe: string; readonly body: Block; readonly otherwise: Block }
  | { readonly kind: 'range'; readonly names: readonly string[]; readonly pipe: string; readonly body: Block }

interface Scope {
  readonly dot: Value
  readonly names: ReadonlyMap<string, Value>
}

/** Every object that the chart gives for these values, which are laid over those of values.yaml. */
export function renderChart(folder: string, values: object, release = 'selfsame'): readonly object[] {
  const read = (name: string) => parse(readFileSync(`${folder}/${name}`, 'utf8'))
  const chart = read('Chart.yaml') as { version: string; appVersion: string; name: string }
  const root = {
    Values: overlaid(read('values.yaml'), values),
    Release: { Name: release, Namespace: 'default' },
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
  }
  const defined = new Map<string, Block>()
  const files = globSync(`${folder}/templates/*`).toSorted()
  const bodies = files.map((path) => [path, parseTemplate(readFileSync(path, 'utf8'), defined)] as const)
  const texts = bodies.map(
    ([path, body]) => [path, run(body, { dot: root, names: new Map([['$', root]]) }, defined)] as const,
  )
  return texts
    .filter(([path]) => path.endsWith('.yaml'))
    .flatMap(([path, text]) =>
      parseAllDocuments(text).flatMap((document) => {
        if (document.errors[0]) throw new Error(`${path}: ${document.errors[0].message}\n${text}`)
        const object = document.toJS() as object | null
        return object === null ? [] : [object]
      }),
    )
}

function overlaid(below: Value, above: Value): Value {
  if (!isMap(below) || !isMap(above)) return above === undefined ? below : above
  const names = new Set([...Object.keys(below), ...Object.keys(above)])
  return Object.fromEntries([...names].map((name) => [name, overlaid(below[name], above[name])]))
}

const isMap = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text between `{{-` and `-}}` loses the white space beside it, as in Go. */
function parseTemplate(source: string, defined: Map<string, Block>): Block {
  const pieces = source.split(/(\{\{-?\s[\s\S]*?\s-?\}\}|\{\{-?\/\*[\s\S]*?\*\/-?\}\})/)
  const tokens = pieces.map((piece, at) => {
    if (piece.startsWith('{{')) return { action: piece.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '') }
    let text = piece
    if (pieces[at - 1]?.endsWith('-}}')) text = text.trimStart()
    if (pieces[at + 1]?.startsWith('{{-')) text = text.trimEnd()
    if (text.includes('{{')) throw new Error(`not an action that is known here: ${text}`)
    return { text }
  })
  let at = 0
  const block = (...ends: readonly string[]): { readonly body: Block; readonly end: string } => {
    const body: Node[] = []
    for (; at < tokens.length; at++) {
      const token = tokens[at]
      if (token?.action === undefined) {
        body.push({ kind: 'text', text: token?.text ?? '' })
        continue
      }
      const { action } = token
      const [word = ''] = action.split(/\s/)
      const rest = action.slice(word.length).trim()
      if (ends.includes(word)) return { body, end: word }
      if (action.startsWith('/*')) continue
      at++
      if (word === 'define') defined.set(unquoted(rest), block('end').body)
      else if (word === 'if' || word === 'with') {
        const first = block('else', 'end')
        if (first.end === 'else') at++
        const otherwise = first.end === 'else' ? block('end').body : []
        body.push({ kind: word, pipe: rest, body: first.body, otherwise })
      } else if (word === 'range') {
        const [, list = '', pipe = rest] = /^((?:\$\w+(?:,\s*)?)+)\s*:=\s*(.*)$/.exec(rest) ?? []
        body.push({ kind: 'range', names: list.match(/\$\w+/g) ?? [], pipe, body: block('end').body })
      } else {
        at--
        body.push({ kind: 'print', pipe: action })
      }
    }
    if (ends.length > 0) throw new Error(`a template ends before its ${ends.join(' or ')}`)
    return { body, end: '' }
  }
  return block().body
}

const unquoted = (text: string): string => JSON.parse(text) as string

function run(block: Block, scope: Scope, defined: ReadonlyMap<string, Block>): string {
  const value = (pipe: string, within = scope) => evaluate(pipe, within, defined)
  return block
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'print') return String(value(node.pipe))
      const given = value(node.pipe)
      if (node.kind === 'range')
        return entriesOf(given)
          .map(([key, one]) => {
            const names = new Map(scope.names)
            const [first, second] = node.names
            if (first) names.set(first, second ? key : one)
            if (second) names.set(second, one)
            return run(node.body, { dot: one, names }, defined)
          })
          .join('')
      if (isEmpty(given)) return run(node.otherwise, scope, defined)
      return run(node.body, node.kind === 'with' ? { ...scope, dot: given } : scope, defined)
    })
    .join('')
}

/** Maps are walked by their sorted keys. */
const entriesOf = (value: Value): readonly (readonly [Value, Value])[] =>
  Array.isArray(value)
    ? value.map((one, at) => [at, one] as const)
    : Object.entries(value as object).toSorted(([a], [b]) => (a < b ? -1 : 1))

const isEmpty = (value: Value): boolean =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0)

function evaluate(pipe: string, scope: Scope, defined: ReadonlyMap<string, Block>): Value {
  let piped: readonly Value[] = []
  for (const part of pipe.split(/\s\|\s/)) {
    const words = part.match(/"[^"]*"|\S+/g) ?? []
    const [first = '', ...rest] = words
    const known = functions[first]
    if (known === undefined && rest.length + piped.length > 0)
      throw new Error(`no such function here: ${first} in ${pipe}`)
    const given = rest.map((word) => operand(word, scope))
    const include = (name: string, dot: Value) => {
      const body = defined.get(name)
      if (body === undefined) throw new Error(`no template is named ${name}`)
      return run(body, { dot, names: new Map([['$', dot]]) }, defined)
    }
    piped = [known ? known([...given, ...piped], include) : operand(first, scope)]
  }
  return piped[0]
}

/** A field that is not there is an error here, although Go prints nothing: it is a name that was misspelled. */
function operand(word: string, scope: Scope): Value {
  if (word.startsWith('"')) return unquoted(word)
  if (/^\d+$/.test(word)) return Number(word)
  const [start = '', ...path] = word.split('.')
  if (start !== '' && !scope.names.has(start)) throw new Error(`no such name: ${word}`)
  let value = start === '' ? scope.dot : scope.names.get(start)
  for (const name of path.filter((one) => one !== '')) {
    if (!isMap(value) || !(name in value)) throw new Error(`no such value: ${word}`)
    value = value[name]
  }
  return value
}

type TemplateFunction = (given: readonly Value[], include: (name: string, dot: Value) => string) => Value

const functions: Readonly<Record<string, TemplateFunction>> = {
  include: ([name, dot], include) => include(String(name), dot),
  nindent: ([spaces, text]) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(spaces)))}`,
  quote: ([text]) => JSON.stringify(String(text)),
  toString: ([value]: readonly Value[]) => String(value),
  toJson: ([value]) => JSON.stringify(value),
  toYaml: ([value]) => stringify(value, { version: '1.1' }).trimEnd(),
  sha256sum: ([text]) => createHash('sha256').update(String(text)).digest('hex'),
  default: ([fallback, value]) => (isEmpty(value) ? fallback : value),
  not: ([value]) => isEmpty(value),
}
