// Parses which pages a caller wants read: `1,3`, `1-3`, `[1,3]`, alone or repeated.

/** Returns pages counted from 0, each once, in the order of the document; undefined where the text is no such list. */
export function parseSelectedPages(given: readonly string[]): number[] | undefined {
  const pages = new Set<number>()
  for (const text of given) {
    const list = /^\s*\[?(?<list>[\d\s,;-]+)\]?\s*$/u.exec(text)?.groups?.list
    if (list === undefined || text.includes('[') !== text.includes(']')) return undefined
    for (const item of list.split(/[,;]/u)) {
      const range = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/u.exec(item)
      if (range === null) return undefined
      const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])]
      if (from > to || to - from > MAX_RANGE) return undefined
      for (let page = from; page <= to; page++) pages.add(page - 1)
    }
  }
  return pages.size === 0 ? undefined : [...pages].toSorted((a, b) => a - b)
}

/** An empty list is how some libraries write that there is none. */
export const isBlank = (text: string): boolean => /^\s*(?:\[\s*\])?\s*$/u.test(text)

/** Pages in a range: a longer one is a mistake. */
const MAX_RANGE = 10_000

/** Page 0, which is -1 here, is in no document. */
export const areInDocument = (pages: readonly number[], pageCount: number): boolean =>
  pages.every((page) => page >= 0 && page < pageCount)
