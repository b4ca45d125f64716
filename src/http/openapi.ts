// The description of the API that machines and people read: OpenAPI 3.1, and a page to browse it.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const description = `Selfsame verifies that a person in front of a camera is genuine and matches records, and reads documents.

Every path of the API asks for HTTP Basic credentials of an organisation. The outcome of an operation is \`result_code\` in the body; 200 is success. Refusals carry the same number as HTTP status and name the field or limit.`

export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Selfsame',
        version,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    },
    transform: jsonSchemaTransform,
  })
}

export async function showApi(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { deepLinking: true, displayRequestDuration: true, persistAuthorization: false },
    theme: { title: 'Selfsame API' },
  })
}
