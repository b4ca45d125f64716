// Turns what a worker said about an uploaded image into facts, or into a refusal that names the field.
import { codes, Refusal } from '../codes.ts'
import type { ImageFacts, ImageReading } from '../image/image.ts'
import type { Runtime } from '../runtime.ts'

export interface Upload {
  /** Name of the field that carried the image. */
  readonly field: string
  readonly bytes: Uint8Array
  readonly organisationId: string
  readonly signal: AbortSignal
}

/** 422 for what cannot be read, 413 for what is too large; decoded in a worker, never here. */
export async function inspectUpload(runtime: Runtime, upload: Upload): Promise<ImageFacts> {
  const { bytes, organisationId: organisation, signal } = upload
  const input = { bytes, maxMegapixels: runtime.config.imageMegapixels }
  return readable(await runtime.workers.run('inspect-image', input, { organisation, signal }), upload.field)
}

export function readable(reading: ImageReading, field: string): ImageFacts {
  if ('image' in reading) return reading.image
  const code = reading.tooLarge ? codes.tooLarge : codes.unreadable
  const message = `${code.message}: ${field} ${reading.fault}`
  throw new Refusal(code, { message, errors: [{ path: field, message: reading.fault }] })
}
