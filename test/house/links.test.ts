// Holds that every relative link in our markdown leads to a file that is there, and to a heading that the file has.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readText } from './source.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files that git keeps or would keep; one that was deleted but is not committed yet is left out. */
const filesLike = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)))

const pages = filesLike('*.md')

/** Code is no prose: a link or a heading in it is an example. */
const proseOf = (path: string): string => readText(path).replaceAll(/^```[\s\S]*?^```/gm, '')

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (path: string): string[] => {
  const prose = proseOf(path)
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
  return [...headings, ...[...prose.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id)]
}

const linkPattern = /\]\(([^)\s]+)(?:\s[^)]*)?\)|\b(?:href|src)="([^"]+)"/g

function brokenLinksOf(page: string): string[] {
  const withoutCode = proseOf(page).replaceAll(/`[^`\n]*`/g, '')
  return [...withoutCode.matchAll(linkPattern)]
    .map(([, inline, html]) => inline ?? html ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? page : join(dirname(page), file)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
}

test('there are pages to look at', () => {
  expect(pages).toContain('README.md')
  expect(pages.length).toBeGreaterThan(50)
})

test.each(pages)('every link of %s leads somewhere', (page) => {
  expect(brokenLinksOf(page)).toEqual([])
})

test('every page of docs that code, settings and cards name is there', () => {
  const roots = ['src', 'client', 'web', 'lab', 'deploy', 'specimens', 'weights', 'training', 'docs']
  const files = filesLike(...roots).filter((path) => /\.(tsx?|ya?ml|json|md|css|html)$/.test(path))
  const missing = files.flatMap((path) =>
    [...readText(path).matchAll(/(?<![\w/.-])docs\/[\w./-]+\.(?:md|json|svg|webp)\b(?:#([\w-]+))?/g)]
      .filter(([named, anchor]) => {
        const [file = ''] = named.split('#')
        if (!existsSync(join(root, file))) return true
        return anchor !== undefined && !anchorsOf(file).includes(anchor)
      })
      .map(([named]) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})
