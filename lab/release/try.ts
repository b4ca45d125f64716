// npm run test:release: installs the archives in folders that hold nothing else, and asks the servers one request of every kind.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createClient } from '../../client/src/client.ts'
import { herReference, herSelfie, photoOf } from '../../specimens/kit/photographs/face-photos.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { askEveryKind } from '../kit/every-kind.ts'
import { resultsFolder } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { temporaryFolder } from '../kit/installation.ts'
import { startServer } from '../kit/server.ts'
import { atMost, none, printTargets, type Target } from '../kit/targets.ts'
import { hasBuildah, openImage } from './image.ts'

answerHelp(`Installs what npm run release made as people do, and sends one request of every kind to each server.

  --from FOLDER   the archives (lab/results/release)
  --only PARTS    some of: installed, user, upgrade, image; the image is the one that buildah built last
  --before WHAT   the version whose data are upgraded: an archive of the server, or a commit of this repository (${'4a6fc68c'})

Needs the npm registry or a mirror; "user" needs root, to install where the user cannot write.`)

const { values: asked } = parseArgs({
  options: {
    from: { type: 'string', default: join(resultsFolder, 'release') },
    only: { type: 'string', default: 'installed,user,upgrade,image' },
    // There is no release yet: this commit is what people have.
    before: { type: 'string', default: '4a6fc68c' },
  },
})
const parts = asked.only.split(',')
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = temporaryFolder('release')
chmodSync(folder.path, 0o755)
/** Without the programs of this checkout, which npm puts first. */
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((one) => !one.includes('node_modules'))
  .join(':')
const NOBODY = { uid: 65_534, gid: 65_534 }
const faults: string[] = []
const targets: Target[] = []

/** Installs an archive as `npm install --global` does, into a prefix of its own, and gives its command. */
function install(tgz: string, name: string): string {
  const prefix = join(folder.path, name)
  mkdirSync(prefix)
  const words = ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', tgz]
  execFileSync('npm', words, { cwd: folder.path, env: { ...process.env, PATH }, stdio: 'inherit' })
  const megabytes = Number(execFileSync('du', ['-sm', prefix], { encoding: 'utf8' }).split('\t')[0])
  console.log(`${name}: ${megabytes} MB installed`)
  return join(prefix, 'bin/selfsame')
}

/** A checkout of a commit, with the packages that are installed here. */
function checkedOut(commit: string): string {
  const place = join(folder.path, 'before')
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', place, commit], { cwd: root })
  process.once('exit', () => execFileSync('git', ['worktree', 'remove', '--force', place], { cwd: root }))
  execFileSync('cp', ['-al', join(root, 'node_modules'), place])
  cpSync(join(root, 'web/dist'), join(place, 'web/dist'), { recursive: true })
  return join(place, 'bin/selfsame')
}

interface Started {
  readonly url: string
  readonly credentials: Credentials
}

/** Starts the server in a folder of its own with default settings; `known` are the credentials of an earlier start. */
async function serve<Result>(
  {
    program,
    name,
    user,
    known,
  }: { program: string; name: string; user?: typeof NOBODY; known?: Credentials },
  ask: (started: Started) => Promise<Result>,
): Promise<Result> {
  const home = join(folder.path, `home-${name}`)
  mkdirSync(home, { recursive: true })
  if (user) chownSync(home, user.uid, user.gid)
  let password = known?.password ?? ''
  const variables = { PATH, HOME: home, SELFSAME_NETWORK_CACHE: '' }
  const server = await startServer({
    folder: home,
    program,
    user,
    variables,
    onLine: ({ level, text }) => {
      password = /^ *password {2}(\S+)$/.exec(text)?.[1] ?? password
      if (level === 'warn' || level === 'error') console.log(`${name}: ${text}`)
    },
  })
  try {
    // The credentials are printed after the line that names the address.
    while (password === '' && server.ended() === undefined)
      await new Promise((resolve) => setTimeout(resolve, 100))
    return await ask({ url: server.url, credentials: { name: 'first', password } })
  } finally {
    await server.stop()
  }
}

async function everyKind(name: string, { url, credentials }: Started): Promise<void> {
  for (const { kind, fault } of await askEveryKind(url, credentials)) {
    console.log(`${name}: ${kind} ${fault ?? 'ok'}`)
    if (fault !== undefined) faults.push(`${name}: ${kind} ${fault}`)
  }
}

function holds(name: string, isTrue: boolean): void {
  console.log(`${name} ${isTrue ? 'ok' : 'fails'}`)
  if (!isTrue) faults.push(name)
}

if (parts.some((part) => part !== 'image')) await archive()
if (parts.includes('image') && hasBuildah()) await image()

async function archive(): Promise<void> {
  const [tgz] = globSync(join(resolve(asked.from), 'selfsame-[0-9]*.tgz'))
  if (tgz === undefined)
    throw new Error(`${asked.from} has no archive of the server: npm run release -- --rehearse`)
  const program = install(tgz, 'selfsame')
  holds(
    'installed: no program of a carrier of networks',
    !existsSync(join(folder.path, 'selfsame/lib/node_modules/selfsame/node_modules/@vladmandic')),
  )
  if (parts.includes('installed'))
    await serve({ program, name: 'installed' }, (started) => everyKind('installed', started))
  if (parts.includes('user') && process.getuid?.() === 0)
    await serve({ program, name: 'user', user: NOBODY }, (started) => everyKind('user', started))
  if (parts.includes('upgrade')) await upgrade(program)
}

/** In the image as it is, with the data folder that it brings. */
async function image(): Promise<void> {
  const opened = openImage(folder.path)
  try {
    targets.push(atMost('image-bytes', opened.bytes, 900e6))
    console.log(execFileSync(opened.program, ['doctor'], { encoding: 'utf8' }))
    await serve({ program: opened.program, name: 'image' }, (started) => everyKind('image', started))
  } finally {
    opened.close()
  }
}

/** Data of the version before are served by this one: a face is found again, and everything that is stored opens. */
async function upgrade(program: string): Promise<void> {
  const before = existsSync(asked.before)
    ? install(resolve(asked.before), 'before')
    : checkedOut(asked.before)
  const collection = 'before'
  const external_person_id = 'anna'
  const credentials = await serve({ program: before, name: 'upgrade' }, async (started) => {
    const client = createClient({ baseUrl: started.url, ...started.credentials })
    await client.signCollectionId({ id: collection, external_person_id: 'clerk' })
    await client.registerFace(collection, {
      external_person_id,
      reference_photo: await photoOf(herReference),
    })
    await everyKind('before', started)
    return started.credentials
  })
  const home = join(folder.path, 'home-upgrade')
  const command = (...words: readonly string[]) =>
    execFileSync(program, words, { cwd: home, env: { PATH, HOME: home }, encoding: 'utf8' })
  command('migrate')
  command('faces', 're-embed')
  console.log(command('verify').trim().split('\n').at(-1))
  await serve({ program, name: 'upgrade', known: credentials }, async (started) => {
    const client = createClient({ baseUrl: started.url, ...started.credentials })
    const found = await client.identifyFace(collection, { photo: await photoOf(herSelfie) })
    holds('upgrade: a face from before is found', found.external_person_id === external_person_id)
    await everyKind('upgrade', started)
  })
}

printTargets([...targets, none('release-faults', faults.length)])
process.exitCode = faults.length === 0 ? 0 : 1
