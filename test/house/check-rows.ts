// Finds checks that have no row in src/checks.ts, and rows that no code names.
import { checkRowNames, readCheckName } from '../../src/checks.ts'
import { readText, sourceFiles } from './source.ts'

/** Matches a check that is made, and takes its name where that is written out. */
const made = /\b(?:atLeast|atMost|exactly|holds)\(\s*'([a-z0-9-]+)'/g
/** Matches a name that the compiler was told to believe. */
const believed = /\bas (?:CheckName|CheckRowName|AtLeastName|AtMostName|YesName)\b/g
/** Matches the names in the first column of a table of checks. */
const table = /\| check \| asks [^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)/g

const code = () => sourceFiles('src').filter(({ path }) => path !== 'src/checks.ts')

export const checksWithoutARow = (): string[] => [
  ...code().flatMap(({ path, text }) => [
    ...[...text.matchAll(made)].flatMap(([, name = '']) => (readCheckName(name) ? [] : `${path} ${name}`)),
    ...[...text.matchAll(believed)].map(([cast]) => `${path} ${cast}`),
  ]),
  ...namesInDocs('docs/reference/api.md').flatMap((name) =>
    hasRow(name) ? [] : `docs/reference/api.md ${name}`,
  ),
]

function namesInDocs(page: string): string[] {
  const rows = [...readText(page).matchAll(table)].flatMap(([, lines = '']) => lines.split('\n'))
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
}

/** `mrz-check-digit-...` stands for all names that begin so. */
const hasRow = (name: string): boolean =>
  name.endsWith('...')
    ? checkRowNames.some((row) => row.startsWith(name.slice(0, -3)))
    : readCheckName(name) !== undefined

/** Matches a name that is made of parts. */
const composed = /\b(?:atLeast|atMost|exactly|holds)\(\s*`([^`]+)`/g

/** Rows that stand for nothing: no code of the server writes their name, or makes it of parts. */
export function rowsWithoutACheck(): string[] {
  const texts = code()
    .filter(({ path }) => !path.startsWith('src/words/'))
    .map(({ text }) => text)
  const forms = texts.flatMap((text) =>
    [...text.matchAll(composed)].map(
      ([, form = '']) => new RegExp(`^${form.replaceAll(/\$\{[^}]*\}/g, '.*')}$`),
    ),
  )
  return checkRowNames.filter(
    (row) => !texts.some((text) => text.includes(`'${row}'`)) && !forms.some((form) => form.test(row)),
  )
}
