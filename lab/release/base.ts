// Makes a base image for machines that reach no registry of images: Debian by debootstrap, the Node.js that this checkout pins, and npm.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BASE = 'localhost/selfsame-base:bookworm'
/** The newest that is known to install our lock. */
const NPM = 'npm@11.21.2'

const run = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** What the slim images of Debian leave out. */
const left = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/info',
  'usr/share/locale',
  'var/cache/apt',
  'var/lib/apt/lists',
]

/** Gives the name of the image; it is made once and kept by buildah. It has what node:24-bookworm-slim has. */
export function makeBase(checkout: string): string {
  if (spawnSync('buildah', ['inspect', '--type', 'image', BASE], { stdio: 'ignore' }).status === 0)
    return BASE
  const aside = mkdtempSync(join(tmpdir(), 'selfsame-base-'))
  try {
    const root = join(aside, 'root')
    const words = ['--variant=minbase', '--include=ca-certificates', 'bookworm', root]
    execFileSync('debootstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] })
    for (const path of left)
      for (const name of readdirSync(join(root, path))) rmSync(join(root, path, name), { recursive: true })
    const node = join(checkout, 'node_modules', `node-linux-${process.arch}`)
    for (const folder of ['bin', 'include', 'share'])
      cpSync(join(node, folder), join(root, 'usr/local', folder), { recursive: true })
    const npm = join(root, 'usr/local/lib/node_modules/npm')
    mkdirSync(npm, { recursive: true })
    const [packed = ''] = run('npm', 'pack', '--silent', '--pack-destination', aside, NPM).split('\n')
    run('tar', '-xzf', join(aside, packed), '-C', npm, '--strip-components=1')
    for (const name of ['npm', 'npx'])
      run('ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
    run('chroot', root, 'groupadd', '--gid', '1000', 'node')
    run('chroot', root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node')
    const container = run('buildah', 'from', 'scratch')
    run('buildah', 'add', '--quiet', container, root, '/')
    run(
      'buildah',
      'config',
      '--env',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      container,
    )
    run('buildah', 'commit', '--quiet', '--rm', container, BASE)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  return BASE
}
