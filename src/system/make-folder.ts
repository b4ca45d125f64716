// Makes a folder with all folders above it, and says in one sentence why where it cannot.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Thrown for a folder that cannot be made or used; the message is for the person at the terminal, and names the path. */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable'
  /** The code of the system, such as EACCES. */
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** Node's own `recursive` never ends where a system answers ENOENT for a folder that exists, as /proc does. */
export async function makeFolder(path: string): Promise<string | undefined> {
  const missing: string[] = []
  for (let at = resolve(path); !(await isFolder(at)); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) await mkdir(folder, { mode: 0o700 }).catch(unlessThere(path, folder))
  return missing[0]
}

/** Returns the first folder that was made; undefined where all were there. */
export function makeFolderSync(path: string): string | undefined {
  const missing: string[] = []
  for (let at = resolve(path); !isFolderSync(at); at = dirname(at)) missing.unshift(at)
  for (const folder of missing)
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      unlessThere(path, folder)(error)
    }
  return missing[0]
}

/** Makes the folder that a setting names, and checks that this user may read and write in it. */
export function openFolderOf(variable: string, path: string): void {
  try {
    makeFolderSync(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = error instanceof FolderUnusable ? error.message : `${resolve(path)} ${reasonOf(code)}`
    const remedy = remedyOf(code, resolve(path))
    const advice =
      remedy === undefined
        ? `Set ${variable} to a folder that this user may write.`
        : `${remedy}, or set ${variable} to another folder.`
    throw new FolderUnusable(`${why}. ${advice}`, code)
  }
}

/** What the system means by its code, after the name of a folder. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'may not be read and written by this user',
  EPERM: 'may not be changed by this user',
  EROFS: 'is on a disk that is read-only',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is over the quota of this user',
  ENOENT: 'takes no folders: the system makes what is there',
  ENOTDIR: 'is a file and no folder',
  EEXIST: 'is a file and no folder',
}

const reasonOf = (code: string): string => `${reasons[code] ?? 'cannot be used'} (${code})`

function remedyOf(code: string, path: string): string | undefined {
  if (code === 'EACCES' || code === 'EPERM')
    return `Give it to this user (\`chown -R ${process.getuid?.() ?? 'USER'} ${path}\`)`
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Make room there'
  if (code === 'EROFS') return 'Mount it so that it can be written'
  return undefined
}

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => isMissing(error, path),
  )

function isFolderSync(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    return isMissing(error as NodeJS.ErrnoException, path)
  }
}

function isMissing({ code = '' }: NodeJS.ErrnoException, path: string): false {
  if (code === 'ENOENT' || code === 'ENOTDIR') return false
  throw new FolderUnusable(`${path} ${reasonOf(code)}`, code)
}

/** Another process may make the folder at the same time. */
const unlessThere =
  (path: string, folder: string) =>
  (error: unknown): void => {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && isFolderSync(folder)) return
    const culprit = code === 'EEXIST' ? folder : dirname(folder)
    const wanted = resolve(path)
    throw new FolderUnusable(`The folder ${wanted} cannot be made: ${culprit} ${reasonOf(code)}`, code)
  }
