// Builds the image with buildah, which needs no daemon and no cgroups, keeps it as an archive, and opens it as a folder to run.
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Building {
  /** The checkout that is built. */
  readonly root: string
  readonly base: string
  /** The file that `docker load` takes. */
  readonly archive: string
}

/** Where the image is kept between building, archiving and running it. */
const TAG = 'localhost/selfsame:release'

export const hasBuildah = (): boolean => spawnSync('buildah', ['--version']).status === 0

const buildah = (...words: readonly string[]): string =>
  execFileSync('buildah', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** Chroot isolation works where the kernel gives no cgroups. */
export function buildImage({ root, base, archive }: Building): void {
  const volumes = (process.env.SELFSAME_BUILD_VOLUMES ?? '').split(',').filter((one) => one !== '')
  const mounted = volumes.flatMap((volume) => ['--volume', volume])
  buildah(
    'build',
    '--isolation',
    'chroot',
    '--layers',
    // The format of OCI knows no HEALTHCHECK.
    '--format',
    'docker',
    '--build-arg',
    `NODE_IMAGE=${base}`,
    ...mounted,
    '--tag',
    TAG,
    root,
  )
  rmSync(archive, { force: true })
  buildah('push', TAG, `docker-archive:${archive}:selfsame`)
}

export interface OpenedImage {
  readonly bytes: number
  /** A program that takes the words of the command line and runs them in the image, as its user. */
  readonly program: string
  close(): void
}

/** `folder` is for the program. */
export function openImage(folder: string): OpenedImage {
  const container = buildah('from', TAG)
  const program = join(folder, 'selfsame-in-image')
  const settings = ['SELFSAME_PORT=0', 'SELFSAME_LOG_FORMAT=json'].map((one) => `--env ${one}`).join(' ')
  const run = `buildah run --isolation chroot ${settings} ${container} -- selfsame "$@"`
  writeFileSync(program, `#!/bin/sh\nexec ${run}\n`, { mode: 0o755 })
  const [image] = JSON.parse(buildah('images', '--json', TAG)) as readonly { readonly size: string }[]
  return { bytes: bytesOf(image?.size ?? ''), program, close: () => void buildah('rm', container) }
}

/** buildah writes sizes in words, such as `767 MB`. */
const bytesOf = (written: string): number =>
  Number.parseFloat(written) * (written.endsWith('GB') ? 1e9 : written.endsWith('MB') ? 1e6 : 1e3)
