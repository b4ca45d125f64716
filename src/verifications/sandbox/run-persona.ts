// Walks a persona through a verification by the calls that a person's device would make.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { cardOf, type Persona, tiltedOf } from './personas.ts'

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** One call with a link or a token, through the routes that everybody calls. */
export type Call = (method: string, path: string, bearer: string, body?: object) => Promise<Answer>

interface Step {
  readonly step: string
  readonly state: string
  readonly may_be_skipped: boolean
  readonly both_sides?: boolean
  readonly tilt?: boolean
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>

/** More than any policy asks for: a journey that goes round in circles is given up. */
const MOST_STEPS = 60

/** Ends when nothing more is asked of the person, or the person goes away. */
export async function runPersona(call: Call, link: string, persona: Persona): Promise<void> {
  const { token } = okay(await call('POST', '/verification-session/token', link, {}))
  const ask: Ask = async (method, path, body) => okayAnswer(await call(method, path, String(token), body))
  for (let i = 0; i < MOST_STEPS; i++) {
    const { session } = (await ask('GET', '/verification-session')).body
    const { state, steps } = session as { readonly state: string; readonly steps: readonly Step[] }
    if (state !== 'created' && state !== 'started') return
    const next = steps.find((one) => one.state === 'open')
    if (!next || next.step === persona.leavesBefore) return
    await doStep(ask, persona, next)
  }
  throw new Error('the journey does not end')
}

function doStep(ask: Ask, persona: Persona, step: Step): Promise<unknown> {
  if (step.step === 'consent')
    return ask('POST', '/verification-session/consent', {
      accepted: persona.consents !== false,
      text_version: 'sandbox',
    })
  if (step.step === 'document') return sendDocument(ask, persona, step)
  if (step.step === 'chip') return sendChip(ask, persona, step.may_be_skipped)
  if (step.step === 'liveness') return act(ask, persona)
  if (step.step === 'confirmation') {
    const { wrongFields } = persona
    return ask('POST', '/verification-session/confirmation', {
      correct: wrongFields === undefined,
      ...(wrongFields && { wrong_fields: wrongFields }),
    })
  }
  throw new Error(`no persona knows the step ${step.step}`)
}

async function sendDocument(ask: Ask, persona: Persona, step: Step): Promise<void> {
  const { front, back } = cardOf(persona)
  const image1 = await pictureNamed(front)
  const { id } = (
    step.both_sides
      ? await ask('POST', '/kyc-documents-sides', {
          image1,
          name1: 'front.jpg',
          image2: await pictureNamed(back),
          name2: 'back.jpg',
        })
      : await ask('POST', '/kyc-documents-sync', { attachment: { content: image1, name: 'front.jpg' } })
  ).body
  const tilted = tiltedOf(persona)
  if (!step.tilt || tilted === undefined || !(await isDocumentOpen(ask, id))) return
  const content = await pictureNamed(tilted)
  await ask('POST', `/kyc-documents-sync/${String(id)}`, { content, name: 'tilted.jpg' })
}

/** Nothing is added to a document that was refused. */
async function isDocumentOpen(ask: Ask, id: unknown): Promise<boolean> {
  const { session } = (await ask('GET', '/verification-session')).body
  return (session as { readonly document?: { readonly id: string } }).document?.id === id
}

async function sendChip(ask: Ask, { chip = {} }: Persona, mayBeSkipped: boolean): Promise<void> {
  if (chip.skips && mayBeSkipped) {
    await ask('POST', '/verification-session/skip', { step: 'chip', reason: 'no-nfc' })
    return
  }
  const files = await chipNamed(chip.file ?? 'chip-holder')
  if (chip.twist === 'changed')
    await ask('POST', '/chip-documents', { ...files, dg1: changed(files.dg1 ?? '') })
  else if (chip.twist === 'copied') {
    const { challenge_id } = (await ask('POST', '/chip-documents/challenge', {})).body
    const response = randomBytes(ANSWER_BYTES).toString('base64')
    await ask('POST', '/chip-documents', { ...files, active_authentication: { challenge_id, response } })
  } else await ask('POST', '/chip-documents', files)
}

/** Of an answer of a chip with a key on a curve of 256 bits. */
const ANSWER_BYTES = 64
/** Inside the name in the machine-readable zone. */
const CHANGED_AT = 40

function changed(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes.writeUInt8(bytes.readUInt8(CHANGED_AT) ^ 1, CHANGED_AT)
  return bytes.toString('base64')
}

/** A person takes this long to turn the head, however fast the server is. */
export const MS_PER_TASK = 450
/** Longer than a server takes to look at a frame. */
const MS_PER_TASK_RECORDED = 50_000

interface ToldTask {
  readonly task: string
}

async function act(ask: Ask, { film = {} }: Persona): Promise<void> {
  const root = '/profile-liveness-challenge'
  const started = await ask('POST', `${root}/profile-start`, {
    ...FRAME_SIZE,
    external_person_id: 'persona',
    mirrored: false,
    // One frame of each task: a persona comes to the same verdict each time.
    static: true,
  })
  const { id } = started.body as { id: string }
  const startedAtMs = Date.now()
  const pace = film.acts === 'recorded' ? MS_PER_TASK_RECORDED : MS_PER_TASK
  let told = started.body.told as ToldTask | undefined
  for (let i = 0; told; i++) {
    const { task } = told
    const shown = film.acts === 'still' ? 'keep-face-ahead' : task
    const photo = await pictureNamed(`${film.of ?? 'holder'}-${shown}`)
    await ask('PUT', `${root}/${id}/frames`, { task, photo, timestamp: startedAtMs + i * pace })
    const next = await ask('POST', `${root}/${id}/next-task`, { done: task })
    told = next.body.told as ToldTask | undefined
  }
  await ask('POST', `${root}/${id}/verify`, {})
}

/** A refusal of the server ends the walk; what is judged, however, is an answer. */
function okayAnswer(answer: Answer): Answer {
  okay(answer)
  return answer
}

function okay({ status, body }: Answer): Readonly<Record<string, unknown>> {
  if (status >= 400) throw new Error(`the server refused with ${status}: ${String(body.message)}`)
  return body
}

/** Cards, chips and films of people who do not exist, which `npm run sandbox` draws. */
const folder = new URL('./specimens/', import.meta.url)

/** As Base64, by the name of its file. */
export async function pictureNamed(name: string): Promise<string> {
  return (await readFile(new URL(`${name}.jpg`, folder))).toString('base64')
}

/** The files of a chip as the body of `POST /chip-documents` has them. */
export async function chipNamed(name: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8')) as Record<string, string>
}

export const FRAME_SIZE = { image_width: 360, image_height: 480 }
