// Counts the words of the pages of docs that are written by hand.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText } from './source.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** These pages are made whole by `npm run docs`. */
const generated = [
  'docs/reference/checks.md',
  'docs/reference/configuration.md',
  'docs/reference/result-codes.md',
]

/** Matches what `npm run docs` puts between two marks of a page that is otherwise written by hand. */
const generatedPart = /<!-- [\w: -]+ -->\n[\s\S]*?<!-- end -->/g

/** Counts what stands between spaces and holds a letter or a digit; code blocks, tables and their numbers included. */
export const wordsIn = (text: string): number =>
  text
    .replaceAll(generatedPart, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Every markdown page below docs, guides and decisions too, but not the generated ones, with its words. */
export const handWrittenPages = (): { readonly path: string; readonly words: number }[] =>
  readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file))
    .filter((path) => !generated.includes(path))
    .map((path) => ({ path, words: wordsIn(readText(path)) }))
