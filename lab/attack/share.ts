// Attacks by one organisation, or by callers without credentials, on the share of the others: guesses, idle bodies, videos that hold the workers.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'
import { basicAuthorization, callerOf } from '../kit/caller.ts'
import { temporaryFolder } from '../kit/installation.ts'
import { selfie } from '../speed/faces-pictures.ts'
import { type Attack, heldUnless, notTried, startVictim } from './attack.ts'

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
