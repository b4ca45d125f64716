// What tracing promises: a span for every request, and one for each part of its way.

/** Plain values; never an id of a person or a collection, a name of a file, or a value of a statement. */
export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  readonly traceId: string
  rename(name: string): void
  set(attributes: Attributes): void
  /** `fault` is a kind of fault, never its message: messages quote data. */
  end(fault?: string): void
}

export interface Tracing {
  /** Begins the span of a request; `traceparent` is the caller's header, and joins its trace where it is well formed. */
  arrive(name: string, traceparent: string | undefined): Span
  /** Runs `work` and all that comes of it as parts of the span. */
  within<T>(span: Span, work: () => T): T
  /** Runs `work` for nobody's request: what serves many belongs to none. */
  outside<T>(work: () => T): T
  /** Begins a part of the request at hand; none outside of requests, so that sweeps and probes at rest are not traced. */
  part(name: string, attributes?: Attributes): Span | undefined
  /** Sends what is left, for as long as a moment. */
  close(): Promise<void>
}

/** The kind of a fault, as it may be told. */
export const kindOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
