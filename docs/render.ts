// Writes the pages that are made from tables (result codes, configuration), from the OpenAPI and from recorded results.
import { readFileSync } from 'node:fs'
import { checkRow, checkRowNames } from '../src/checks.ts'
import { type Code, codes } from '../src/codes.ts'
import { startErrors } from '../src/commands/start-errors.ts'
import { settings, variableOf } from '../src/config.ts'
import { reasonNames, rowOf } from '../src/verifications/reasons.ts'
import { personas } from '../src/verifications/sandbox/personas.ts'
import { words } from '../src/words/words.ts'
import { type Described, operationsTable } from './operations-table.ts'
import { addedPaths, specifiedPaths } from './paths.ts'

export interface Page {
  /** From the folder docs. */
  readonly file: string
  readonly text: string
}

export const pages = (openapi: object): Page[] => [
  { file: 'reference/result-codes.md', text: resultCodes() },
  { file: 'reference/configuration.md', text: configuration() },
  { file: 'reference/checks.md', text: checks() },
  { file: 'reference/openapi.json', text: `${JSON.stringify(openapi, null, 2)}\n` },
  { file: '../client/README.md', text: withOperations(read('../client/README.md'), openapi as Described) },
  { file: 'reference/api.md', text: withPaths(read('reference/api.md')) },
  { file: 'evidence/reliability.md', text: withResults(read('evidence/reliability.md')) },
  { file: 'guides/operations.md', text: withStartErrors(read('guides/operations.md')) },
  { file: 'reference/verifications.md', text: withTables(read('reference/verifications.md')) },
]

/** Puts the table of operations between its two marks. */
const withOperations = (page: string, openapi: Described): string =>
  page.replace(
    /(<!-- operations -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start: string, end: string) => `${start}${operationsTable(openapi)}\n${end}`,
  )

/** Puts the table of paths between its two marks. */
const withPaths = (page: string): string =>
  page.replace(/(<!-- paths -->\n)[\s\S]*?(<!-- end -->)/, (_, start: string, end: string) => {
    const rows = [
      ...specifiedPaths.map(([method, path, state]) => `| ${method} | \`${path}\` | ${state} |`),
      ...addedPaths.map(([method, path]) => `| ${method} | \`${path}\` | our addition |`),
    ]
    return `${start}\n| method | path | state |\n|---|---|---|\n${rows.join('\n')}\n\n${end}`
  })

/** Puts the tables of reasons and personas between their marks. */
const withTables = (page: string): string =>
  page.replaceAll(
    /(<!-- (reasons|personas) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: 'reasons' | 'personas', end: string) =>
      `${start}\n${(name === 'reasons' ? reasonsTable() : personasTable()).join('\n')}\n\n${end}`,
  )

/** Puts the table of errors that stop a start between its two marks. */
const withStartErrors = (page: string): string =>
  page.replace(
    /(<!-- start errors -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start: string, end: string) =>
      `${start}\n| it says | cause | remedy |\n|---|---|---|\n${startErrors.map(({ says, cause, remedy }) => `| ${says} | ${cause} | ${remedy} |`).join('\n')}\n\n${end}`,
  )

const reasonsTable = (): string[] => [
  '| reason | about | leads to | in words |',
  '|---|---|---|---|',
  ...reasonNames.map((name) => {
    const { step, outcome } = rowOf(name)
    return `| \`${name}\` | ${step} | ${outcome} | ${words.en.reasons[name]} |`
  }),
]

const personasTable = (): string[] => [
  '| persona | does | comes to |',
  '|---|---|---|',
  ...Object.entries(personas).map(
    ([name, { about, decision }]) =>
      `| \`${name}\` | ${about} | ${decision === 'none' ? 'no verdict' : decision} |`,
  ),
]

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

/** What a run of a lab program leaves when it is started with `--record`. */
export interface RecordedResult {
  readonly command: string
  /** The tree it was measured on. */
  readonly commit: string
  readonly machine: string
  /** A sentence of figures beside the table. */
  readonly figures: string
  /** The lines of a Markdown table; none where the targets say it all. */
  readonly table: readonly string[]
  /** The closing lines of the command, as it printed them; empty where they were not kept. */
  readonly targets: readonly string[]
}

const marked = /(<!-- results: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g

/** Puts each recorded result between its two marks; the text around them is written by hand. */
const withResults = (page: string): string =>
  page.replaceAll(marked, (_, start: string, name: string, end: string) => {
    const result = JSON.parse(read(`evidence/results/${name}.json`)) as RecordedResult
    return `${start}${resultText(result)}${end}`
  })

function resultText({ command, commit, machine, figures, table, targets }: RecordedResult): string {
  const head = `\n\`${command}\` at ${commit} on ${machine}.${figures === '' ? '' : ` ${figures}`}\n\n`
  const grid = table.length > 0 ? `${table.join('\n')}\n\n` : ''
  const lines = targets.length > 0 ? `\`\`\`\n${targets.join('\n')}\n\`\`\`\n\n` : ''
  return `${head}${grid}${lines}`
}

const madeFrom = (source: string): string =>
  `<!-- Made from ${source} by \`npm run docs\`; a test holds it to the table. -->`

function resultCodes(): string {
  const rows = (origin: Code['origin']): string =>
    Object.values<Code>(codes)
      .filter((code) => code.origin === origin)
      .map((code) => `| ${code.code} | ${code.message} | ${code.status} | ${code.meaning} |`)
      .join('\n')
  const head = '| result_code | message | HTTP | meaning |\n|---|---|---|---|'
  return `# Result codes

${madeFrom('src/codes.ts')}

The outcome of an operation is \`result_code\` in the body; 200 is success. A business outcome travels with HTTP 200,
a refusal with the HTTP status of its own number. Every body has \`message\` and \`result_code\`; a refused request also
has \`errors\`, a list of \`{path, message}\` with a row for each field that is wrong. 429 and 503 carry \`Retry-After\`.

## Outcomes, as the specification defines them

${head}
${rows('specification')}

## Refusals, where the specification is silent

${head}
${rows('selfsame')}
`
}

function checks(): string {
  const rules = {
    'at-least': 'at least',
    'at-most': 'at most',
    exactly: 'exactly',
    either: 'by what is asked',
  }
  const groups = Map.groupBy(checkRowNames, (name) => checkRow(name).of)
  const sections = [...groups].map(([group, names]) => {
    const lines = names.map((name) => {
      const { unit, rule, reasons = [] } = checkRow(name)
      const shown = reasons.map((reason) => `\`${reason}\``).join(', ')
      return `| \`${name}\` | ${words.en.checks[name][1]} | ${unit} | ${rules[rule]} | ${shown} |`
    })
    return `## ${group}\n\n| check | what it looks at | measured in | must be | reasons of a verification |\n|---|---|---|---|---|\n${lines.join('\n')}`
  })
  return `# Checks

${madeFrom('src/checks.ts and src/words/en/checks.ts')}

Every check that an answer may hold, by the verdict that it belongs to; \`liveness\` stands for several families of
challenges. Words in braces stand for a task, a distance, a zone or a number. [The API](api.md) says
more of some of them.

${sections.join('\n\n')}
`
}

function configuration(): string {
  const groups = Map.groupBy(Object.entries(settings), ([, setting]) => setting.group)
  const sections = [...groups].map(([group, rows]) => {
    const lines = rows.map(
      ([name, setting]) =>
        `| \`${variableOf(name)}\` | ${setting.fallback === '' ? '(empty)' : `\`${setting.fallback}\``} | ${setting.form} | ${setting.meaning} |`,
    )
    return `## ${group}\n\n| variable | default | form | meaning |\n|---|---|---|---|\n${lines.join('\n')}`
  })
  return `# Configuration

${madeFrom('src/config.ts')}

Settings are environment variables, also read from a file \`.env\` in the working folder. Any of them may be given as
\`NAME_FILE\`, the path of a file that holds the value, as container secrets are. An empty value is the default. All
faults are listed at start, and a variable that begins with \`SELFSAME_\` but is no setting gives a warning (see \`SELFSAME_STRICT\`).

${sections.join('\n\n')}
`
}
