// Checks the import rules of the studio and the client, and that code shared with the server runs in a browser.
import { describe, expect, test } from 'vitest'
import { sharedSources } from '../../web/sources.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const web = sourceFiles('web')
const client = sourceFiles('client')
const src = sourceFiles('src')
const element = client.filter(({ path }) => path.startsWith('client/verify/'))
const pages = [...web.filter(({ path }) => path.startsWith('web/src/')), ...element]
const shipped = client.filter(({ path }) => path.startsWith('client/src/'))

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`)
const reaches = (file: SourceFile): string[] => [...file.imports.map(({ path }) => path), ...file.lazily]

function breaches(files: readonly SourceFile[], allowed: readonly string[]): string[] {
  expect(files.length).toBeGreaterThan(3)
  return files.flatMap((file) =>
    reaches(file)
      .filter((path) => !allowed.some((folder) => isIn(folder, path)))
      .map((path) => `${file.path} imports ${path}`),
  )
}

describe('import rules', () => {
  test('the client imports only its own files, and no library', () => {
    expect(breaches(shipped, ['client/src'])).toEqual([])
    expect(shipped.flatMap(({ libraries }) => libraries)).toEqual([])
  })

  test('the studio and the element import the client and the files it shares with the server', () => {
    const shared = ['client/src', 'client/verify', 'weights/manifest.json', ...sharedSources]
    expect(breaches(pages, ['web/src', ...shared])).toEqual([])
    expect(breaches(element, shared)).toEqual([])
  })

  test('the server imports neither the studio nor the client', () => {
    expect(breaches(src, ['src', 'weights', 'package.json'])).toEqual([])
  })
})

/** preact is used all over the studio; every other library is used by one file. */
const everywhere = ['preact', '@preact/signals']
const libraryFiles: Readonly<Record<string, readonly string[]>> = {
  'onnxruntime-web': ['client/verify/vision/network.ts'],
  react: ['client/verify/react.ts'],
}

test('each library of the studio is imported only by its own file', () => {
  const used: Record<string, string[]> = {}
  for (const { path, libraries } of pages)
    for (const library of new Set(libraries))
      if (!everywhere.includes(library)) used[library] = [...(used[library] ?? []), path]
  expect(used).toEqual(libraryFiles)
})

/** Types count too, since they would bring Node's names into the studio; `tsc -p web` knows none of them. */
test('what the studio shares with the server reaches no module of Node and no library', () => {
  const byPath = new Map([...src, ...web, ...client].map((file) => [file.path, file]))
  const trails = new Map<string, string>()
  const visit = (path: string, trail: string): void => {
    if (trails.has(path)) return
    trails.set(path, `${trail} > ${path}`)
    const file = byPath.get(path)
    if (file) for (const one of reaches(file)) visit(one, `${trail} > ${path}`)
  }
  visit('web/src/main.tsx', 'index.html')
  const shared = [...trails.keys()].filter((path) => path.startsWith('src/'))
  expect(shared).toContain('src/vision/find-faces.ts')
  const unexpected = shared.flatMap((path) =>
    (byPath.get(path)?.libraries ?? []).map((library) => `${trails.get(path)} > ${library}`),
  )
  expect(unexpected).toEqual([])
})
