// Puts a span around every request, from its headers to the end of its answer; installed only where requests are traced.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TraceSpan, Tracing } from '../observability/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined where requests are not traced. */
    span: TraceSpan | undefined
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
  // The body parser continues in the context of the socket, so the span is entered again here.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) tracing.within(request.span, done)
    else done()
  })
}

/** The span gets the path as the API writes it and the outcome, never the values of the request. */
function finish(span: TraceSpan, request: FastifyRequest, reply: FastifyReply): void {
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
    ...(request.apiKey && { 'selfsame.api_key': request.apiKey.id }),
  })
  if (isAborted) span.end('caller disconnected')
  else span.end(reply.raw.statusCode >= 500 ? String(reply.raw.statusCode) : undefined)
}
