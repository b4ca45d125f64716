// Checks the import rules of the studio and the client, and the list of what they share with the server.
import { describe, expect, test } from 'vitest'
import { browserFiles, browserPaths } from '../../web/browser-files.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const web = sourceFiles('web')
const client = sourceFiles('client')
const src = sourceFiles('src')
const element = client.filter(({ path }) => path.startsWith('client/verify/'))
const pages = [...web.filter(({ path }) => path.startsWith('web/src/')), ...element]
const shipped = client.filter(({ path }) => path.startsWith('client/src/'))
const doors = browserFiles.flatMap((group) => group.doors)

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
  test('the client imports only its own files, and libraries only for the cryptography of chips', () => {
    expect(breaches(shipped, ['client/src'])).toEqual([])
    const doorsOfLibraries = shipped.flatMap(({ path, libraries }) =>
      [...new Set(libraries)].map((library) => `${path} ${library}`),
    )
    expect(doorsOfLibraries.toSorted()).toEqual([
      'client/src/chip/groups.ts @noble/curves',
      'client/src/chip/suites.ts @noble/ciphers',
      'client/src/chip/suites.ts @noble/hashes',
    ])
  })

  test('the studio and the element import the client and the doors of the list', () => {
    const shared = ['client/src', 'client/verify', 'weights/manifest.json', ...doors]
    expect(breaches(pages, ['web/src', ...shared])).toEqual([])
    expect(breaches(element, shared)).toEqual([])
  })

  test('the element takes words from the server, and all else in vision', () => {
    const others = element.filter(({ path }) => !path.startsWith('client/verify/vision/'))
    expect(breaches(others, ['client/src', 'client/verify', 'src/words'])).toEqual([])
  })

  test('the server imports neither the studio nor the client, but for the commands of a clerk', () => {
    const server = src.filter(({ path }) => !path.startsWith('src/commands/chip/'))
    expect(breaches(server, ['src', 'weights', 'package.json'])).toEqual([])
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

describe('the list of what runs in browsers', () => {
  const byPath = new Map([...src, ...web, ...client].map((file) => [file.path, file]))

  /** The files of src that the pages reach, each with the way to it. */
  function reached(hasTypes: boolean): Map<string, string> {
    const trails = new Map<string, string>()
    const visit = (path: string, trail: string): void => {
      if (trails.has(path)) return
      trails.set(path, `${trail} > ${path}`)
      const file = byPath.get(path)
      const next = file?.imports.filter(({ typeOnly }) => hasTypes || !typeOnly).map((one) => one.path) ?? []
      for (const one of [...next, ...(file?.lazily ?? [])]) visit(one, `${trail} > ${path}`)
    }
    for (const { path } of [...pages, ...shipped]) visit(path, '')
    return new Map([...trails].filter(([path]) => path.startsWith('src/')))
  }

  test('holds all code that the pages reach, through whatever it imports', () => {
    const run = reached(false)
    expect(run.has('src/vision/find-faces.ts')).toBe(true)
    const unlisted = [...run].filter(([path]) => !browserPaths.some((listed) => isIn(listed, path)))
    expect(unlisted.map(([, trail]) => trail)).toEqual([])
  })

  test('holds nothing that the pages do not reach, and each path once', () => {
    const seen = [...reached(true).keys()]
    expect(browserPaths.filter((listed) => !seen.some((path) => isIn(listed, path)))).toEqual([])
    expect(browserPaths.filter((listed, i) => browserPaths.indexOf(listed) !== i)).toEqual([])
  })

  test('names as a door only what the pages import themselves', () => {
    const imported = pages.flatMap(reaches)
    expect(doors.filter((door) => !imported.some((path) => isIn(door, path)))).toEqual([])
  })

  /** Types count here, since they would bring Node's names into the studio; `tsc -p web` knows none of them. */
  test('reaches no module of Node and no library, not even for a type', () => {
    const unexpected = [...reached(true)].flatMap(([path, trail]) =>
      (byPath.get(path)?.libraries ?? []).map((library) => `${trail} > ${library}`),
    )
    expect(unexpected).toEqual([])
  })
})
