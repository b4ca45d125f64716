// The tracing port: a span for every request, and one for each part of the server that works on it.

/** Attributes never hold an id of a person or a collection, a name of a file, or a value of a statement. */
export type Attributes = Readonly<Record<string, string | number>>

/** The part of the log that tracing writes to. */
export type TracingLog = Record<'info' | 'warn', (fields: object, message: string) => void>

export interface TraceSpan {
  readonly traceId: string
  rename(name: string): void
  set(attributes: Attributes): void
  /** `fault` is a kind of fault, never its message: messages quote data. */
  end(fault?: string): void
}

export interface Tracing {
  /** Begins the span of a request; `traceparent` is the caller's header, and joins its trace where it is well formed. */
  arrive(name: string, traceparent: string | undefined): TraceSpan
  /** Runs `work` and all that comes of it as parts of the span. */
  within<T>(span: TraceSpan, work: () => T): T
  /** Runs `work` outside of any request: what serves many requests belongs to none of them. */
  outside<T>(work: () => T): T
  /** Begins a part of the current request. Outside of requests there is none, so sweeps and probes are not traced. */
  part(name: string, attributes?: Attributes): TraceSpan | undefined
  /** Sends the spans that are left, and gives up after a short time. */
  close(): Promise<void>
}

/** The kind of a fault, which unlike its message holds no data. */
export const kindOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
