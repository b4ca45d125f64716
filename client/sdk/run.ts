// npm run sdk -- LANGUAGE FOLDER: writes a client for another language from docs/reference/openapi.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Api, type Document, describeApi } from './describe.ts'
import { go } from './go.ts'
import { php } from './php.ts'
import { python } from './python.ts'

interface Language {
  readonly write: (api: Api) => Record<string, string>
  /** Files that are the same for every version of the API, and where they go. */
  readonly runtime: Readonly<Record<string, string>>
}

const languages: Readonly<Record<string, Language>> = {
  go: { write: go, runtime: { 'transport.go': 'transport.go' } },
  php: { write: php, runtime: { 'Transport.php': 'src/Transport.php' } },
  python: { write: python, runtime: { 'transport.py': 'selfsame/transport.py' } },
}

const [name = '', folder = ''] = process.argv.slice(2)
const language = languages[name]
if (language === undefined || folder === '') {
  process.stderr.write(
    `npm run sdk -- LANGUAGE FOLDER, where LANGUAGE is one of: ${Object.keys(languages).join(', ')}\n`,
  )
  process.exit(2)
}
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const document = JSON.parse(read('../../docs/reference/openapi.json')) as Document
const files = {
  ...language.write(describeApi(document)),
  ...Object.fromEntries(Object.entries(language.runtime).map(([from, to]) => [to, read(`runtime/${from}`)])),
}
for (const [path, text] of Object.entries(files)) {
  const at = join(resolve(folder), path)
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, text)
}
process.stdout.write(`${Object.keys(files).length} files in ${resolve(folder)}\n`)
