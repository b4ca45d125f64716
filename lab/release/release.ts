// Says what a release must be: a clean tree, the tag of its version, and a section of the changelog.

interface Tree {
  readonly version: string
  /** What `git status --porcelain` prints. */
  readonly changes: string
  /** The tags of the commit. */
  readonly tags: readonly string[]
  readonly changelog: string
}

/** Gives the first reason against a release; undefined where there is none. */
export function whyNotReleased({ version, changes, tags, changelog }: Tree): string | undefined {
  if (changes !== '') return `The tree has changes that are in no commit:\n${changes}\n`
  if (!tags.includes(`v${version}`)) return `This commit does not have the tag v${version}.`
  if (changesOf(changelog, version) === undefined) return `CHANGELOG.md has no section of ${version}.`
  return undefined
}

/** Gives the section of a version, without its heading. */
export function changesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1)
  const found = sections.find((section) => section.startsWith(`[${version}]`))
  return found
    ?.slice(found.indexOf('\n') + 1)
    .trim()
    .concat('\n')
}
