// Opens tracing where the configuration asks for it; otherwise the OpenTelemetry library is not loaded.
import type { Settings } from '../config.ts'
import type { Tracing, TracingLog } from './tracing.ts'

export async function openTracing(
  config: Settings,
  version: string,
  log: TracingLog,
): Promise<Tracing | undefined> {
  const url = tracesUrl(config)
  if (url === '' || config.otelSdkDisabled) return undefined
  const { openOpenTelemetry } = await import('./opentelemetry.ts')
  log.info({ collector: new URL(url).host, sampler: config.otelTracesSampler }, 'requests are traced')
  return openOpenTelemetry({
    url,
    headers: pairs(config.otelExporterOtlpHeaders),
    resource: {
      ...pairs(config.otelResourceAttributes),
      'service.name': config.otelServiceName,
      'service.version': version,
    },
    sampler: config.otelTracesSampler,
    samplerRatio: config.otelTracesSamplerArg,
    log,
  })
}

/** The endpoint of traces is used as it is; the endpoint of all signals gets the path that OTLP defines for traces. */
function tracesUrl({ otelExporterOtlpTracesEndpoint: own, otelExporterOtlpEndpoint: all }: Settings): string {
  if (own !== '' || all === '') return own
  return `${all.replace(/\/+$/, '')}/v1/traces`
}

/** `a=1,b=two%20words`, as the OTEL_* variables are written. */
function pairs(text: string): Record<string, string> {
  const entries = text
    .split(',')
    .map((pair) => pair.split('='))
    .filter(([key]) => key?.trim())
    .map(([key = '', ...value]) => [key.trim(), decoded(value.join('=').trim())])
  return Object.fromEntries(entries) as Record<string, string>
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
