// Writes multipart forms, valid ones and invalid ones.
import type { RandomChoices } from '../kit/random-choices.ts'

interface Form {
  readonly type: string
  readonly body: Buffer
}

interface Part {
  readonly head: readonly string[]
  readonly bytes: Buffer
}

const boundary = '----fuzz7MA4YWxkTrZu0gW'
const lines = (...all: readonly string[]): Buffer => Buffer.from(all.map((line) => `${line}\r\n`).join(''))

const filePart = (field: string, name: string, bytes: Buffer): Part => ({
  head: [
    `Content-Disposition: form-data; name="${field}"; filename="${name}"`,
    'Content-Type: application/octet-stream',
  ],
  bytes,
})

function written(parts: readonly Part[], end = `--${boundary}--`): Buffer {
  const all = parts.flatMap(({ head, bytes }) => [lines(`--${boundary}`, ...head, ''), bytes, lines('')])
  return Buffer.concat([...all, lines(end)])
}

const proper = `multipart/form-data; boundary=${boundary}`

/** The text in the names stands for what a caller would not like to see repeated. */
export const soundForm = (field: string, files: readonly Buffer[], secret: string): Form => ({
  type: proper,
  body: written(files.map((bytes, i) => filePart(field, `${secret}-${i}.bin`, bytes))),
})

type Odd = (field: string, files: readonly Buffer[], random: RandomChoices, secret: string) => Form
const asParts = (field: string, files: readonly Buffer[]): Part[] =>
  files.map((one) => filePart(field, 'a.jpg', one))
const ofParts = (parts: readonly Part[], type = proper): Form => ({ type, body: written(parts) })
const changed = (form: Form, change: (body: Buffer) => Buffer): Form => ({ ...form, body: change(form.body) })

const oddForms: readonly Odd[] = [
  // These forms have fields in place of files, and names that are wrong, missing or repeated.
  (field, files, _chance, secret) =>
    ofParts([
      { head: [`Content-Disposition: form-data; name="${field}"`], bytes: Buffer.from(secret) },
      ...asParts(field, files),
    ]),
  (_field, files, random) =>
    ofParts(asParts(random.pick(['', 'constructor', '__proto__', 'a'.repeat(300), 'é', 'FILES']), files)),
  (field, files) => ofParts([...asParts(field, files), ...asParts(field, files)]),
  // These forms have texts beside the files, and lists as some libraries name them.
  (field, files, random, secret) =>
    ofParts([
      ...asParts(`${field}${random.pick(['[]', '[0]', '[x]'])}`, files),
      ...Array.from({ length: random.pick([1, 3, 40]) }, (_, nth) => ({
        head: [`Content-Disposition: form-data; name="${random.pick(['selected_pages', 'é', `f${nth}`])}"`],
        bytes: Buffer.from(random.pick([secret, '1', '[1,2]', '', 'x'.repeat(9000)])),
      })),
    ]),
  (field, files, random) =>
    ofParts(
      Array.from({ length: random.pick([31, 40, 200]) }, () => asParts(field, files.slice(0, 1)))
        .flat()
        .map((part) => ({ ...part, bytes: part.bytes.subarray(0, 64) })),
    ),
  () => ofParts([]),
  (field) => ofParts(asParts(field, [Buffer.alloc(0)])),
  // These forms have odd or missing part headers.
  (_field, files) => ofParts(files.map((bytes) => ({ head: [], bytes }))),
  (field, files) =>
    ofParts(
      files.map((bytes) => ({
        head: [`Content-Disposition: form-data; name=${field}; filename*=UTF-8''%ff%00.jpg`],
        bytes,
      })),
    ),
  (field, files) =>
    ofParts(
      files.map((bytes) => ({
        head: [
          `content-disposition:attachment;filename="../../../x";name="${field}"`,
          'Content-Transfer-Encoding: base64',
        ],
        bytes,
      })),
    ),
  (field, files) =>
    ofParts(
      files.map((bytes) => ({
        head: [`Content-Disposition: form-data; name="${field}"; filename="${'x'.repeat(20_000)}"`],
        bytes,
      })),
    ),
  (field, files) =>
    ofParts(
      files.map((bytes) => ({
        head: Array(120)
          .fill('X-A: b')
          .concat(`Content-Disposition: form-data; name="${field}"; filename="a"`),
        bytes,
      })),
    ),
  (field, files) =>
    ofParts(
      files.map((bytes) => ({
        head: ['no colon at all', `Content-Disposition: form-data; name="${field}`],
        bytes,
      })),
    ),
  // These boundaries differ from the announced one.
  (field, files) => ({ type: 'multipart/form-data; boundary=another', body: written(asParts(field, files)) }),
  (field, files) => ({ type: 'multipart/form-data', body: written(asParts(field, files)) }),
  (field, files) => ({
    type: `multipart/form-data; boundary="${'b'.repeat(200)}"`,
    body: written(asParts(field, files)),
  }),
  (field, files) => ({ type: 'multipart/form-data; boundary=', body: written(asParts(field, files)) }),
  (field, files) => ({ type: `multipart/mixed; boundary=${boundary}`, body: written(asParts(field, files)) }),
  // These bodies end too early or hold more.
  (field, files, random) =>
    changed(ofParts(asParts(field, files)), (body) => body.subarray(0, random.whole(0, body.length))),
  (field, files) => ({ type: proper, body: written(asParts(field, files), '') }),
  (field, files) =>
    changed(ofParts(asParts(field, files)), (body) =>
      Buffer.concat([lines('a preamble', ''), body, lines('and more')]),
    ),
  (field, files) =>
    changed(ofParts(asParts(field, files)), (body) =>
      Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    ),
  (_field, _files, random) => ({ type: proper, body: random.bytes(random.whole(0, 400)) }),
]

export const oddForm: Odd = (field, files, random, secret) =>
  random.pick(oddForms)(field, files, random, secret)
