// Attacks by one organisation, or by callers without credentials, on the share of the others: guesses, idle bodies, videos that hold the workers.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pdfBombs } from '../../specimens/kit/bombs/files.ts'
import { manyScans } from '../../specimens/kit/bombs/pictures.ts'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { basicAuthorization, callerOf } from '../kit/caller.ts'
import { addOrganisations, temporaryFolder, withStore } from '../kit/installation.ts'
import { selfie } from '../speed/faces-pictures.ts'
import { type Attack, fell, heldUnless, notTried, type Outcome, startVictim } from './attack.ts'
import { keyOf, personOf } from './callers.ts'

/** Sends it again and again, some at a time, until it is told to stop; then says how many were sent. */
function flood(atATime: number, send: (n: number) => Promise<unknown>): () => Promise<number> {
  let isOver = false
  let sent = 0
  const lanes = Array.from({ length: atATime }, async () => {
    while (!isOver) await send(sent++)
  })
  return async () => {
    isOver = true
    await Promise.all(lanes)
    return sent
  }
}

const crowdAddress = (n: number): string => `198.51.${n % 100}.${n % 60}`

interface Entered {
  readonly name: string
  readonly status: number
  readonly ms: number
}

/** Lets each of them in, from an address of its own, while a crowd of sixty guesses. */
async function whileCrowd(
  guess: (n: number) => Promise<unknown>,
  newcomers: readonly Credentials[],
  enter: (as: Credentials, from: string) => Promise<Response>,
): Promise<readonly Entered[]> {
  const stop = flood(60, guess)
  await sleep(500)
  const entered: Entered[] = []
  for (const [n, one] of newcomers.entries()) {
    const startedAt = performance.now()
    const { status } = await enter(one, `203.0.113.${n}`)
    entered.push({ name: one.name, status, ms: performance.now() - startedAt })
  }
  await stop()
  return entered
}

function outcomeOf(crowds: readonly (readonly Entered[])[]): Outcome {
  const all = crowds.flat()
  const slowest = Math.max(...all.map(({ ms }) => ms)).toFixed(0)
  return heldUnless(
    all
      .filter(({ status }) => status !== 200)
      .map(({ name, status }) => `the first login of ${name} got ${status}`),
    `each was let in at its first login, the slowest within ${slowest} ms`,
  )
}

export const attacks: readonly Attack[] = [
  {
    name: 'lockout',
    tries: 'wrong credentials from the address of a good tenant, for its name and for others',
    seeAlso: ['test/api/guessing.test.ts', 'test/organisations/authenticate.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_CREDENTIAL_CACHE: '0 ms' })
      const good = callerOf(victim.url, victim.neighbour)
      const faults: string[] = []
      if ((await good.call('organisation')).status !== 200) faults.push('the tenant was refused at first')
      for (let round = 0; round < 10; round++) {
        const guesses = Array.from({ length: 6 }, (_, n) =>
          good.call('organisation', {
            as: { name: n % 2 ? victim.neighbour.name : `name-${round}-${n}`, password: `guess-${round}` },
          }),
        )
        const { status } = await good.call('organisation')
        if (status !== 200) faults.push(`the tenant got ${status}`)
        for (const guess of await Promise.all(guesses))
          if (guess.status !== 401 && guess.status !== 429) faults.push(`a guess got ${guess.status}`)
      }
      return heldUnless(faults, 'the tenant was let in every time, and no guess was')
    },
  },
  {
    name: 'lockout-by-crowd',
    tries:
      'wrong passwords from sixty addresses at once, for names that exist and for others, while organisations come for the first time',
    seeAlso: ['test/organisations/guessing.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_TRUST_PROXY: '127.0.0.1' })
      const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
      const newcomers = await withStore(victim.settings, (store) => addOrganisations(store, names))
      const login = (as: Credentials, from: string) =>
        fetch(`${victim.url}/organisation`, {
          headers: { authorization: basicAuthorization(as), 'x-forwarded-for': from },
        })
      const known = (n: number) => login({ ...victim.attacker, password: `guess-${n}` }, crowdAddress(n))
      const unknown = (n: number) => login({ name: `nobody-${n}`, password: 'guess' }, crowdAddress(n))
      return outcomeOf([
        await whileCrowd(known, newcomers.slice(0, 3), login),
        await whileCrowd(unknown, newcomers.slice(3), login),
      ])
    },
  },
  {
    name: 'member-lockout-by-crowd',
    tries:
      'wrong passwords from sixty addresses at once, for a member and for made-up ones, while others sign in on a new device',
    seeAlso: ['test/organisations/guessing.test.ts', 'test/api/members.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_TRUST_PROXY: '127.0.0.1' })
      const password = 'four plain words of mine'
      const ask = (path: string, body: object, headers: Readonly<Record<string, string>>) =>
        fetch(victim.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      const emails = ['attacked', 'first', 'second', 'third'].map((name) => `${name}@neighbour.example`)
      for (const email of emails) {
        const authorization = basicAuthorization(victim.neighbour)
        const invited = await ask('/members', { email, name: 'Somebody', role: 'viewer' }, { authorization })
        const { invitation } = (await invited.json()) as { readonly invitation: { readonly token: string } }
        const joined = await ask('/member-invitation/join', { token: invitation.token, password }, {})
        if (joined.status !== 200) return fell(`a member could not join: ${joined.status}`)
      }
      const organisation = victim.neighbour.name
      const signIn = ({ name: email, password }: Credentials, from: string) =>
        ask('/member-session', { organisation, email, password }, { 'x-forwarded-for': from })
      const guess = (n: number) =>
        signIn(
          { name: (n % 2 ? emails[0] : `nobody-${n}@neighbour.example`) ?? '', password: `guess ${n}` },
          crowdAddress(n),
        )
      const others = emails.slice(1).map((name) => ({ name, password }))
      return outcomeOf([await whileCrowd(guess, others, signIn)])
    },
  },
  {
    name: 'person-floods',
    tries: 'more requests than an organisation may send from one person with a link, and from ten',
    seeAlso: ['test/api/limits.test.ts', 'test/http/limits.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_RATE: '20' })
      const persons = await Promise.all(Array.from({ length: 10 }, () => personOf(victim)))
      const organisation = callerOf(victim.url, victim.neighbour)
      const faults: string[] = []
      for (const some of [persons.slice(0, 1), persons]) {
        let refused = 0
        const stop = flood(10, async (n) => {
          const answer = await some[n % some.length]?.('GET', '/verification-session')
          if (answer?.status === 429) refused++
        })
        while (refused < 600) await sleep(50)
        for (let call = 0; call < 20; call++) {
          const { status } = await organisation.call('organisation')
          if (status !== 200) faults.push(`with ${some.length} persons the organisation got ${status}`)
        }
        await stop()
      }
      return heldUnless(faults, 'the persons were refused, and every call of the organisation was served')
    },
  },
  {
    name: 'persona-line',
    tries: 'more personas than may wait, of one organisation, before one of another',
    seeAlso: ['test/verifications/persona-runs.test.ts'],
    async run() {
      await using victim = await startVictim()
      const about = { policy: 'simple', persona: 'approved', external_person_id: 'p' }
      const creating = async (as: Credentials) => {
        const ask = await keyOf(victim, as, '--scope', 'all', '--test')
        return async () => (await ask('POST', '/verifications', about)).status
      }
      const statuses: number[] = []
      const attack = await creating(victim.attacker)
      for (let n = 0; n < 130; n++) statuses.push(await attack())
      const status = await (await creating(victim.neighbour))()
      const faults = status === 200 ? [] : [`the other organisation got ${status}`]
      if (!statuses.includes(503)) faults.push('the line of the attacker was never full')
      return heldUnless(faults, 'the attacker was refused, and the other organisation was not')
    },
  },
  {
    name: 'idle-bodies',
    tries: '22 sockets that announce large bodies and send nothing',
    seeAlso: ['test/api/limits.test.ts', 'test/http/limits.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_UPLOAD_GRACE: '1 s' })
      await callerOf(victim.url, victim.attacker).call('organisation')
      const { hostname, port } = new URL(victim.url)
      const sockets: Socket[] = []
      const answers: Promise<string>[] = []
      for (let n = 0; n < 22; n++) {
        const socket = connect({ host: hostname, port: Number(port) })
        sockets.push(socket)
        answers.push(whole(socket))
        socket.write(
          `POST /face-matching/compare-faces HTTP/1.1\r\nhost: x\r\nauthorization: ${basicAuthorization(victim.attacker)}\r\ncontent-type: application/json\r\ncontent-length: 25000000\r\n\r\n`,
        )
      }
      const body = { image_live: 'A'.repeat(8_000_000), image_card: 'QUJD' }
      const { status } = await callerOf(victim.url, victim.neighbour).call('compareFaces', { body })
      const faults = status === 422 ? [] : [`the other organisation's body got ${status}`]
      const ends = await Promise.all(answers)
      const late = ends.filter((text) => !text.includes(' 408 ') || !text.includes('more slowly'))
      if (late.length > 0) faults.push(`${late.length} idle bodies were not ended with 408`)
      for (const socket of sockets) socket.destroy()
      return heldUnless(
        faults,
        "the other organisation's body was read, and the idle ones were ended with 408",
      )
    },
  },
  {
    name: 'long-jobs',
    tries: 'four videos for the only worker, before a picture of another organisation',
    seeAlso: ['test/workers/giving-way.test.ts', 'test/workers/fair-queue.test.ts'],
    async run() {
      const video = await longVideo()
      if (video === undefined) return notTried('there is no ffmpeg to make a video with')
      await using victim = await startVictim()
      const bad = callerOf(victim.url, victim.attacker)
      const good = callerOf(victim.url, victim.neighbour)
      const order: string[] = []
      const films = Array.from({ length: 4 }, async () => {
        const { status } = await bad.call('verifyVideo', { request: { file: video, name: 'film.mp4' } })
        order.push('film')
        return status
      })
      // Videos that are being read hold the worker by then: three small requests of theirs are answered meanwhile.
      for (let i = 0; i < 3; i++) await bad.call('organisation')
      const body = { image_live: encoded(await selfie()), image_card: encoded(await selfie()) }
      const { status } = await good.call('compareFaces', { body })
      order.push('picture')
      const faults = status === 200 ? [] : [`the picture got ${status}`]
      const statuses = await Promise.all(films)
      if (!statuses.includes(200)) faults.push(`no video was judged: ${statuses.join(', ')}`)
      const before = order.indexOf('picture')
      if (before > 1) faults.push(`${before} videos were done before the picture`)
      return heldUnless(faults, 'the picture was done before the second video, and videos were judged')
    },
  },
  {
    name: 'slow-files',
    tries: 'PDFs and pictures that hold a decoder for both workers, before a picture of another organisation',
    seeAlso: ['test/workers/sharing.test.ts', 'test/workers/limits.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_WORKERS: '2' })
      const bad = callerOf(victim.url, victim.attacker)
      const good = callerOf(victim.url, victim.neighbour)
      const face = encoded(await selfie())
      const compare = () => good.call('compareFaces', { body: { image_live: face, image_card: face } })
      await compare()
      const order: string[] = []
      const [page] = pdfBombs()
      const scans = encoded(manyScans(4000, 4000))
      const files = Array.from({ length: 4 }, async (_, i) => {
        if (i % 2 === 0) await bad.call('createDocument', { body: { attachment: { content: scans } } })
        const file = new Blob([new Uint8Array(page?.bytes ?? [])])
        await bad.call('readBusinessRegistration', { request: { files: [file] } })
        order.push('file')
      })
      for (let i = 0; i < 3; i++) await bad.call('organisation')
      const { status } = await compare()
      order.push('picture')
      const faults = status === 200 ? [] : [`the picture got ${status}`]
      if (order[0] !== 'picture')
        faults.push(`${order.indexOf('picture')} files were done before the picture`)
      await Promise.all(files)
      return heldUnless(faults, 'the picture was done while the files were still being read')
    },
  },
  {
    name: 'free-tries',
    tries: 'a person with a link, who sends pictures that run out of time, again and again',
    seeAlso: ['test/api/decoding-limit.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_JOB_TIMEOUT: '20 ms' })
      const ask = await personOf(victim)
      const body = { attachment: { content: encoded(await selfie()) } }
      const statuses: number[] = []
      for (let i = 0; i < 4; i++) statuses.push((await ask('POST', '/kyc-documents-sync', body)).status)
      const expected = '422, 422, 422, 409'
      const told = statuses.join(', ')
      return heldUnless(told === expected ? [] : [`the tries got ${told}`], 'three were counted, and no more')
    },
  },
]

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Of a still face, which is looked at as closely as any. Undefined where no ffmpeg is found. */
async function longVideo(): Promise<Blob | undefined> {
  const ffmpeg = findFfmpeg('')
  if (ffmpeg === undefined) return undefined
  const { path: folder, remove } = temporaryFolder('video')
  try {
    const [picture, film] = [join(folder, 'face.jpg'), join(folder, 'film.mp4')]
    writeFileSync(picture, await selfie())
    const input = ['-loglevel', 'error', '-loop', '1', '-framerate', '10', '-i', picture, '-t', '15']
    const { status } = spawnSync(ffmpeg, [...input, '-c:v', 'mpeg4', '-q:v', '5', film])
    return status === 0 ? new Blob([new Uint8Array(readFileSync(film))]) : undefined
  } finally {
    remove()
  }
}

/** All that a socket says until it is closed. */
function whole(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more
  })
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}
