// Lists the floors of src, the lowest first, and finds imports that do not go down.
import type { SourceFile } from './source.ts'

/** Rooms of one floor do not import each other: an import goes to a lower floor or stays in its room. */
export const floors: readonly (readonly string[])[] = [
  ['codes.ts', 'checks.ts', 'system', 'der'],
  ['config.ts', 'access', 'trust', 'image', 'workers'],
  ['observability', 'store', 'attestation', 'models'],
  ['audit', 'gallery', 'vision'],
  ['receipts', 'traced.ts', 'uploaded-images.ts'],
  ['http'],
  ['runtime.ts'],
  ['liveness', 'documents', 'faces', 'retention', 'organisations', 'webhooks', 'capture-keys', 'brand'],
  ['words'],
  ['persons', 'members', 'verifications', 'jobs.ts'],
  ['journey', 'open-workers.ts'],
  ['app.ts', 'sweeps.ts'],
  ['main.ts'],
  ['commands'],
  ['cli.ts'],
]

/** The folder of src that a file is in; a file at its root is a room of its own. */
export const roomOf = (path: string): string => path.split('/')[1] ?? ''

const floorOf = (path: string): number => floors.findIndex((rooms) => rooms.includes(roomOf(path)))

/** Lists imports, types included, that leave a room and do not go to a lower floor. */
export const importsUpwards = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter((one) => one.path.startsWith('src/') && roomOf(one.path) !== roomOf(path))
      .filter((one) => floorOf(one.path) >= floorOf(path))
      .map((one) => `${path} imports ${one.path}`),
  )

/** Lists rooms that stand on no floor, and rooms of the table that are gone. */
export function roomsOffTheTable(files: readonly SourceFile[]): string[] {
  const there = new Set(files.map(({ path }) => roomOf(path)))
  const listed = floors.flat()
  return [
    ...[...there].filter((room) => !listed.includes(room)).map((room) => `${room} is on no floor`),
    ...listed.filter((room) => !there.has(room)).map((room) => `${room} is gone`),
  ]
}

export const filesAtRootOfSrc = (files: readonly SourceFile[]): string[] =>
  files.map(({ path }) => path).filter((path) => path.split('/').length === 2)
