// Serves the built pages: the studio under /studio/, the page of the person under /verify/, the networks they run, and the way there from /.
import { existsSync } from 'node:fs'
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

/** Both pages are built together. The build needs development packages, which a production install leaves out. */
export const arePagesBuilt = (folder: string = builtStudio): boolean => existsSync(join(folder, 'index.html'))

/** In the folder of Selfsame; the last of them makes a production install of it again. */
export const buildCommands = 'npm ci && npm run studio && npm prune --omit=dev'

export interface Studio {
  readonly folder: string
  /** Opens a network by the name of its file; undefined for one that browsers do not run. */
  readonly network: (
    file: string,
  ) => Promise<{ readonly onnx: Uint8Array; readonly sha256: string }> | undefined
}

/** WebAssembly runs the networks; everything comes from this server, and nothing is written into the page. */
const contentSecurityPolicy = (framedBy: readonly string[], alsoConnects: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...alsoConnects].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** What a page of ours may ask the person for; whatever is not named here browsers grant only on a question of their own. */
const allowedFeatures = [
  'autoplay',
  'camera',
  'clipboard-write',
  'fullscreen',
  'screen-wake-lock',
  'publickey-credentials-create',
  'publickey-credentials-get',
]
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
  'serial',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
]

const strictHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([]),
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

/** Of the page of the person: its own files, which carry nothing secret, may be used by pages of any origin. */
const personPage = 'verify.html'
const personFiles = /^(?:assets\/|networks\/|element\.js$|mark\.svg$)/
const anyOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
/** A link or a token of a person: what it is good for, its own call finds out. */
const secretOfPerson = /^ss[lt]_[A-Za-z0-9]{1,100}$/

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Selfsame</title></head>
<body>
<h1>The pages are not built</h1>
<p>In the folder of Selfsame run <code>npm run studio</code>, then load this page again. It needs the development packages:
after <code>npm ci --omit=dev</code> run <code>${buildCommands}</code> instead. The container image has the pages.</p>
<p>The API is at work all the same: <a href="../docs">its reference</a>.</p>
</body>
</html>
`

export interface ServedPages {
  /** The studio is for staff, and may be off; the page of the person is always there. */
  readonly hasStudio: boolean
  /** Where people read about the API, from the root. */
  readonly hasReference: boolean
  /** Origins whose pages may show the page of the person in a frame. */
  readonly framedBy: readonly string[]
  /** Origins that pages of the studio may call beside this server. */
  readonly studioCalls: readonly string[]
}

export async function servePages(
  app: FastifyInstance,
  studio: Studio,
  { hasStudio, hasReference, framedBy, studioCalls }: ServedPages,
): Promise<void> {
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
      // The address of the page of the person holds a secret: no copy of it stays anywhere.
      if (path.startsWith(join(folder, personPage))) return
      const isHashed = path.startsWith(join(folder, hashedFolder))
      void reply.header('cache-control', isHashed ? forAYear : askAgain)
    },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...strictHeaders, 'cache-control': 'no-store' })
  })
  const method = ['GET', 'HEAD']
  const networks = compressedNetworks(studio)
  const pathOf = (request: FastifyRequest): string => {
    request.resultCode = codes.success.code
    return (request.params as { '*': string })['*']
  }
  const sendFile = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!plainPath.test(path) || compressedCopy.test(path)) throw new Refusal(codes.notFound)
    if (!path.startsWith(networksFolder)) return reply.sendFile(path)
    return sendNetwork(await networks(path.slice(networksFolder.length)), request, reply)
  }
  /** Relative, so that it holds behind a proxy that serves all of this under a path of its own. */
  const toFolder = (name: string) => async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(`${name}/`, 308)
  // A browser that opens the bare address of the server is sent to the studio or the reference, where there is one.
  if (hasStudio || hasReference)
    app.route({
      method,
      url: '/',
      handler: async (request, reply) => {
        request.resultCode = codes.success.code
        const path = request.originalUrl.split('?')[0] ?? '/'
        const here = path.endsWith('/') ? '' : `${path.slice(path.lastIndexOf('/') + 1)}/`
        if (hasStudio && arePagesBuilt(folder)) return reply.redirect(`${here}studio/`, 302)
        const studioText = hasStudio ? `The studio is not built here: ${buildCommands}\n` : ''
        const reference = hasReference ? `The API to browse: ${here}docs\n` : ''
        return reply
          .type('text/plain; charset=utf-8')
          .send(`Selfsame answers here.\n${reference}${studioText}`)
      },
    })
  if (hasStudio) {
    const policyOfStudio = contentSecurityPolicy([], studioCalls)
    app.route({ method, url: '/studio', handler: toFolder('studio') })
    app.route({
      method,
      url: '/studio/*',
      handler: async (request, reply) => {
        const path = pathOf(request)
        if (path !== '') return sendFile(path, request, reply)
        reply.header('content-security-policy', policyOfStudio)
        return sendFirstPage(folder, 'index.html', reply)
      },
    })
  }
  const policyOfPerson = contentSecurityPolicy(framedBy)
  app.route({ method, url: '/verify', handler: toFolder('verify') })
  app.route({
    method,
    url: '/verify/*',
    handler: async (request, reply) => {
      const path = pathOf(request)
      reply.header('content-security-policy', policyOfPerson)
      if (path === '' || secretOfPerson.test(path)) return sendFirstPage(folder, personPage, reply)
      if (!personFiles.test(path)) throw new Refusal(codes.notFound)
      reply.headers(anyOrigin)
      return sendFile(path, request, reply)
    },
  })
}

async function sendFirstPage(folder: string, page: string, reply: FastifyReply): Promise<FastifyReply> {
  if (await stat(join(folder, page)).catch(() => undefined)) return reply.sendFile(page)
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
