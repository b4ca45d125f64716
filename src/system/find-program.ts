// Finds a program of this machine by its name, without asking a shell.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** Folders in which programs are searched, in order; relative ones are left out. */
export const pathFolders = (): string[] =>
  (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))

/** `name` may be a path as well. Undefined when there is none that may be run. */
export function findProgram(name: string, folders: readonly string[] = pathFolders()): string | undefined {
  const candidates = name.includes('/') ? [resolve(name)] : folders.map((folder) => join(folder, name))
  return candidates.find(isRunnable)
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
