// Serves the description of the API: as OpenAPI for machines, as a page to browse for people.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

/** Everything comes from this server; nothing is sent elsewhere. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

export async function serveReference(app: FastifyInstance, description: object): Promise<void> {
  app.get('/openapi.json', async () => description)
  await app.register(swagger, {
    mode: 'static',
    specification: { document: description as OpenAPIV3.Document },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    uiConfig: { deepLinking: true, displayRequestDuration: true, persistAuthorization: false },
    // The bar on top would offer to browse any other API.
    theme: {
      title: 'Selfsame API',
      css: [{ filename: 'selfsame.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}
