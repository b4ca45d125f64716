// Puts a span around every request, from its headers to the end of its answer; installed only where requests are traced.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../observability/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the request; none where requests are not traced. */
    span: Span | undefined
  }
}

export function installTracing(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers
    const span = tracing.arrive(request.method, typeof traceparent === 'string' ? traceparent : undefined)
    request.span = span
    reply.raw.once('close', () => finish(span, request, reply))
    tracing.within(span, done)
  })
  // The parser of the body goes on where the socket is, outside of the span: back into it.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) tracing.within(request.span, done)
    else done()
  })
}

/** Nothing of what was asked for: the path as the API writes it, and how it ended. */
function finish(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.apiRoute?.path ?? request.routeOptions.url
  const isAborted = !reply.raw.writableFinished
  span.rename(`${request.method} ${route ?? 'unknown'}`)
  span.set({
    'http.request.method': request.method,
    ...(route === undefined ? {} : { 'http.route': route }),
    ...(isAborted ? {} : { 'http.response.status_code': reply.raw.statusCode }),
    'selfsame.request_id': request.id,
    ...(request.resultCode === 0 ? {} : { 'selfsame.result_code': request.resultCode }),
    ...(request.organisationId === '' ? {} : { 'selfsame.organisation': request.organisationId }),
  })
  if (isAborted) span.end('caller disconnected')
  else span.end(reply.raw.statusCode >= 500 ? String(reply.raw.statusCode) : undefined)
}
