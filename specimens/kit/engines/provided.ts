// Declares what the global setup hands to every test through `inject`; null is an engine that was not started.
import type { S3Access } from './s3.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | null
    s3rver: S3Access | null
    radosgw: S3Access | null
    qdrantUrl: string | null
  }
}
