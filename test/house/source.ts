// Reads the source tree for the house rules: files, their imports, their text.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SourceFile {
  /** `src/http/json.ts` */
  readonly path: string
  readonly text: string
  /** Own files it imports, as paths like its own. */
  readonly imports: readonly { readonly path: string; readonly typeOnly: boolean }[]
  /** Packages and node: modules it imports. */
  readonly libraries: readonly string[]
}

export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readSource(join(folder, file)))
}

const importPattern = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const found = [...text.matchAll(importPattern)].map(([, type, from]) => ({ type, from: from as string }))
  return {
    path,
    text,
    imports: found
      .filter(({ from }) => from.startsWith('.'))
      .map(({ type, from }) => ({
        path: normalize(join(dirname(path), from)),
        typeOnly: type !== undefined,
      })),
    libraries: found.filter(({ from }) => !from.startsWith('.')).map(({ from }) => packageOf(from)),
  }
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')
