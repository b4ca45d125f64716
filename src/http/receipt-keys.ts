// Publishes the keys that sign receipts, for whoever holds a receipt: no credentials asked.
import type { FastifyInstance } from 'fastify'
import { codes } from '../codes.ts'
import type { Runtime } from '../runtime.ts'

export function openReceiptKeys(app: FastifyInstance, { receipts }: Runtime): void {
  app.get('/receipts/keys', async (request, reply) => {
    const keys = await receipts.publicKeys()
    request.resultCode = codes.success.code
    return reply.type('application/jwk-set+json').send(JSON.stringify({ keys }))
  })
}
