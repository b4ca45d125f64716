// Attacks with files: bytes hidden behind pictures and PDFs, files of two kinds at once, bombs, and more than the limit.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { castFor } from '../../specimens/documents/drawing/casts.ts'
import { textPdf } from '../../specimens/documents/pdf.ts'
import { specimen } from '../../specimens/documents/specimen.ts'
import { hastyVideo } from '../../specimens/kit/bombs/files.ts'
import { avifCoding, heicCoding, heifBombs, jpegBombs, pngBombs } from '../../specimens/kit/bombs/pictures.ts'
import { box, heifFile, onlyPicture, extent as sizeBox } from '../../specimens/kit/photographs/heif-boxes.ts'
import { chart, jpegSegment, pngChunk, sample } from '../../specimens/kit/photographs/pictures.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { storageErrors } from '../../src/store/records/storage.ts'
import { basicAuthorization, type Caller, callerOf } from '../kit/caller.ts'
import { withStore } from '../kit/installation.ts'
import { type Attack, heldUnless, startVictim, type Victim } from './attack.ts'

const SECRET = 'hidden-by-the-attacker'
const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), Buffer.alloc(50_000, SECRET)])
const html = Buffer.from(`<html><script>/*${SECRET}*/alert(document.domain)</script></html>`)
const seeAlso = ['test/api/trailing-bytes.test.ts', 'test/image/trailing-bytes.test.ts']

/** The first bytes of everything that may be kept of a frame. */
const PICTURE = /^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP|.{4}ftyp(heic|avif|mif1))/s

/** All of these have the proportions of the challenge that takes them. */
async function plainPictures(): Promise<Readonly<Record<string, Buffer>>> {
  const photo = chart(480, 320)
  return {
    jpeg: await photo.jpeg().toBuffer(),
    'progressive jpeg': await photo.jpeg({ progressive: true }).toBuffer(),
    png: await photo.png().toBuffer(),
    webp: await photo.webp().toBuffer(),
    avif: await photo.avif().toBuffer(),
    heic: sample('chart.heic'),
  }
}

async function twoKinds(): Promise<Readonly<Record<string, Buffer>>> {
  const { jpeg, png, webp, heic } = await plainPictures()
  if (!jpeg || !png || !webp || !heic) throw new Error('the pictures were not made')
  const { config, data } = onlyPicture(heic, 'hvcC')
  const open = heifFile([{ type: 'hvc1', data, properties: [config, sizeBox(96, 64)] }])
  open.writeUInt32BE(0, open.indexOf('mdat') - 4)
  const ended = Buffer.from('ffd9', 'hex')
  const longer = Buffer.concat([webp, zip])
  return {
    'a JPEG without its end mark before a ZIP': Buffer.concat([jpeg.subarray(0, -2), zip]),
    'the same with an end mark at last': Buffer.concat([jpeg, zip, ended]),
    'a JPEG before a segment that is never whole': Buffer.concat([
      jpeg.subarray(0, -2),
      jpegSegment(0xe1, zip).subarray(0, -5),
    ]),
    'a JPEG before a page': Buffer.concat([jpeg, html]),
    'a PNG whose last chunk holds a ZIP': Buffer.concat([png.subarray(0, -12), pngChunk('IEND', zip)]),
    'a PNG before a page': Buffer.concat([png, html]),
    'a WebP before a ZIP': longer,
    'a HEIC whose data never end before a ZIP': Buffer.concat([open, zip]),
    'a HEIC before another box of data': Buffer.concat([heic, box('mdat', zip)]),
    'a GIF that is a script': Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;/*${SECRET}*/alert(1)//`),
    'a page with a picture in it': Buffer.concat([html, jpeg]),
    'a PDF with a picture in it': Buffer.concat([Buffer.from(`%PDF-1.4\n%${SECRET}\n`), jpeg]),
    'a ZIP before a picture': Buffer.concat([zip, jpeg]),
  }
}

async function openChallenge(caller: Caller, person: string): Promise<string> {
  const started = await caller.call('startNoseChallenge', {
    request: { external_person_id: person, image_width: 480, image_height: 320 },
  })
  return String(started.body.id)
}

/** Sends each file as a frame, and looks for the secret in all that the server gives back. */
async function sendAndFetch(
  files: Readonly<Record<string, Buffer>>,
  { mayBeRefused }: { readonly mayBeRefused: boolean },
): Promise<string[]> {
  await using victim = await startVictim()
  const caller = callerOf(victim.url, victim.attacker)
  const faults: string[] = []
  for (const [what, bytes] of Object.entries(files)) {
    const id = await openChallenge(caller, what)
    const sent = await caller.call('addNoseFrame', { id, request: { content: bytes.toString('base64') } })
    const isRefused = sent.status === 422 || sent.status === 400
    if (isRefused ? !mayBeRefused : sent.code !== 200) faults.push(`${what} got ${sent.status} ${sent.code}`)
    const { body } = await caller.call('exportPerson', { request: { external_person_id: what } })
    const frames = (body.frames as { content: string }[]).map(({ content }) => Buffer.from(content, 'base64'))
    if (!isRefused && frames.length !== 1) faults.push(`${what} was not kept`)
    if (!isRefused && !sent.body.trailing_bytes) faults.push(`nothing is told of ${what}`)
    for (const kept of frames) {
      if (kept.includes(SECRET)) faults.push(`${what} gave back what was hidden`)
      if (!PICTURE.test(kept.toString('latin1', 0, 32))) faults.push(`${what} is no picture any more`)
    }
  }
  return faults
}

async function storedFile(victim: Victim, id: string): Promise<Buffer | undefined> {
  return withStore(victim.settings, async (store) => {
    const organisation = await findOrganisation(store.database, victim.attacker.name)
    return store.vault.read(organisation?.id ?? '', id)
  })
}

export const attacks: readonly Attack[] = [
  {
    name: 'hidden-bytes',
    tries: 'a ZIP behind a picture of each kind, stored and fetched back',
    seeAlso,
    async run() {
      const plain = Object.entries(await plainPictures())
      const files = plain.map(([what, bytes]) => [what, Buffer.concat([bytes, zip])])
      return heldUnless(
        await sendAndFetch(Object.fromEntries(files), { mayBeRefused: false }),
        'only the pictures came back, and the answers told how much was cut',
      )
    },
  },
  {
    name: 'two-kinds-in-one',
    tries: 'files that are a picture and an archive, a page, a script or a PDF at once',
    seeAlso,
    async run() {
      return heldUnless(
        await sendAndFetch(await twoKinds(), { mayBeRefused: true }),
        'each was refused, or only its picture came back',
      )
    },
  },
  {
    name: 'hidden-in-pdf',
    tries: 'a PDF between a page and a ZIP, kept as a certificate',
    seeAlso,
    async run() {
      const cast = castFor(46, 'held-out')
      const { sheets } = specimen({ kind: 'business-registration', seed: 46, cast })
      const pdf = await textPdf(sheets, cast, 60)
      const ending = Buffer.from('\nstartxref\n9\n%%EOF\n')
      await using victim = await startVictim()
      const form = new FormData()
      form.append('files', new Blob([html, pdf, zip, ending].map((part) => new Uint8Array(part))), 'a.pdf')
      const answer = await fetch(`${victim.url}/business-registration`, {
        method: 'POST',
        headers: { authorization: basicAuthorization(victim.attacker) },
        body: form,
      })
      const { linked_file_ids: ids } = (await answer.json()) as { linked_file_ids?: string[] }
      const told = Number(answer.headers.get('x-selfsame-trailing-bytes'))
      const faults = told === html.length + zip.length + ending.length ? [] : [`${told} bytes are told`]
      const kept = await storedFile(victim, ids?.[0] ?? '')
      if (!kept?.equals(pdf)) faults.push(kept ? 'more than the PDF was kept' : 'the PDF was not kept')
      return heldUnless(faults, 'the PDF alone was kept')
    },
  },
  {
    name: 'bombs',
    tries: 'small pictures of each kind and a video, over which a decoder takes up to half a minute',
    seeAlso: ['test/image/bombs.test.ts', 'test/image/bad-images.test.ts', 'test/api/decoding-limit.test.ts'],
    async run() {
      await using victim = await startVictim()
      const caller = callerOf(victim.url, victim.attacker)
      const heif = [...heifBombs(heicCoding()), ...heifBombs(await avifCoding())]
      const pictures = [...(await jpegBombs()), ...pngBombs(), ...heif].filter(({ fault }) => fault)
      const faults: string[] = []
      const judge = (what: string, status: number, { errors }: Readonly<Record<string, unknown>>) => {
        // One that only ran into the time of its job names no field.
        if ((status !== 422 && status !== 413) || !Array.isArray(errors)) faults.push(`${what} got ${status}`)
      }
      for (const { what, bytes } of pictures) {
        const content = bytes.toString('base64')
        const { status, body } = await caller.call('createDocument', { body: { attachment: { content } } })
        judge(what, status, body)
      }
      const { what, bytes } = hastyVideo()
      const file = new Blob([new Uint8Array(bytes)])
      const { status, body } = await caller.call('verifyVideo', { request: { file, name: 'film.mp4' } })
      judge(what, status, body)
      return heldUnless(
        faults,
        `${pictures.length} pictures and the video were refused unseen, by their fields`,
      )
    },
  },
  {
    name: 'storage-race',
    tries: 'many uploads at once by an organisation whose storage is nearly full',
    seeAlso: ['test/api/storage.test.ts', 'test/store/storage.test.ts'],
    async run() {
      const limitKiB = 1024
      await using victim = await startVictim({
        SELFSAME_STORAGE_LIMIT: `${limitKiB} KiB`,
        SELFSAME_WORKERS: '2',
      })
      const caller = callerOf(victim.url, victim.attacker)
      const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => openChallenge(caller, `p${n}`)))
      const frames = await Promise.all(Array.from({ length: 48 }, noise))
      const answers = await Promise.all(
        frames.map((content, i) =>
          caller.call('addNoseFrame', { id: ids[i % ids.length] ?? '', request: { content } }),
        ),
      )
      const counts = new Map<number, number>()
      for (const { code } of answers) counts.set(code, (counts.get(code) ?? 0) + 1)
      const { body } = await caller.call('organisation')
      const faults: string[] = []
      for (const code of [200, 507]) if (!counts.has(code)) faults.push(`no upload got ${code}`)
      for (const [code, uploads] of counts)
        if (code !== 200 && code !== 507) faults.push(`${uploads} uploads got ${code}`)
      if (Number(body.storage_used_bytes) > limitKiB * 1024)
        faults.push(`it stores ${body.storage_used_bytes} bytes, more than it may`)
      const errors = await withStore(victim.settings, ({ database }) => storageErrors(database))
      for (const { name, errorBytes } of errors)
        faults.push(`${name} is counted wrong by ${errorBytes} bytes`)
      return heldUnless(faults, `${counts.get(200)} of ${answers.length} were kept, none above the limit`)
    },
  },
]

/** A picture of noise, about 40 kB, as text. */
async function noise(): Promise<string> {
  const raw = { width: 240, height: 160, channels: 3 } as const
  const picture = await sharp(randomBytes(240 * 160 * 3), { raw })
    .jpeg({ quality: 95 })
    .toBuffer()
  return picture.toString('base64')
}
