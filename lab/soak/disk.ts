// Measures the data folder: files, the database, and in it the audit trail, which only ever grows.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface DiskFacts {
  readonly filesBytes: number
  /** The size includes the write-ahead log. */
  readonly databaseBytes: number
  readonly walBytes: number
  /** The part of the database in use; free pages are not counted. */
  readonly usedBytes: number
  /** The audit trail's part of what is in use. */
  readonly trailBytes: number
}

/** The size of everything that is kept except the trail. */
export const keptBytes = ({ filesBytes, usedBytes, trailBytes }: DiskFacts): number =>
  filesBytes + usedBytes - trailBytes

export function diskOf(data: string, database: string): DiskFacts {
  const sizes = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name, parentPath }) => ({ path: join(parentPath, name), bytes: sizeOf(join(parentPath, name)) }))
  const sum = (fits: (path: string) => boolean) =>
    sizes.filter(({ path }) => fits(path)).reduce((all, { bytes }) => all + bytes, 0)
  return {
    filesBytes: sum((path) => !path.startsWith(database)),
    databaseBytes: sum((path) => path.startsWith(database)),
    walBytes: sum((path) => path === `${database}-wal`),
    ...pagesOf(database),
  }
}

/** The size is 0 when the file is gone by now. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function pagesOf(path: string): Pick<DiskFacts, 'usedBytes' | 'trailBytes'> {
  const database = new DatabaseSync(path, { readOnly: true })
  const number = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0])
  try {
    const pages = number('PRAGMA page_count') - number('PRAGMA freelist_count')
    return {
      usedBytes: pages * number('PRAGMA page_size'),
      trailBytes: number(`SELECT COALESCE(SUM(pgsize), 0) FROM dbstat WHERE name GLOB '*audit_*'`),
    }
  } finally {
    database.close()
  }
}
