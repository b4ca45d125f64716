// The OpenAPI document of all routes, served as JSON for machines and as a page to browse for people.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { type Code, codes } from '../codes.ts'
import { ownRefusals, sharedRefusals } from './describe.ts'
import { addNamed, describeSchema, type NamedSchemas, namedSchema, reference } from './json-schema.ts'
import type { OpenRoute, Route } from './route-spec.ts'
import { refusal } from './schemas.ts'

const introduction = `Selfsame verifies that a person in front of a camera is genuine and matches records, and reads documents.

Every path of the API asks for HTTP Basic credentials of an organisation. The outcome of an operation is \`result_code\` in the body; 200 is success. Refusals carry the same number as HTTP status and name the field or limit.`

export function describeApi(
  routes: readonly Route[],
  openRoutes: readonly OpenRoute[],
  version: string,
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
  const tags = new Map([...routes, ...openRoutes].map(({ tag }) => [tag.name, tag]))
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
      { url: '/', description: 'The server that tells this.' },
      {
        url: 'http://127.0.0.1:8080',
        description: 'A server on your own machine, as it starts unless told.',
      },
    ],
    tags: [...tags.values()],
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Name and password of an organisation, in UTF-8.',
        },
        metricsToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The setting SELFSAME_METRICS_TOKEN, where it is set.',
        },
      },
      headers,
      responses: Object.fromEntries(
        [...sharedRefusals, ...ownRefusals].map((code) => [`refused${code.code}`, refusalResponse(code)]),
      ),
      schemas,
    },
  }
}

const headers = {
  RequestId: {
    description: 'Under this id the request stands in the log of the server.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', format: 'int32' },
  },
}

function refusalResponse(code: Code): object {
  const example = { message: code.message, result_code: code.code }
  const comesBack = code === codes.tooManyRequests || code === codes.unavailable
  return {
    description: code.meaning,
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(comesBack && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: { 'application/json': { schema: reference('Refusal'), example } },
  }
}

/** The page loads everything from this server and sends nothing elsewhere. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** The document is made when it is first asked for: it takes 0.2 s, for which no start should wait. */
export async function serveReference(app: FastifyInstance, describe: () => object): Promise<void> {
  let described: object | undefined
  const description = (): object => {
    described ??= describe()
    return described
  }
  app.get('/openapi.json', async () => description())
  const placeholder: OpenAPIV3.Document = {
    openapi: '3.1.0',
    info: { title: 'Selfsame', version: '' },
    paths: {},
  }
  await app.register(swagger, { mode: 'static', specification: { document: placeholder } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
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
}
