// Lists the folders at the root beside src, and what each may import; import-rules.ts does the same for src.
import type { SourceFile } from './source.ts'

interface RootRule {
  /** The first row whose path a file is, or lies in, applies to it. */
  readonly path: string
  readonly mayImport: readonly string[]
  /** These lie in a folder of `mayImport` and are left out of it. */
  readonly butNot?: readonly string[]
}

export const rootRules: readonly RootRule[] = [
  // What callers install: it stands alone, and so do the examples that they copy.
  { path: 'client/src', mayImport: ['client/src'] },
  { path: 'client/examples', mayImport: ['client/examples', 'client/src'] },
  { path: 'client/sdk', mayImport: ['client/sdk', 'client/src'] },
  { path: 'client', mayImport: ['client', 'src', 'weights/manifest.json'], butNot: ['client/sdk'] },
  // The samples of the studio are drawn when a developer asks for it; the studio itself draws nothing.
  { path: 'web/make-samples.ts', mayImport: ['web', 'specimens', 'src'], butNot: ['specimens/kit'] },
  { path: 'web', mayImport: ['web', 'client/src', 'client/verify', 'client/words', 'src'] },
  { path: 'docs/guides', mayImport: ['docs/guides', 'client/src'] },
  { path: 'docs', mayImport: ['docs', 'client/write-types.ts', 'client/words', 'specimens/kit', 'src'] },
  // The kit stands on the drawings; lab and test stand on the kit, and neither on the other.
  { path: 'specimens/kit', mayImport: ['specimens', 'src'] },
  { path: 'specimens', mayImport: ['specimens', 'src'], butNot: ['specimens/kit'] },
  { path: 'lab/test', mayImport: ['lab', 'specimens', 'src'] },
  {
    path: 'lab',
    mayImport: [
      'lab',
      'client/src',
      'docs/render.ts',
      'specimens',
      'src',
      'training/text-reader/charset.json',
    ],
    butNot: ['lab/test'],
  },
  {
    path: 'test',
    mayImport: ['test', 'client', 'docs', 'specimens', 'src', 'web', 'weights', 'package.json'],
  },
  // Training is Python, and reads what `npm run specimen` wrote.
  { path: 'training', mayImport: [] },
]

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Workers and imports that wait count as well. */
const importedBy = ({ imports, lazily }: SourceFile): string[] => [
  ...new Set([...imports.map(({ path }) => path), ...lazily]),
]

/** Says which imports no row allows, and which files have no row. */
export function breachesOf(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const rule = rootRules.find(({ path }) => isIn(file.path, path))
    if (rule === undefined) return [`${file.path} has no rule`]
    return importedBy(file)
      .filter(
        (target) =>
          !rule.mayImport.some((folder) => isIn(target, folder)) ||
          rule.butNot?.some((folder) => isIn(target, folder)),
      )
      .map((target) => `${file.path} imports ${target}`)
  })
}

/** Finds imports from one of two folders into the other, in both directions. */
export function importsBetween(files: readonly SourceFile[], one: string, other: string): string[] {
  return files.flatMap((file) =>
    importedBy(file)
      .filter(
        (target) =>
          (isIn(file.path, one) && isIn(target, other)) || (isIn(file.path, other) && isIn(target, one)),
      )
      .map((target) => `${file.path} imports ${target}`),
  )
}
