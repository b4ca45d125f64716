// The OpenAPI document of all routes, served as JSON for machines and as a page to browse for people.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { credentials } from '../access/credentials.ts'
import { stepRefusals } from '../access/why-refused.ts'
import { type Code, codes, Refusal, refuse, refuseBecause } from '../codes.ts'
import { answerHeaders, ownRefusals, sharedRefusals } from './describe.ts'
import { addNamed, describeSchema, type NamedSchemas, namedSchema, reference } from './json-schema.ts'
import type { HttpPorts } from './ports.ts'
import type { OpenRoute, Route } from './route-spec.ts'
import { refusal } from './schemas.ts'

/** What the OpenAPI says beside the routes. */
interface Described {
  readonly version: string
  readonly introduction: string
  readonly basePath: string
}

export function describeApi(
  routes: readonly Route[],
  openRoutes: readonly OpenRoute[],
  { version, introduction, basePath }: Described,
): object {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: NamedSchemas = {}
  for (const { path, operation, schemas: named } of openRoutes) {
    paths[path] = { get: operation }
    addNamed(schemas, named)
  }
  for (const { path, method, operation, schemas: more } of routes) {
    const methods = paths[path] ?? {}
    methods[method.toLowerCase()] = operation
    paths[path] = methods
    addNamed(schemas, more)
  }
  const refused = describeSchema(namedSchema('Refusal', refusal), 'output')
  addNamed(schemas, refused.named)
  const tags = new Map(
    [...routes, ...openRoutes].map(({ tag: { name, description } }) => [name, { name, description }]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Selfsame',
      version,
      description: introduction,
      contact: { name: 'The Selfsame authors' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: basePath || '/', description: 'The server that serves this document.' },
      {
        url: `http://127.0.0.1:8080${basePath}`,
        description: 'A server on your own machine with the default settings.',
      },
    ],
    tags: [...tags.values()],
    paths,
    components: {
      securitySchemes: credentials,
      headers,
      responses: {
        ...Object.fromEntries(
          [...sharedRefusals, ...ownRefusals, codes.storageFull].map((code) => [
            `refused${code.code}`,
            refusalResponse(code),
          ]),
        ),
        refusedStep: {
          ...refusalResponse(codes.stepNotOpen),
          description: `Only for persons: result_code ${stepRefusals.map(({ code, meaning }) => `\`${code}\` ${meaning}`).join(' ')}`,
        },
      },
      schemas,
    },
  }
}

const headers = {
  RequestId: {
    description:
      'Id of this request: the one you sent in the same header, or a new one. The log of the server and the receipt of a verdict name it.',
    schema: { type: 'string' },
    example: '5f6c1e0a-6c1f-4f0e-9a53-0f6d1f9f6b7e',
  },
  IgnoredFields: {
    description:
      'Fields of the request that the server does not know and did not look at: paths such as `attachment.foo`, percent-encoded, between commas; `+3` at the end means three more. Absent where there are none.',
    schema: { type: 'string' },
    example: 'attachment.foo, colour',
  },
  TrailingBytes: {
    description:
      'How many bytes of all files together follow the end of what the files hold, and were cut off; the field `trailing_bytes` says of which. Absent where there were none.',
    schema: { type: 'integer', format: 'int32' },
    example: 2048,
  },
  RetryAfter: {
    description: 'Number of seconds to wait before the request is sent again.',
    schema: { type: 'integer', format: 'int32' },
    example: 2,
  },
  WwwAuthenticate: {
    description:
      'The scheme to sign in with. It is `Selfsame-Basic` where the request has `X-Requested-With: XMLHttpRequest`, so that browsers show no login box of their own.',
    schema: { type: 'string' },
    example: 'Basic realm="Selfsame", charset="UTF-8"',
  },
}

/** What refusals carry beside the request id, by HTTP status. */
const headersOf: Readonly<Record<number, object>> = {
  [codes.unauthorized.status]: {
    'www-authenticate': { $ref: '#/components/headers/WwwAuthenticate' },
  },
  [codes.tooManyRequests.status]: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } },
  [codes.unavailable.status]: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } },
}

/** Refusals that name a field, as callers meet them. */
const refusalExamples: Readonly<Record<number, Refusal>> = {
  [codes.badRequest.status]: new Refusal(codes.badRequest, {
    errors: [
      { path: 'external_person_id', message: 'is required: a text' },
      { path: 'image_width', message: 'must be at least 120' },
    ],
  }),
  [codes.tooLarge.status]: refuse(codes.tooLarge, 'photo', 'is larger than 16 MiB'),
  [codes.unreadable.status]: refuse(
    codes.unreadable,
    'photo',
    'is not an image that can be read: JPEG, PNG, WebP, HEIC or AVIF',
  ),
  [codes.storageFull.status]: refuseBecause(
    codes.storageFull,
    'the organisation may store 100 GiB and stores 100 GiB; this needs 2.3 MiB more',
  ),
}

function refusalResponse(code: Code): object {
  const { message, errors } = refusalExamples[code.status] ?? new Refusal(code)
  const example = { message, result_code: code.code, ...(errors && { errors }) }
  return {
    description: code.meaning,
    headers: { ...answerHeaders, ...headersOf[code.status] },
    content: { 'application/json': { schema: reference('Refusal'), example } },
  }
}

/** The page loads everything from this server and sends nothing elsewhere. The hash is of the one style that Swagger UI adds itself. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** The document is made when it is first asked for: it takes 0.2 s, for which no start should wait. */
export async function serveReference(
  app: FastifyInstance,
  { basePath, docs, openapi }: HttpPorts['config'],
  describe: () => object,
): Promise<void> {
  let described: object | undefined
  const description = (): object => {
    described ??= describe()
    return described
  }
  if (openapi === 'on') app.get('/openapi.json', async () => description())
  if (docs === 'off') return
  const placeholder: OpenAPIV3.Document = {
    openapi: '3.1.0',
    info: { title: 'Selfsame', version: '' },
    paths: {},
  }
  await app.register(swagger, { mode: 'static', specification: { document: placeholder } })
  await app.register(async (scope) => {
    // The page leads to itself by a path that does not know the base.
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      const to = reply.getHeader('location')
      if (typeof to === 'string') reply.header('location', basePath + to)
      done()
    })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: basePath,
      staticCSP: contentSecurityPolicy,
      transformSpecification: description,
      transformSpecificationClone: false,
      uiConfig: { deepLinking: true, displayRequestDuration: true, persistAuthorization: false },
      // The bar on top would offer to browse any other API.
      theme: {
        title: 'Selfsame API',
        css: [{ filename: 'selfsame.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    })
  })
}
