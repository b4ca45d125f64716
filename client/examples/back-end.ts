// A back end that stands between the browser and the server, so that no page ever holds the password: node back-end.ts
import { createServer } from 'node:http'
import { Readable } from 'node:stream'

const {
  SELFSAME_URL = 'http://127.0.0.1:8080',
  SELFSAME_NAME = '',
  SELFSAME_PASSWORD = '',
  PORT = '3000',
} = process.env
const authorization = `Basic ${Buffer.from(`${SELFSAME_NAME}:${SELFSAME_PASSWORD}`).toString('base64')}`

/** Only what your pages need, and never deleteFace or the like. */
const allowed = /^\/(profile-|distance-|light-)?liveness-challenge\/[\w-]+(\/(frames|verify))?$/

const server = createServer(async (request, response) => {
  const path = (request.url ?? '').replace(/^\/identity/, '')
  // Here: is somebody signed in, and is it their own challenge?
  if (!allowed.test(path)) return void response.writeHead(404).end()
  const { 'content-type': type, 'content-length': length, 'x-request-id': id } = request.headers
  const answer = await fetch(SELFSAME_URL + path, {
    method: request.method ?? 'POST',
    headers: {
      authorization,
      ...(type && { 'content-type': type }),
      ...(length && { 'content-length': length }),
      ...(id && { 'x-request-id': String(id) }),
    },
    body: Readable.toWeb(request) as ReadableStream,
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  if (!answer) return void response.writeHead(502).end()
  const passed = ['content-type', 'retry-after', 'x-request-id'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  response.writeHead(answer.status, Object.fromEntries(passed))
  response.end(Buffer.from(await answer.arrayBuffer()))
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`)
})
