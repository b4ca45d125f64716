// Finds where the name of a kind of document is written in src/ outside the kind's own file.
import { KINDS } from '../../src/documents/kinds/kinds.ts'
import { sourceFiles } from './source.ts'

const FOLDER = 'src/documents/kinds'
/** This file imports the files of the kinds, and lists them in the order that the networks need. */
const ORDER_LIST = `${FOLDER}/kinds.ts`

/** What a kind is called in a language stands with the words of that language. */
const WORDS = /^src\/words\/\w+\//

/** Returns `src/x.ts:12 cmnd-9`, one for each line and kind. Comments do not count, nor does the path of a route. */
export function placesThatNameAKind(): string[] {
  return sourceFiles('src')
    .filter(({ path }) => path !== ORDER_LIST && !WORDS.test(path))
    .flatMap(({ path, text }) => {
      const others = KINDS.map(({ kind }) => kind).filter((kind) => path !== `${FOLDER}/${kind}.ts`)
      return text.split('\n').flatMap((line, i) => {
        if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
        return others.filter((kind) => isNamed(line, kind)).map((kind) => `${path}:${i + 1} ${kind}`)
      })
    })
}

/** Matches a string that is the name or begins with it, as `cmnd-9 front` does, a key, or the import of the kind's file. */
const isNamed = (line: string, kind: string): boolean =>
  new RegExp(`['"\`]${kind}['"\` ]|/kinds/${kind}\\.ts'`).test(line)
