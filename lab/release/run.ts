// npm run release: makes from a clean tag the archives that people install, and says what is in them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { networkRows } from '../../src/models/manifest.ts'
import { version } from '../../src/system/version.ts'
import { resultsFolder } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { makeBase } from './base.ts'
import { buildImage, hasBuildah } from './image.ts'
import { layOutPhonePackage, phonePackages } from './phone-packages.ts'
import { changesOf, whyNotReleased } from './release.ts'
import { layOutServer } from './server-package.ts'

answerHelp(`The archives of a release: the server, the client and what apps install as npm packages, the image where buildah is, an SBOM, what has
changed, and checksums of all. It refuses a tree with changes and a commit without the tag v${version}.

  --rehearse    from the tree as it is
  --no-image    without the image
  --base IMAGE  the image to build on, with Node.js 24 (docker.io/library/node:24-bookworm-slim); "debootstrap" makes one
                where no registry of images is reached, with the Node.js of this checkout; it needs root
  --out FOLDER  where to (lab/results/release)

SELFSAME_BUILD_VOLUMES names files that the image's build must see, such as the .npmrc of a mirror: FILE:PLACE:ro, with
commas between.

Try them: npm run test:release`)

const { values: asked } = parseArgs({
  options: {
    rehearse: { type: 'boolean', default: false },
    'no-image': { type: 'boolean', default: false },
    base: { type: 'string', default: 'docker.io/library/node:24-bookworm-slim' },
    out: { type: 'string', default: join(resultsFolder, 'release') },
  },
})

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = resolve(asked.out)

function run(program: string, words: readonly string[], cwd = root): string {
  return execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
if (!asked.rehearse) {
  const changes = run('git', ['status', '--porcelain']).trim()
  const tags = run('git', ['tag', '--points-at', 'HEAD']).split('\n')
  const why = whyNotReleased({ version, changes, tags, changelog })
  if (why !== undefined) {
    console.error(`${why} A rehearsal takes the tree as it is: npm run release -- --rehearse`)
    process.exit(1)
  }
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const aside = mkdtempSync(join(tmpdir(), 'selfsame-release-'))
try {
  run(process.execPath, ['web/build.ts', '--if-old'])
  const server = layOutServer(root, join(aside, 'server'))
  pack(server)
  run('npm', ['run', 'build', '--workspace', 'client'])
  pack(join(root, 'client'))
  for (const one of phonePackages) pack(layOutPhonePackage(root, one, join(aside, one.name)))
  writeFileSync(join(out, `selfsame-${version}.cdx.json`), bill())
  writeFileSync(
    join(out, 'CHANGES.md'),
    changesOf(changelog, version) ?? changesOf(changelog, 'Unreleased') ?? '',
  )
  if (!asked['no-image'] && hasBuildah())
    buildImage({
      root,
      base: asked.base === 'debootstrap' ? makeBase(root) : asked.base,
      archive: join(out, `selfsame-image-${version}-${process.arch}.tar`),
    })
  const files = readdirSync(out).toSorted()
  const sums = files.map((file) => `${sumOf(join(out, file))}  ${file}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  for (const file of files)
    console.log(`${(statSync(join(out, file)).size / 1e6).toFixed(1).padStart(7)} MB  ${file}`)
} finally {
  rmSync(aside, { recursive: true, force: true })
}

function pack(folder: string): void {
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', out], folder)
}

/** npm names the packages; a bill for people who must answer for the networks names those as well. */
function bill(): string {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
  const made = JSON.parse(run('npm', words)) as { readonly components: readonly unknown[] }
  const networks = networkRows.map(({ name, version, origin, licence, sha256 }) => ({
    type: 'machine-learning-model',
    'bom-ref': `network:${name}`,
    name,
    version,
    description: origin,
    licenses: [{ license: { id: licence } }],
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  }))
  return `${JSON.stringify({ ...made, components: [...made.components, ...networks] }, undefined, 2)}\n`
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
