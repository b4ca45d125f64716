// Attacks on the person who runs the server: settings and neighbours that make it hang, or mistake another for itself.
import { copyFileSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { written } from '../../specimens/kit/films/video-maker.ts'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'
import { networkRows } from '../../src/models/manifest.ts'
import { databasePath } from '../../src/store/open.ts'
import { serve } from '../faults/starts/refused-start.ts'
import { basicAuthorization, callerOf } from '../kit/caller.ts'
import { temporaryFolder, type Variables } from '../kit/installation.ts'
import { runCommandLine } from '../kit/server.ts'
import { type Attack, fell, heldUnless, type Outcome, startVictim, type Victim } from './attack.ts'

export const attacks: readonly Attack[] = [
  {
    name: 'endless-folder',
    tries: 'a data folder or a cache of networks in /proc, where the system makes no folders',
    seeAlso: ['test/store/make-folder.test.ts', 'test/commands/serve.test.ts'],
    async run() {
      const { path: folder, remove } = temporaryFolder('attack')
      try {
        const faults: string[] = []
        for (const variables of [
          { SELFSAME_DATA: '/proc/nope/data' },
          { SELFSAME_DATA: `${folder}/data`, SELFSAME_NETWORK_CACHE: '/proc/nope/networks' },
        ]) {
          const ended = await Promise.race([serve({ folder, variables }), untilLate()])
          if (ended === 'late') faults.push('the start did not end within a minute')
          else if (ended.code !== 1 || !/\/proc\/nope\/\w+.*SELFSAME_/.test(ended.said))
            faults.push(`the start ended with ${ended.code} and said ${ended.said.slice(0, 200)}`)
        }
        return heldUnless(faults, 'each start was refused with the path and the setting to change')
      } finally {
        remove()
      }
    },
  },
  {
    name: 'names-of-guides',
    tries: 'a command in a shell that has the variables which our guides export, and one that is mistyped',
    seeAlso: ['test/commands/commands.test.ts', 'test/house/tables.test.ts'],
    async run() {
      const { path: folder, remove } = temporaryFolder('attack')
      try {
        const guides = { SELFSAME_URL: 'x', SELFSAME_API_KEY: 'x', SELFSAME_WEBHOOK_SECRET: 'x' }
        const run = (more: object) =>
          runCommandLine({ folder, variables: { ...guides, ...more } }, ['org', 'list'])
        const [plain, mistyped] = [await run({}), await run({ SELFSAME_PROT: '1' })]
        const strict = await run({ SELFSAME_PROT: '1', SELFSAME_STRICT: 'on' })
        const faults = plain.isOk && !plain.said.includes('SELFSAME_') ? [] : [plain.said.slice(0, 200)]
        if (!mistyped.isOk || !mistyped.said.includes('did you mean SELFSAME_PORT'))
          faults.push(`the mistyped one: ${mistyped.said.slice(0, 200)}`)
        if (strict.isOk) faults.push('in strict mode the mistyped one did not stop the command')
        return heldUnless(
          faults,
          'names of guides say nothing, a mistyped one warns, and stops in strict mode',
        )
      } finally {
        remove()
      }
    },
  },
  {
    name: 'another-selfsame',
    tries: 'another Selfsame on the port of this one, which `doctor` might take for it',
    seeAlso: ['test/commands/doctor.test.ts'],
    async run() {
      await using mine = await startVictim()
      await using other = await startVictim()
      const portLine = async (victim: typeof mine, url: string) => {
        const variables = { ...victim.variables, SELFSAME_PORT: new URL(url).port }
        const { said } = await runCommandLine({ folder: victim.folder, variables }, ['doctor'])
        return /^\w+ +Port: .*$/m.exec(said)?.[0] ?? said.slice(-200)
      }
      const [own, stranger] = [await portLine(mine, mine.url), await portLine(mine, other.url)]
      return heldUnless(
        [
          ...(/^ok +Port: this installation/.test(own) ? [] : [`of itself it said: ${own}`]),
          ...(/^FAULT +Port: the Selfsame .* is another one/.test(stranger)
            ? []
            : [`of the other it said: ${stranger}`]),
        ],
        'doctor knew which of the two was its own',
      )
    },
  },
  {
    name: 'old-ffmpeg',
    tries: 'videos read by an ffmpeg of 2019, of which nobody is told',
    seeAlso: ['test/commands/doctor.test.ts', 'test/image/video.test.ts'],
    async run() {
      // It is a script, which only a worker without a cage runs.
      await using victim = await withFfmpeg(oldScript, (program) => ({
        SELFSAME_FFMPEG: program,
        SELFSAME_CAGE: 'off',
      }))
      const { said } = await victim.command('doctor')
      await answered(`${victim.url}/readyz`)
      const isLogged = victim.logged.some(({ text }) => text.includes('ffmpeg is old'))
      return heldUnless(
        [
          ...(/^advice +Videos: .*older than ffmpeg/m.test(said) ? [] : ['doctor did not tell']),
          ...(isLogged ? [] : ['the start did not tell']),
        ],
        'the start and doctor told',
      )
    },
  },
  {
    name: 'script-for-ffmpeg',
    tries: 'an ffmpeg that no caged worker can run, of which nobody is told while each video fails',
    seeAlso: ['test/commands/doctor.test.ts', 'test/api/video-liveness.test.ts'],
    async run() {
      await using victim = await withFfmpeg(oldScript, (program) => ({ SELFSAME_FFMPEG: program }))
      const { said } = await victim.command('doctor')
      const ready = await answered(`${victim.url}/readyz`)
      const video = await sendVideo(victim)
      return heldUnless(
        [
          ...(/^FAULT +Videos: .*SELFSAME_FFMPEG is set.*is a script/m.test(said)
            ? []
            : ['doctor called it sound']),
          ...(ready.status === 503 && /SELFSAME_FFMPEG/.test(ready.text)
            ? []
            : [`/readyz answered ${ready.status} and did not name it`]),
          ...(video.status === 503 && video.retryAfter !== null
            ? []
            : [`a video was answered ${video.status}, Retry-After ${video.retryAfter}`]),
        ],
        'doctor, /readyz and each answer told',
      )
    },
  },
  {
    name: 'foreign-ffmpeg',
    tries: 'an ffmpeg in the PATH that does not run in the cage, beside the one of the packages',
    seeAlso: ['test/image/choose-ffmpeg.test.ts'],
    async run() {
      // The loader of libraries fails with the same code as of Debian's, where the cage hides one of them.
      const program = (path: string) => copyFileSync('/bin/false', path)
      await using victim = await withFfmpeg(program, (path) => ({
        PATH: `${dirname(path)}:${process.env.PATH}`,
      }))
      const video = await sendVideo(victim)
      const ready = await answered(`${victim.url}/readyz`)
      return heldUnless(
        [
          ...(video.status === 200 ? [] : [`a video was answered ${video.status}`]),
          ...(ready.status === 200 ? [] : [`/readyz answered ${ready.text.slice(0, 200)}`]),
        ],
        'the ffmpeg of the packages read it',
      )
    },
  },
  {
    name: 'edited-rows',
    tries:
      'decisions, attempts, links, verdicts, policies, roles, scopes, settings and keys edited, put in, removed or set back in the database',
    seeAlso: ['test/audit/bound-rows.test.ts'],
    run: editRows,
  },
  {
    name: 'vanished-packages',
    tries: 'a start on the day when no package that carries weights is to be had',
    seeAlso: ['test/models/cache.test.ts', 'test/commands/models.test.ts'],
    async run() {
      const { path: folder, remove } = temporaryFolder('attack')
      try {
        const mirror = join(folder, 'mirror')
        const data = join(folder, 'data')
        const exported = await runCommandLine({ folder, variables: { SELFSAME_DATA: data } }, [
          'models',
          '--export',
          mirror,
        ])
        if (!exported.isOk) return fell(`the export failed: ${exported.said.slice(0, 200)}`)
        const bin = checkoutWithoutCarriers(join(folder, 'checkout'))
        const start = (SELFSAME_NETWORK_CACHE: string) =>
          serve({
            folder,
            variables: { SELFSAME_DATA: data, SELFSAME_WORKERS: '1', SELFSAME_NETWORK_CACHE },
            program: bin,
          })
        const without = await start(join(folder, 'empty'))
        const withMirror = await start(mirror)
        return heldUnless(
          [
            ...(/is not installed.*models --export/.test(without.said)
              ? []
              : [`without the mirror it said ${without.said.slice(0, 200)}`]),
            ...(withMirror.said.includes('Selfsame is ready')
              ? []
              : [`with the mirror it said ${withMirror.said.slice(0, 200)}`]),
          ],
          'it started from the exported folder, and without that it named the package and the remedy',
        )
      } finally {
        remove()
      }
    },
  },
]

/** Each edit of the database, and the kind of row that `verify` has to name for it. */
// biome-ignore format: one edit a row
const edits: readonly (readonly [named: string, sql: string])[] = [
  ['verification', `UPDATE verifications SET state = 'approved' WHERE external_person_id = 'declined'`],
  ['verification', `UPDATE verifications SET external_person_id = 'thief' WHERE external_person_id = 'anna'`],
  ['event of a verification', `UPDATE verification_events SET type = 'verification.approved' WHERE type = 'verification.cancelled'`],
  ['version of a policy', `UPDATE policy_versions SET definition = REPLACE(definition, '18', '8') WHERE policy_id = 'shop'`],
  ['member', `UPDATE members SET role = 'admin'`],
  ['API key', `UPDATE api_keys SET scopes = 'verifications,persons', expires_at = NULL`],
  ['secret of an API key', `INSERT INTO api_key_secrets (key_id, hash, created_at) SELECT id, X'00', 1 FROM api_keys`],
  ['organisation', `UPDATE organisations SET liveness_floor = 'none' WHERE name = 'neighbour'`],
  ['password of an organisation', `INSERT INTO credentials (id, organisation_id, password_hash, created_at) SELECT 'mine', organisation_id, password_hash, 1 FROM credentials LIMIT 1`],
  ['retention', `DELETE FROM retention`],
  ['webhook endpoint', `UPDATE webhook_endpoints SET url = 'https://thief.example/'`],
  ['session of a member', `INSERT INTO member_sessions (hash, id, organisation_id, member_id, created_at, used_at, expires_at, user_agent) SELECT X'00', 'mine', organisation_id, id, 1, 1, 9999999999999, '' FROM members`],
  ['attempt of a verification', `INSERT INTO verification_attempts (organisation_id, id, verification_id, step, outcome, operation, request_id, begun_at, findings, key_version) SELECT organisation_id, 'mine', id, 'liveness', 'passed', 'o', 'r', 1, request, key_version FROM verifications WHERE external_person_id = 'thief'`],
  ['link of a verification', `INSERT INTO verification_links (hash, organisation_id, verification_id, number, made_by, created_at, expires_at) SELECT X'00', organisation_id, verification_id, 9, made_by, 1, 9999999999999 FROM verification_links LIMIT 1`],
  ['liveness challenge', `UPDATE challenges SET verdict = '{"success":true}'`],
  ['key of receipts', `INSERT INTO receipt_keys (id, created_at, public_key, master_id) VALUES ('mine', 1, 'mine', 'x')`],
]

async function editRows(): Promise<Outcome> {
  await using victim = await startVictim()
  const { call } = callerOf(victim.url, victim.neighbour)
  const of = victim.neighbour.name
  const definition = {
    steps: {
      document: { both_sides: false, attempts: 3, kinds: ['cccd-chip'] },
      liveness: { families: ['nose'], min_strength: 'standard', attempts: 3 },
    },
    age: { least: 18 },
  }
  await call('createPolicy', { body: { id: 'shop', definition } })
  for (const external_person_id of ['anna', 'declined']) {
    const { body } = await call('createVerification', { body: { policy: 'shop', external_person_id } })
    const id = String(body.id)
    if (external_person_id === 'declined') await call('cancelVerification', { id, body: {} })
  }
  const size = { image_width: 360, image_height: 480 }
  await call('startProfileChallenge', { body: { external_person_id: 'anna', ...size } })
  for (const words of [
    ['member', 'invite', of, 'lan@acme.example', '--role', 'viewer'],
    ['api-key', 'create', of, 'attack', '--scope', 'read'],
    ['org', 'floor', of, 'high'],
    ['org', 'retention', of, '--files', '5d'],
    ['webhook', 'add', of, 'https://acme.example/'],
    ['receipt', 'key'],
  ]) {
    const { isOk, said } = await victim.command(...words)
    if (!isOk) throw new Error(`${words.join(' ')}: ${said}`)
  }
  await victim.server.stop()
  const verify = () => victim.command('verify')
  const whole = await verify()
  if (!whole.isOk) return fell(`an untouched database is not whole: ${whole.said.slice(-300)}`)
  const database = new DatabaseSync(databasePath(victim.settings))
  for (const [, sql] of edits)
    if (database.prepare(sql).run().changes === 0) throw new Error(`nothing to edit: ${sql}`)
  database.close()
  const { said } = await verify()
  const faults = edits
    .filter(([named]) => !new RegExp(`^FAULT +${named} \\S+ was \\w+`, 'm').test(said))
    .map(([, sql]) => `nothing was said of ${sql.slice(0, 80)}`)
  return heldUnless(faults, `each of ${edits.length} edits was named by kind and id`)
}

/** A copy of this checkout whose packages are the same but for those that only carry weights; returns its program. */
function checkoutWithoutCarriers(folder: string): string {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const gone = new Set(networkRows.flatMap(({ source }) => source.package ?? []))
  for (const name of ['src', 'bin', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'weights'), join(folder, 'weights'))
  const link = (name: string) => {
    if (!gone.has(name)) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name.startsWith('@')) {
      mkdirSync(join(folder, 'node_modules', name))
      for (const below of readdirSync(join(root, 'node_modules', name))) link(`${name}/${below}`)
    } else link(name)
  return join(folder, 'bin', 'selfsame')
}

const untilLate = (): Promise<'late'> =>
  new Promise((resolve) => setTimeout(resolve, 60_000, 'late' as const).unref())

/** Starts a victim with settings that lead to a program which was made for it. */
async function withFfmpeg(
  make: (path: string) => void,
  variables: (path: string) => Variables,
): Promise<Victim> {
  const { path: folder, remove } = temporaryFolder('attack')
  const program = join(folder, 'ffmpeg')
  make(program)
  const victim = await startVictim(variables(program))
  return {
    ...victim,
    async [Symbol.asyncDispose]() {
      await victim[Symbol.asyncDispose]()
      remove()
    },
  }
}

/** Says that it is of 2019, and else is the ffmpeg of the packages. */
function oldScript(path: string): void {
  const real = findFfmpeg('')
  const version = 'ffmpeg version 4.1.4-static Copyright (c) 2000-2019 the FFmpeg developers'
  const says = `*-decoders*) echo "${version}" >&2; exec ${real} "$@" 2>/dev/null;; *-version*) echo "${version}"; exit;;`
  writeFileSync(path, `#!/bin/sh\ncase "$*" in ${says} esac\nexec ${real} "$@"\n`, { mode: 0o755 })
}

async function answered(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init)
  return {
    status: answer.status,
    text: await answer.text(),
    retryAfter: answer.headers.get('retry-after'),
  }
}

function sendVideo({ url, attacker }: Victim) {
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:duration=1.5']
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(written(source, 'mp4'))]), 'video.mp4')
  const headers = { authorization: basicAuthorization(attacker) }
  return answered(`${url}/video-liveness`, { method: 'POST', headers, body: form })
}
