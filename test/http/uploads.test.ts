// Tests files in a multipart form: accepted unchanged, or refused with the field and the limit named.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectNothingHeld, expectRefusal } from '../api/expecting.ts'
import { fileRoute } from '../api/test-routes.ts'
import { openWire, request } from '../api/wire.ts'
import { basic, startTestServer, type TestServer } from '../kit/server.ts'

const rule = { field: 'files', maxFiles: 2, limitBytes: 1000 }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ rateBurst: 1000 }, () => [
    fileRoute('/upload', rule),
    fileRoute('/large', { field: 'files', maxFiles: 1, limitBytes: 2 ** 20 }),
  ])
})
afterAll(() => server.stop())
afterEach(() => expectNothingHeld(server))

async function send(body: FormData | string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/upload`, {
    method: 'POST',
    headers: { authorization: basic(server.credentials), ...headers },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

type FilePart = readonly [field: string, bytes: number | string, name?: string]
function form(...parts: FilePart[]): FormData {
  const made = new FormData()
  for (const [field, bytes, name] of parts)
    if (typeof bytes === 'string') made.append(field, bytes)
    else made.append(field, new Blob([new Uint8Array(bytes).fill(7)]), name ?? 'photo.jpg')
  return made
}
const raw = (...lines: string[]) =>
  send(lines.join('\r\n'), { 'content-type': 'multipart/form-data; boundary=xyz' })
const part = (disposition: string) =>
  raw('--xyz', `content-disposition: ${disposition}`, '', 'abc', '--xyz--', '')

test('files come through byte for byte, in order, up to the limits exactly', async () => {
  const { body } = await send(form(['files', 1, 'a.jpg'], ['files', 1000, 'b.jpg']))
  expect(body).toMatchObject({
    got: [
      { name: 'a.jpg', hex: '07' },
      { name: 'b.jpg', hex: '07'.repeat(1000) },
    ],
    result_code: 200,
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['/etc/passwd', 'passwd'],
  ['Ảnh thẻ.jpg', 'Ảnh thẻ.jpg'],
])('a name is only a name: %s', async (name, kept) => {
  expect((await send(form(['files', 3, name]))).body).toMatchObject({ got: [{ name: kept, hex: '070707' }] })
})

describe('refused, with the field named', () => {
  test.each<[string, FilePart[], number, string]>([
    [
      'too many files',
      [
        ['files', 1],
        ['files', 1],
        ['files', 1],
      ],
      413,
      'files',
    ],
    ['far too many files', Array.from({ length: 40 }, () => ['files', 1] as const), 413, 'files'],
    ['a file one byte too large', [['files', 1001]], 413, 'files'],
    [
      'a large file before a small one',
      [
        ['files', 1001],
        ['files', 1],
      ],
      413,
      'files',
    ],
    ['a form over the limit of all files together', [['files', 100_000]], 413, 'body'],
    ['another field', [['photo', 1]], 400, 'photo'],
    [
      'another field after the right one',
      [
        ['files', 1],
        ['photo', 1],
      ],
      400,
      'photo',
    ],
    ['an empty file', [['files', 0]], 400, 'files'],
    ['no file', [], 400, 'files'],
    ['text in place of a file', [['files', 'text']], 400, 'body'],
    [
      'text beside a file',
      [
        ['files', 1],
        ['note', 'text'],
      ],
      400,
      'body',
    ],
  ])('%s', async (_name, parts, status, path) => {
    const answer = await send(form(...parts))
    expectRefusal(answer, status, path)
    if (status === 413) expect(answer.body.message).toMatch(/2 files|1000 B|66 KiB/)
  })

  test('a form that breaks off, in a file, a header or before anything', async () => {
    const head = 'content-disposition: form-data; name="files"; filename="a"'
    expectRefusal(await raw('--xyz', head, '', 'abc'), 400, 'body')
    expectRefusal(await raw('--xyz', 'content-dispo'), 400, 'body')
    expectRefusal(await raw('hello'), 400, 'body')
    expectRefusal(await raw('--xyz', head, '', 'abc', '--other--', ''), 400, 'body')
    expectRefusal(await raw(''), 400)
  })

  test('a form without boundary, another content type, or none', async () => {
    expectRefusal(await send('abc', { 'content-type': 'multipart/form-data' }), 400, 'body')
    expectRefusal(await send('{}', { 'content-type': 'application/json' }), 415)
    expectRefusal(await send('abc', { 'content-type': 'multipart/mixed; boundary=xyz' }), 415)
  })

  test('parts without a disposition, or with thousands of headers', async () => {
    expectRefusal(await raw('--xyz', 'content-type: image/png', '', 'abc', '--xyz--', ''), 400, 'files')
    expectRefusal(await raw('--xyz', ...Array(5_000).fill('a: b'), '', 'abc', '--xyz--', ''), 400, 'files')
  })

  test.each([
    ['a part without a name', () => part('form-data; filename="a"')],
    ['a field called __proto__', () => part('form-data; name="__proto__"; filename="a"')],
    ['a field called toString', () => part('form-data; name="toString"; filename="a"')],
    [
      'a boundary of 300 letters',
      () => send('x', { 'content-type': `multipart/form-data; boundary=${'x'.repeat(300)}` }),
    ],
  ])('%s', async (_name, sent) => {
    expect((await sent()).status).toBe(400)
  })

  test('a file without a name has an empty one', async () => {
    const answer = await raw(
      '--xyz',
      'content-disposition: form-data; name="files"',
      'content-type: application/octet-stream',
      '',
      'abc',
      '--xyz--',
      '',
    )
    expect(answer.body).toMatchObject({ got: [{ name: '', hex: '616263' }] })
  })
})

test('a caller who disconnects in the middle of a file leaves nothing behind, and no fault', async () => {
  await send(form(['files', 1]))
  const faults = () => server.logged().split('"msg":"fault"').length
  const before = faults()
  const wire = await openWire(server.url)
  const headers = {
    authorization: basic(server.credentials),
    'content-type': 'multipart/form-data; boundary=xyz',
  }
  const begun = '--xyz\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nabc'
  wire.write(request('POST /upload', { ...headers, 'content-length': '900' }, begun))
  await expect.poll(() => server.server.runtime.limits.reservedBytes()).toBe(900)
  wire.close()
  await expectNothingHeld(server)
  await expect.poll(() => server.logged()).toContain('caller disconnected')
  expect(faults()).toBe(before)
})

test('after a refused form the rest of it is read, and the connection serves the next request', async () => {
  const wire = await openWire(server.url)
  const headers = {
    authorization: basic(server.credentials),
    'content-type': 'multipart/form-data; boundary=xyz',
  }
  const file = '--xyz\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nabc\r\n'
  // The file is larger than all buffers on the way, and nobody reads it.
  const rest = `${'b'.repeat(900_000)}\r\n--xyz--\r\n`
  const begun = file.repeat(2)
  const length = String(begun.length + rest.length)
  wire.write(request('POST /large', { ...headers, 'content-length': length }, begun))
  expect((await wire.answers(1))[0]?.status).toBe(413)
  wire.write(rest + request('GET /healthz', {}))
  expect((await wire.answers(1))[0]?.status).toBe(200)
  wire.close()
})
