// Writes the times of answers as ISO 8601 in UTC, and says so in their schemas.
import { z } from 'zod'

const written = (about: string): string => `${about}, as ISO 8601 in UTC.`

export const time = (about: string) => z.string().describe(written(about))
/** `otherwise` says when it is null. */
export const timeOrNull = (about: string, otherwise: string) =>
  z
    .string()
    .nullable()
    .describe(`${written(about)} ${otherwise}`)

export const iso = (ms: number): string => new Date(ms).toISOString()
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))
