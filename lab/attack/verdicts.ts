// Attacks on verdicts of verifications: published pictures, one credential as two reviewers, live people seen from a test, events led elsewhere.
import sharp from 'sharp'
import type { Persona } from '../../src/verifications/sandbox/personas.ts'
import { type Call, pictureNamed, runPersona } from '../../src/verifications/sandbox/run-persona.ts'
import { callerOf } from '../kit/caller.ts'
import { type Attack, fell, heldUnless, startVictim, type Victim } from './attack.ts'
import { type Ask, type Asked, bearerCall, keyOf } from './callers.ts'

/** Waits for the verdict of a verification that was gone through. */
async function judged(ask: Ask, id: string): Promise<Asked['body']> {
  for (;;) {
    const { body } = await ask('GET', `/verifications/${id}`)
    if (body.state !== 'processing' && body.state !== 'created' && body.state !== 'started') return body
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const steps = {
  document: { kinds: ['cccd-chip'], both_sides: false, attempts: 1 },
  liveness: { families: ['profile'], attempts: 1 },
}

/** After the first marker of a JPEG. */
const comment = Buffer.from([0xff, 0xfe, 0, 10, ...Buffer.from('8 bytes!')])

/** What an attacker does to each published picture. */
const changes: Readonly<Record<string, (bytes: Buffer) => Buffer | Promise<Buffer>>> = {
  'eight bytes of comment': (bytes) => Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]),
  'encoded anew': (bytes) => sharp(bytes).jpeg({ quality: 91 }).toBuffer(),
  'cut and brightened': async (bytes) => {
    const { width, height } = await sharp(bytes).metadata()
    const by = (side: number) => Math.round(side * 0.96)
    const picture = sharp(bytes).extract({ left: 4, top: 4, width: by(width), height: by(height) })
    return picture.modulate({ brightness: 1.08 }).resize(width, height).jpeg({ quality: 92 }).toBuffer()
  },
}

const changed = async (text: string, change: (bytes: Buffer) => Buffer | Promise<Buffer>) =>
  (await change(Buffer.from(text, 'base64'))).toString('base64')

/** Walks as the persona does, with changed pictures. */
const walking =
  (victim: Victim, change: (bytes: Buffer) => Buffer | Promise<Buffer>): Call =>
  async (method, path, bearer, body) => {
    const { photo, attachment, ...rest } = (body ?? {}) as {
      readonly photo?: string
      readonly attachment?: { readonly content: string; readonly name: string }
    }
    const sent = {
      ...rest,
      ...(photo && { photo: await changed(photo, change) }),
      ...(attachment && {
        attachment: { ...attachment, content: await changed(attachment.content, change) },
      }),
    }
    return bearerCall(victim)(method, path, bearer, body && sent)
  }

const persona: Persona = { about: 'Does all that is asked.', decision: 'approved' }

export const attacks: readonly Attack[] = [
  {
    name: 'published-pictures',
    tries: 'a live verification with the pictures of the sandbox, changed a little',
    seeAlso: ['test/api/sandbox-apart.test.ts', 'test/vision/persona-faces.test.ts'],
    async run() {
      await using victim = await startVictim()
      const ask = await keyOf(victim, victim.attacker, '--scope', 'all')
      await ask('POST', '/policies', { id: 'usual', definition: { steps } })
      await ask('POST', '/policies', { id: 'card', definition: { steps: { document: steps.document } } })
      const faults: string[] = []
      for (const [name, change] of Object.entries(changes))
        for (const policy of ['usual', 'card']) {
          const made = await ask('POST', '/verifications', { policy, external_person_id: 'p' })
          const { token } = made.body.link as { readonly token: string }
          await runPersona(walking(victim, change), token, persona)
          const { state } = await judged(ask, String(made.body.id))
          if (state !== 'declined') faults.push(`${name}, ${policy}: ${state}`)
        }
      return heldUnless(faults, 'each was declined')
    },
  },
  {
    name: 'one-key-two-reviewers',
    tries: "one API key that proposes and agrees under two names, one of them a member's",
    seeAlso: ['test/api/verification-review.test.ts'],
    async run() {
      await using victim = await startVictim()
      const member = { email: 'lan@attacker.example', name: 'Lan', role: 'reviewer' }
      await callerOf(victim.url, victim.attacker).call('inviteMember', { body: member })
      const live = await keyOf(victim, victim.attacker, '--scope', 'all')
      const definition = { steps, review: { four_eyes: true } }
      await live('POST', '/policies', { id: 'careful', definition })
      const ask = await keyOf(victim, victim.attacker, '--scope', 'all', '--test')
      const about = { policy: 'careful', external_person_id: 'p', persona: 'document-photocopy' }
      const { id } = (await ask('POST', '/verifications', about)).body
      const before = await judged(ask, String(id))
      if (before.state !== 'review') throw new Error(`the case is ${before.state}`)
      const faults: string[] = []
      const names = [member.email, `${member.email}\u200b`, 'mai', 'mai\u200b', 'MAI', 'somebody', 'l\u0430n']
      for (const reviewer of names) {
        const said = { decision: 'approved', note: 'n', reviewer }
        const { body } = await ask('POST', `/verifications/${id}/decide`, said)
        if (body.state === 'approved')
          return fell(`it was approved, the second time as ${JSON.stringify(reviewer)}`)
        if (body.state === 'review' && reviewer !== 'mai')
          faults.push(`it proposed as ${JSON.stringify(reviewer)}`)
      }
      return heldUnless(faults, 'it stays in review, with one proposal')
    },
  },
  {
    name: 'key-that-creates',
    tries: 'a key for creating verifications that decides, and changes policies, webhooks and brand',
    seeAlso: ['test/api/api-keys.test.ts', 'test/api/verification-review.test.ts'],
    async run() {
      await using victim = await startVictim()
      const ask = await keyOf(victim, victim.attacker, '--scope', 'verifications')
      const made = await ask('POST', '/verifications', { policy: 'simple', external_person_id: 'p' })
      if (made.status !== 200) throw new Error(`it does not create: ${made.status}`)
      const calls: readonly (readonly [string, string])[] = [
        ...['decide', 'notes', 'claim', 'release'].map(
          (verb) => ['POST', `/verifications/${made.body.id}/${verb}`] as const,
        ),
        ['POST', '/policies'],
        ['PUT', '/policies/simple'],
        ['POST', '/webhook-endpoints'],
        ['PUT', '/webhook-endpoints/x'],
        ['PUT', '/brand'],
        ['PUT', '/capture-settings'],
      ]
      const faults: string[] = []
      for (const [method, path] of calls) {
        const { status } = await ask(method, path, {})
        if (status !== 403) faults.push(`${method} ${path}: ${status}`)
      }
      return heldUnless(faults, `all ${calls.length} calls were 403`)
    },
  },
  {
    name: 'live-people-in-tests',
    tries: 'a test key that has its test verification searched among live people',
    seeAlso: ['test/api/sandbox-apart.test.ts'],
    async run() {
      await using victim = await startVictim()
      const owner = callerOf(victim.url, victim.attacker)
      const person = 'a-live-person'
      await owner.call('signCollectionId', { request: { id: 'people', external_person_id: 'owner' } })
      const photo = await pictureNamed('holder-keep-face-ahead')
      const registered = await owner.call('registerFace', {
        id: 'people',
        body: { external_person_id: person, reference_photo: photo },
      })
      if (registered.code !== 200) throw new Error(`nobody was registered: ${registered.code}`)
      const search = { collection_id: 'people', threshold: 80 }
      const definition = {
        steps,
        screening: { duplicates: { ...search, register: false }, block_list: search },
      }
      const live = await keyOf(victim, victim.attacker, '--scope', 'all')
      await live('POST', '/policies', { id: 'screened', definition })
      const ask = await keyOf(victim, victim.attacker, '--scope', 'all', '--test')
      const about = { policy: 'screened', external_person_id: 'p', persona: 'approved' }
      const { id } = (await ask('POST', '/verifications', about)).body
      const { verdict } = await judged(ask, String(id))
      const { body } = await ask('GET', `/verifications/${id}/duplicates`)
      return heldUnless(
        [
          ...(JSON.stringify(body).includes(person) ? ['duplicates name the live person'] : []),
          ...(/person-(known|blocked)/.test(JSON.stringify(verdict))
            ? ['the verdict tells of the live person']
            : []),
        ],
        'neither verdict nor duplicates tell of anybody live',
      )
    },
  },
  {
    name: 'webhook-led-elsewhere',
    tries: "a webhook's URL changed by PUT, into the network and to another host",
    seeAlso: ['test/api/webhooks.test.ts', 'test/webhooks/target.test.ts'],
    async run() {
      await using victim = await startVictim()
      const ask = await keyOf(victim, victim.attacker, '--scope', 'all')
      // Nothing happens there, so that nothing is sent to anybody.
      const created = await ask('POST', '/webhook-endpoints', { url: 'https://93.184.215.14/hook' })
      const { id } = created.body.endpoint as { readonly id: string }
      const change = (to: string) => ask('PUT', `/webhook-endpoints/${id}`, { url: to })
      const faults: string[] = []
      for (const to of [
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://169.254.169.254/latest',
        'https://0x7f000001/',
        'http://93.184.215.14/',
        'https://u:p@93.184.215.14/',
        'file:///etc/passwd',
      ]) {
        const { status } = await change(to)
        if (status !== 400) faults.push(`${to} was answered ${status}`)
      }
      const moved = await change('https://93.184.215.15/hook')
      if (moved.status !== 200) faults.push(`another public host was answered ${moved.status}`)
      else if (typeof moved.body.secret !== 'string' || moved.body.secret === created.body.secret)
        faults.push('another host gets messages under the secret of the receiver before')
      return heldUnless(faults, 'addresses inside were refused, and the other host got a secret of its own')
    },
  },
]
