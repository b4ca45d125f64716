// Tests files in a multipart form: accepted unchanged, or refused with the field and the limit named.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { openWire, request } from '../../specimens/kit/servers/wire.ts'
import { expectNothingHeld, expectRefusal } from '../api/expecting.ts'
import { fileRoute } from '../api/test-routes.ts'

const rule = { field: 'files', maxFiles: 2, limitBytes: 1000 }
let server: TestServer
let strict: TestServer
beforeAll(async () => {
  server = await startTestServer({ rateBurst: 1000 }, () => [
    fileRoute('/upload', rule),
    fileRoute('/large', { field: 'files', maxFiles: 1, limitBytes: 2 ** 20 }),
  ])
  strict = await startTestServer({ unknownFields: 'refuse' }, () => [fileRoute('/upload', rule)])
})
afterAll(() => Promise.all([server.stop(), strict.stop()]))
afterEach(() => expectNothingHeld(server))

async function send(body: FormData | string, headers: Record<string, string> = {}, to = server, query = '') {
  const answer = await fetch(`${to.url}/upload${query}`, {
    method: 'POST',
    headers: { authorization: basic(to.credentials), ...headers },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  return {
    status: answer.status,
    ignored: answer.headers.get('x-selfsame-ignored-fields'),
    body: (await answer.json()) as Record<string, unknown>,
  }
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
    ['another field', [['photo', 1]], 400, 'files'],
    [
      'too many other fields',
      [['files', 1], ...Array.from({ length: 33 }, (_, n) => [`note${n}`, 'text'] as const)],
      400,
      'body',
    ],
    ['too many other files', Array.from({ length: 33 }, (_, n) => [`photo${n}`, 1] as const), 400, 'body'],
    ['an empty file', [['files', 0]], 400, 'files'],
    ['no file', [], 400, 'files'],
    ['text in place of a file', [['files', 'text']], 400, 'files'],
    [
      'a text that is too long',
      [
        ['files', 1],
        ['pages', 'x'.repeat(5000)],
      ],
      400,
      'pages',
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
    const hint = async (type: string) => {
      const answer = await send('abc', { 'content-type': type })
      expectRefusal(answer, 415)
      return answer.body.message
    }
    expect(await hint('multipart/form-data')).toContain('multipart/form-data with its boundary')
    expect(await hint('multipart/form-data; boundary=')).toContain('multipart/form-data with its boundary')
    expect(await hint('application/json')).toContain('send multipart/form-data')
    expect(await hint('multipart/mixed; boundary=xyz')).toContain('send multipart/form-data')
    const wire = await openWire(server.url)
    wire.write(request('POST /upload', { authorization: basic(server.credentials) }, 'abc'))
    const [untyped] = await wire.answers(1)
    wire.close()
    expect(untyped?.status).toBe(415)
    expect(untyped?.body.message).toContain('send multipart/form-data, and say so in the header Content-Type')
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

test.each(['files[]', 'files[0]'])('%s is files', async (name) => {
  const { body, ignored } = await send(form([name, 1], ['files', 1]))
  expect(body).toMatchObject({ got: [{ hex: '07' }, { hex: '07' }] })
  expect(ignored).toBeNull()
})

describe('texts and files beside those asked for', () => {
  test('are ignored and named, before and after the files', async () => {
    const sent = form(['name', 'Ann'], ['files', 2], ['photo', 900], ['external_person_id', 'x'.repeat(9000)])
    const { status, ignored, body } = await send(sent, {}, server, '?trace=1')
    expect([status, ignored]).toEqual([200, 'trace, name, photo, external_person_id'])
    expect(body).toMatchObject({ got: [{ hex: '0707' }] })
  })

  test('are named where the form is refused, so that a wrong name is seen', async () => {
    const answer = await send(form(['file', 1], ['note\r\nx: y', 'text']))
    expectRefusal(answer, 400, 'files')
    expect(answer.ignored).toMatch(/^file, note%[0-9A-F%]+x%3A%20y$/)
  })

  test('name themselves in the 400 of a server that refuses them', async () => {
    expectRefusal(await send(form(['files', 1], ['name', 'Ann']), {}, strict), 400, 'name')
    expectRefusal(await send(form(['name', 'Ann'], ['files', 1]), {}, strict), 400, 'name')
    expectRefusal(await send(form(['files', 1], ['photo', 1]), {}, strict), 400, 'photo')
    expect((await send(form(['files', 1]), {}, strict)).status).toBe(200)
  })

  test('a file that is ignored may be of any size that the form may have', async () => {
    const { status, ignored } = await send(form(['photo', 5000], ['files', 1]))
    expect([status, ignored]).toEqual([200, 'photo'])
  })

  test('a text that may stand in the query may stand in the form, as the same list of names', async () => {
    const pages = async (query: string, ...parts: FilePart[]) =>
      (await send(form(['files', 1], ...parts), {}, server, query)).body.pages
    expect(await pages('')).toBeUndefined()
    expect(await pages('?pages=1')).toEqual(['1'])
    expect(await pages('?pages[]=1&pages[]=2')).toEqual(['1', '2'])
    expect(await pages('', ['pages', '1'])).toEqual(['1'])
    expect(await pages('', ['pages[]', '1'], ['pages[]', '2'])).toEqual(['1', '2'])
    expect(await pages('?pages=1', ['pages', '1'])).toEqual(['1'])
    expectRefusal(await send(form(['files', 1], ['pages', '2']), {}, server, '?pages=1'), 400, 'pages')
    expectRefusal(await send(form(['files', 1], ['pages', 'all'])), 400, 'pages')
    expect((await send(form(['files', 1], ['pages', '1']), {}, strict)).body.pages).toEqual(['1'])
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
  await expect.poll(() => server.server.runtime.traffic.inFlight).toBe(1)
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
