// Holds the walls of the studio and the client: what each may import, and that what the studio shares with the server runs in a browser.
import { describe, expect, test } from 'vitest'
import { sharedSources } from '../../web/sources.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const web = sourceFiles('web')
const client = sourceFiles('client')
const src = sourceFiles('src')
const pages = web.filter(({ path }) => path.startsWith('web/src/'))
const shipped = client.filter(({ path }) => path.startsWith('client/src/'))

const isIn = (room: string, path: string): boolean => path === room || path.startsWith(`${room}/`)
const reaches = (file: SourceFile): string[] => [...file.imports.map(({ path }) => path), ...file.lazily]

function breaches(files: readonly SourceFile[], rooms: readonly string[]): string[] {
  expect(files.length).toBeGreaterThan(3)
  return files.flatMap((file) =>
    reaches(file)
      .filter((path) => !rooms.some((room) => isIn(room, path)))
      .map((path) => `${file.path} imports ${path}`),
  )
}

describe('walls', () => {
  test('the client stands alone: no file of the house, no library', () => {
    expect(breaches(shipped, ['client/src'])).toEqual([])
    expect(shipped.flatMap(({ libraries }) => libraries)).toEqual([])
  })

  test('the studio imports the client and the rooms it shares with the server', () => {
    expect(breaches(pages, ['web/src', 'client/src', 'weights/manifest.json', ...sharedSources])).toEqual([])
  })

  test('the server imports neither', () => {
    expect(breaches(src, ['src', 'weights', 'package.json'])).toEqual([])
  })
})

/** preact is the language of the studio; everything else has one door. */
const language = ['preact', '@preact/signals']
const libraryDoors: Readonly<Record<string, readonly string[]>> = {
  'onnxruntime-web': ['web/src/vision/network.ts'],
}

test('each library of the studio comes in through its door', () => {
  const used: Record<string, string[]> = {}
  for (const { path, libraries } of pages)
    for (const library of new Set(libraries))
      if (!language.includes(library)) used[library] = [...(used[library] ?? []), path]
  expect(used).toEqual(libraryDoors)
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
  const strangers = shared.flatMap((path) =>
    (byPath.get(path)?.libraries ?? []).map((library) => `${trails.get(path)} > ${library}`),
  )
  expect(strangers).toEqual([])
})
