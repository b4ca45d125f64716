// Measures the import graph of a tree: circles, and small files that only one other file uses.
import type { SourceFile } from './source.ts'

/** Finds groups of files that import each other directly or through others. Type imports count as well. */
export function circles(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  // Tarjan's algorithm: a file whose lowest reachable number is its own closes a strongly connected group.
  const visit = (path: string): number => {
    const number = order.size
    order.set(path, number)
    lowest.set(path, number)
    open.push(path)
    let low = number
    for (const { path: next } of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(next)) continue
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    lowest.set(path, low)
    if (low === number) {
      const group = open.splice(open.indexOf(path))
      if (group.length > 1) found.push(group.toSorted())
    }
    return low
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return found
}

/** Finds groups of folders whose files import each other; `folderOf` says which folder a file counts for. */
export function folderCircles(files: readonly SourceFile[], folderOf: (path: string) => string): string[][] {
  const folders = new Map<string, SourceFile['imports'][number][]>()
  const paths = new Set(files.map(({ path }) => path))
  for (const { path, imports } of files) {
    const known = folders.get(folderOf(path)) ?? []
    folders.set(folderOf(path), known)
    for (const one of imports)
      if (paths.has(one.path) && folderOf(one.path) !== folderOf(path))
        known.push({ ...one, path: folderOf(one.path) })
  }
  return circles(
    [...folders].map(([path, imports]) => ({ path, imports, text: '', lazily: [], libraries: [] })),
  )
}

/** A table of words is small where a language has little to say, and each is imported by its language alone. */
const WORDS = /^src\/words\/\w+\//

/** Lists files below `lines` lines that exactly one other file of the list imports. */
export function smallFilesWithOneImporter(files: readonly SourceFile[], lines: number): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports, lazily } of files)
    for (const target of [...imports.map((one) => one.path), ...lazily])
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
  return files
    .filter(({ path, text }) => importers.get(path)?.size === 1 && text.trimEnd().split('\n').length < lines)
    .map(({ path }) => path)
    .filter((path) => !WORDS.test(path))
}
