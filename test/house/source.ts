// Reads the source tree for the house rules: files, their imports, their text.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SourceFile {
  /** The path is written as `src/http/json.ts`. */
  readonly path: string
  readonly text: string
  /** Lists the project's files it imports, as paths like its own. */
  readonly imports: readonly { readonly path: string; readonly typeOnly: boolean }[]
  /** Lists the project's files that it loads later, or runs as a worker. */
  readonly lazily: readonly string[]
  /** Lists the packages and node: modules it imports. */
  readonly libraries: readonly string[]
}

export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|results)(\.[^/]*)?\//.test(file))
    .map((file) => readSource(join(folder, file)))
}

const importPattern = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
/** Matches an import that waits until it is needed, or whose files are looked up. */
const laterPattern = /\b(?:await import|import\.meta\.resolve)\(\s*'([^']+)',?\s*\)/g

const lazyPattern = /\b(?:import\(|new URL\()\s*'(\.[^']+\.tsx?)'/g

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const atOnce = [...text.matchAll(importPattern)].map(([, type, from]) => ({ type, from: from as string }))
  const later = [...text.matchAll(laterPattern)].map(([, from]) => ({
    type: undefined,
    from: from as string,
  }))
  const found = [...atOnce, ...later]
  return {
    path,
    text,
    imports: found
      .filter(({ from }) => from.startsWith('.'))
      .map(({ type, from }) => ({
        path: ownPath(path, from),
        typeOnly: type !== undefined,
      })),
    lazily: [...text.matchAll(lazyPattern)].map(([, from]) => ownPath(path, from as string)),
    libraries: found.filter(({ from }) => !from.startsWith('.')).map(({ from }) => packageOf(from)),
  }
}

const ownPath = (path: string, from: string): string => normalize(join(dirname(path), from))

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')
