// Serves the studio: the built pages under /studio/ and the networks they run, under a strict content security policy.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes, Refusal } from '../codes.ts'

/** Where `npm run studio` writes. */
export const builtStudio: string = fileURLToPath(new URL('../../web/dist/', import.meta.url))

export interface Studio {
  readonly folder: string
  /** Opens a network by the name of its file; undefined for one that browsers do not run. */
  readonly network: (
    file: string,
  ) => Promise<{ readonly onnx: Uint8Array; readonly sha256: string }> | undefined
}

/** WebAssembly runs the networks; everything comes from this server, and nothing is written into the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** What a page of ours may ask the person for; whatever is not named here browsers grant only on a question of their own. */
const allowedFeatures = ['autoplay', 'camera', 'clipboard-write', 'fullscreen', 'screen-wake-lock']
const refusedFeatures = [
  'accelerometer',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'serial',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
]

const strictHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'permissions-policy': [
    ...allowedFeatures.map((name) => `${name}=(self)`),
    ...refusedFeatures.map((name) => `${name}=()`),
  ].join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Pages of other sites stay out of the process that holds a password and a camera.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
}

const forAYear = 'public, max-age=31536000, immutable'
/** The browser asks again each time, and gets a 304 where nothing changed. */
const askAgain = 'no-cache'
/** Files in this folder carry their hash in their name. */
const hashedFolder = 'assets/'
const networksFolder = 'networks/'

/** Paths as the build writes them: no parent folders, no hidden files, no compressed copies. */
const plainPath = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/
const compressedCopy = /\.(?:br|gz)$/

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Selfsame studio</title></head>
<body>
<h1>The studio is not built</h1>
<p>In the folder of Selfsame run <code>npm run studio</code>, then load this page again. <code>npm start</code> does both.</p>
<p>The API is at work all the same: <a href="../docs">its reference</a>.</p>
</body>
</html>
`

export async function serveStudio(app: FastifyInstance, studio: Studio): Promise<void> {
  const { folder } = studio
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    dotfiles: 'ignore',
    index: false,
    // The studio may be built after the server has started.
    suppressWarning: true,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, hashedFolder))
      void reply.header('cache-control', isHashed ? forAYear : askAgain)
    },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...strictHeaders, 'cache-control': 'no-store' })
  })
  const method = ['GET', 'HEAD']
  // Relative, so that it holds behind a proxy that serves all of this under a path of its own.
  app.route({ method, url: '/studio', handler: async (_request, reply) => reply.redirect('studio/', 308) })
  const networks = compressedNetworks(studio)
  app.route({
    method,
    url: '/studio/*',
    handler: async (request, reply) => {
      request.resultCode = codes.success.code
      const path = (request.params as { '*': string })['*']
      if (path === '') return sendFirstPage(folder, reply)
      if (!plainPath.test(path) || compressedCopy.test(path)) throw new Refusal(codes.notFound)
      if (!path.startsWith(networksFolder)) return reply.sendFile(path)
      return sendNetwork(await networks(path.slice(networksFolder.length)), request, reply)
    },
  })
}

async function sendFirstPage(folder: string, reply: FastifyReply): Promise<FastifyReply> {
  if (await stat(join(folder, 'index.html')).catch(() => undefined)) return reply.sendFile('index.html')
  reply.request.resultCode = codes.notFound.code
  return reply.code(404).type('text/html; charset=utf-8').send(notBuilt)
}

interface SentNetwork {
  readonly onnx: Uint8Array
  readonly gzipped: Uint8Array
  readonly sha256: string
}

/** Networks are compressed once, off this thread, and kept: a phone loads a third less. */
function compressedNetworks({ network }: Studio): (file: string) => Promise<SentNetwork | undefined> {
  const known = new WeakMap<Promise<unknown>, Promise<SentNetwork>>()
  return async (file) => {
    const opened = network(file)
    if (!opened) return undefined
    const before = known.get(opened)
    if (before) return before
    const compressed = opened.then(async (one) => ({ ...one, gzipped: await promisify(gzip)(one.onnx) }))
    known.set(opened, compressed)
    return compressed
  }
}

function sendNetwork(
  network: SentNetwork | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!network) throw new Refusal(codes.notFound)
  const isGzipped = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
    String(request.headers['accept-encoding']),
  )
  const etag = `"${network.sha256.slice(0, 16)}${isGzipped ? '-gz' : ''}"`
  reply.headers({ 'cache-control': forAYear, etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type('application/octet-stream')
  if (isGzipped) reply.header('content-encoding', 'gzip')
  return reply.send(isGzipped ? network.gzipped : network.onnx)
}
