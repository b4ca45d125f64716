// Runs an OpenTelemetry collector for tests: a real HTTP server that keeps the spans that the real SDK sends.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number }
  readonly attributes: readonly Attribute[]
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[]
  }[]
}

export async function startCollector() {
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      headers.push({ ...request.headers, path: request.url })
      if (status === 200) bodies.push(body)
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const parsed = () => bodies.map((body) => JSON.parse(body) as Exported).flatMap((one) => one.resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns all that was received, as text. */
    text: () => bodies.join('\n'),
    headers: () => headers,
    spans: () => parsed().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resource: () => parsed()[0]?.resource.attributes ?? [],
    answerWith: (next: number) => {
      status = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Collector = Awaited<ReturnType<typeof startCollector>>

export function attribute(
  { attributes }: Pick<CollectedSpan, 'attributes'>,
  key: string,
): string | number | undefined {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
}
