// Implements the tracing port with the OpenTelemetry SDK: spans are sent over OTLP/HTTP, and no global is set.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Settings } from '../config.ts'
import type { Attributes, TraceSpan, Tracing, TracingLog } from './tracing.ts'

export interface OpenTelemetryOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly resource: Attributes
  readonly sampler: Settings['otelTracesSampler']
  readonly samplerRatio: number
  readonly log: TracingLog
}

/** A stop waits this long for the last spans to be sent, because the collector may be gone. */
const CLOSE_MS = 2_000

interface OpenSpan extends TraceSpan {
  readonly context: Context
}

export function openOpenTelemetry(options: OpenTelemetryOptions): Tracing {
  const exporter = logChanges(
    new OTLPTraceExporter({ url: options.url, headers: { ...options.headers } }),
    options.log,
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.instance.id': randomUUID(), ...options.resource }),
    sampler: samplerOf(options.sampler, options.samplerRatio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('selfsame')
  const current = new AsyncLocalStorage<Context>()

  function begin(name: string, kind: SpanKind, parent: Context, attributes: Attributes = {}): OpenSpan {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return {
      traceId: span.spanContext().traceId,
      context: trace.setSpan(parent, span),
      rename: (better) => void span.updateName(better),
      set: (more) => void span.setAttributes(more),
      end(fault) {
        if (fault !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', fault)
        }
        span.end()
      },
    }
  }

  return {
    arrive: (name, traceparent) => begin(name, SpanKind.SERVER, callersContext(traceparent)),
    within: (span, work) => current.run((span as OpenSpan).context, work),
    outside: (work) => current.exit(work),
    part(name, attributes) {
      const context = current.getStore()
      return context && begin(name, SpanKind.INTERNAL, context, attributes)
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

/**
 * Reads version 00 of W3C's Trace Context; any other version and any malformed header are ignored. `tracestate` and
 * `baggage` are never read, because the server calls no service that would want them.
 */
function callersContext(traceparent: string | undefined): Context {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  if (!match) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = ''] = match
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function samplerOf(name: OpenTelemetryOptions['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Logs once when the collector cannot be reached, and once when it can be reached again. */
function logChanges(exporter: SpanExporter, log: TracingLog): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isFailing)
          log.warn(
            { reason: reasonOf(result.error) },
            'traces do not reach the collector and are dropped; requests are served as ever',
          )
        if (!failed && isFailing) log.info({}, 'traces reach the collector again')
        isFailing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** Only codes and statuses are logged, because the collector's own message may hold anything. */
function reasonOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as {
    code?: string | number
    name?: string
    cause?: { code?: string }
  }
  return String(cause?.code ?? code ?? name ?? 'unknown')
}
