// Tests over HTTP that bytes after the end of a picture or PDF are not stored, and are reported in answer, header and receipt.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wall } from '../../specimens/kit/films/films.ts'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { base64, faceOf, herReference } from '../../specimens/kit/photographs/face-photos.ts'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { papersOf, send } from '../../specimens/kit/servers/business-registration.ts'
import { callerOf, sendFrame, start, verify } from '../../specimens/kit/servers/challenge-caller.ts'
import { type Answered, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { documentCaller, filesOf } from '../kit/document-caller.ts'
import { expectRefusal, signPath } from './expecting.ts'

const hidden = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(4000, '<script>hidden</script>'),
])
const withHidden = (bytes: Uint8Array) => Buffer.concat([bytes, hidden])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let server: TestServer
let organisationId: string
beforeAll(async () => {
  server = await sharedServer()
  organisationId =
    (await findOrganisation(server.server.runtime.store.database, server.credentials.name))?.id ?? ''
})
afterAll(() => server.stop())

const stored = (id: string | undefined) => server.server.runtime.store.vault.read(organisationId, id ?? '')

/** What a receipt says was sent. */
async function inputsOf({ headers }: Answered): Promise<unknown> {
  const { body } = await callerOf(server)('GET', `/receipts/${headers.get('x-request-id')}`)
  return (body.receipt as { inputs: unknown }).inputs
}

const told = ({ body, headers }: Answered) => [body.trailing_bytes, headers.get('x-selfsame-trailing-bytes')]
const inputOf = (name: string, sent: Uint8Array, trailing = hidden.length) => ({
  name,
  sha256: sha256(sent),
  bytes: sent.length,
  ...(trailing > 0 && { trailing_bytes: trailing }),
})

describe('a registered photo', () => {
  beforeAll(async () => {
    await server.post(signPath, { id: 'trailing', external_person_id: 'p' })
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('as %s is kept up to its end', async (format) => {
    const photo = await (await faceOf(herReference)).toFormat(format, { quality: 90 }).toBuffer()
    const sent = withHidden(photo)
    const external_person_id = `her-${format}`
    const body = { external_person_id, reference_photo: base64(sent) }
    const answer = await server.post('/face-collections/trailing', body)
    expect(answer.body.result_code).toBe(200)
    expect(told(answer)).toEqual([{ reference_photo: hidden.length }, String(hidden.length)])
    expect((await stored(answer.body.file_id as string))?.equals(photo)).toBe(true)
    expect(await inputsOf(answer)).toEqual([inputOf('reference_photo', sent)])
    const exported = await server.post('/persons/export', { external_person_id })
    const [face] = exported.body.faces as { content: string }[]
    expect(face?.content).toBe(base64(photo))
    expect(exported.headers.get('x-content-type-options')).toBe('nosniff')
    expect(exported.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('with nothing behind it has no report of trailing bytes', async () => {
    const photo = await (await faceOf(herReference)).jpeg().toBuffer()
    const answer = await server.post('/face-collections/trailing', {
      external_person_id: 'her',
      reference_photo: base64(photo),
    })
    expect(told(answer)).toEqual([undefined, null])
    expect(await inputsOf(answer)).toEqual([inputOf('reference_photo', photo, 0)])
  })
})

test('a comparison tells it of each picture, and a verdict without other fields in the header alone', async () => {
  const photo = await (await faceOf(herReference)).jpeg().toBuffer()
  const [image_live, image_card] = [withHidden(photo), Buffer.concat([photo, hidden, hidden])]
  const answer = await server.post('/face-matching/compare-faces', {
    image_live: base64(image_live),
    image_card: base64(image_card),
    liveness_threshold: 0,
  })
  const counts = { image_live: hidden.length, image_card: 2 * hidden.length }
  expect(told(answer)).toEqual([counts, String(3 * hidden.length)])
  expect(await inputsOf(answer)).toEqual([
    inputOf('image_live', image_live),
    inputOf('image_card', image_card, counts.image_card),
  ])
  const strict = { image_live: base64(image_live), image_card: base64(photo), liveness_threshold: 1 }
  const bare = await server.post('/face-matching/compare-faces', strict)
  expect(Object.keys(bare.body).toSorted()).toEqual(['checks', 'liveness_check'])
  expect(bare.headers.get('x-selfsame-trailing-bytes')).toBe(String(hidden.length))
})

test('pictures of a document are kept up to their ends, whichever route brought them', async () => {
  const front = await photoOf({ kind: 'cccd-chip', side: 'front', seed: 302 })
  const back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: 302 })
  const png = await sharp(back.bytes).png().toBuffer()
  const caller = documentCaller(server)
  const created = await caller.create(base64(withHidden(front.bytes)))
  expect(told(created)).toEqual([{ 'attachment.content': hidden.length }, String(hidden.length)])
  const attached = await caller.attach(created.body.id as string, base64(withHidden(png)))
  expect(told(attached)).toEqual([{ content: hidden.length }, String(hidden.length)])
  const [first, second] = filesOf(attached)
  expect((await stored(first))?.equals(front.bytes)).toBe(true)
  expect((await stored(second))?.equals(png)).toBe(true)
  expect(await inputsOf(attached)).toEqual([inputOf('content', withHidden(png))])
  const sides = await caller.sides(base64(withHidden(front.bytes)), base64(back.bytes))
  expect(told(sides)).toEqual([{ image1: hidden.length }, String(hidden.length)])
  expect((await stored(filesOf(sides)[0]))?.equals(front.bytes)).toBe(true)
})

test('a licence and a zone report them too', async () => {
  const licence = await photoOf({ kind: 'licence-pet', side: 'front', seed: 302 })
  const sent = base64(withHidden(licence.bytes))
  const read = await server.post('/driver-license-reader', { content: sent })
  expect(told(read)[0]).toEqual({ content: hidden.length })
  const [file] = filesOf(read)
  if (file !== undefined) expect((await stored(file))?.equals(licence.bytes)).toBe(true)
  const zone = await server.post('/mrz-reader', { content: sent })
  expect(told(zone)).toEqual([{ content: hidden.length }, String(hidden.length)])
})

test('a frame is kept up to its end; a copy gets the same answer, and the receipt has what was sent', async () => {
  const call = callerOf(server)
  const external_person_id = 'frames'
  const { id } = await start(call, 'nose', { external_person_id })
  const frame = Buffer.from(await wall(7))
  const sent = { task: 'nose', bytes: withHidden(frame), timestamp: Date.now() / 1000 }
  for (let copy = 0; copy < 2; copy++) {
    const answer = await sendFrame(call, 'nose', id, sent)
    expect([answer.body.result_code, ...told(answer)]).toEqual([
      200,
      { content: hidden.length },
      String(hidden.length),
    ])
  }
  const { body } = await server.post('/persons/export', { external_person_id })
  expect((body.frames as { content: string }[]).map(({ content }) => content)).toEqual([base64(frame)])
  const judged = await verify(call, 'nose', id)
  expect(await inputsOf(judged)).toEqual([inputOf('nose', sent.bytes)])
})

describe('a certificate', async () => {
  const papers = await papersOf(46)

  test('as a PDF is kept from its mark to its end', async () => {
    const lead = Buffer.from('<html><!-- ')
    const sent = Buffer.concat([lead, withHidden(papers.text)])
    const answer = await send(server, [{ bytes: sent }])
    expect(answer.body.result_code).toBe(200)
    const cut = lead.length + hidden.length
    expect(told(answer)).toEqual([{ 'files[0]': cut }, String(cut)])
    expect((await stored(filesOf(answer)[0]))?.equals(papers.text)).toBe(true)
    expect(await inputsOf(answer)).toEqual([inputOf('files[0]', sent, cut)])
  })

  test('as pictures is kept up to the end of each, also of those that were not selected', async () => {
    const files = papers.pictures.map((bytes) => ({ bytes: withHidden(bytes) }))
    const answer = await send(server, files, '?selected_pages=1')
    expect(answer.body.result_code).toBe(200)
    expect(told(answer)[0]).toEqual(Object.fromEntries(files.map((_, i) => [`files[${i}]`, hidden.length])))
    for (const [i, id] of filesOf(answer).entries())
      expect((await stored(id))?.equals(papers.pictures[i] ?? Buffer.of())).toBe(true)
  })

  test('with a file that only starts like a picture is refused, though it was not selected', async () => {
    const [first] = papers.pictures
    const forged = Buffer.concat([(await chart().jpeg().toBuffer()).subarray(0, 200), hidden])
    const answer = await send(server, [{ bytes: first ?? forged }, { bytes: forged }], '?selected_pages=1')
    expectRefusal(answer, 422, 'files')
  })
})
