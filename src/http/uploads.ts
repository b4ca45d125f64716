// Takes the bytes of a request as they stream in, and no more of them than the limit allows.

import type { IncomingMessage } from 'node:http'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Code, codes, type Refusal, refuse } from '../codes.ts'
import { sizeText } from './base64.ts'

export interface FilesRule {
  /** Name of the form field that carries the files. */
  readonly field: string
  /** What the files are, in the OpenAPI. */
  readonly about?: string
  readonly maxFiles: number
  readonly limitBytes: number
  /** The limit of all files together; by default as many as there may be, each at its limit. */
  readonly totalBytes?: number
}

export interface ReceivedFile {
  /** The name that the caller gave the file; never used as a path. */
  readonly name: string
  readonly bytes: Buffer
}

/** Bytes for the form's own lines beside the files. */
const formOverheadBytes = 64 * 1024

const totalBytesOf = ({ maxFiles, limitBytes, totalBytes }: FilesRule): number =>
  Math.min(totalBytes ?? Number.POSITIVE_INFINITY, maxFiles * limitBytes)

export const formLimitBytes = (rule: FilesRule): number => totalBytesOf(rule) + formOverheadBytes

/**
 * Reads a whole body into one buffer, allocated at once where the length is announced. It uses events and a callback,
 * because the stream's async iterator costs more than all else a small request needs.
 */
export function receiveBody(
  payload: IncomingMessage,
  announced: number | undefined,
  limitBytes: number,
  done: (error: Error | null, bytes?: Buffer) => void,
): void {
  const chunks: Buffer[] = []
  let whole: Buffer | undefined
  let received = 0
  // Listeners stay at the end: removing them from a stream costs more than the rest of this function.
  let finished = false
  const finish = (error: Error | null, bytes?: Buffer): void => {
    if (finished) return
    finished = true
    done(error, bytes)
  }

  payload.on('data', (chunk: Buffer) => {
    // What comes after a refusal is read and dropped, so that the caller gets to read the answer.
    if (finished) return
    if (received + chunk.length > limitBytes) return finish(bodyTooLarge(limitBytes))
    if (announced === undefined || chunk.length === announced) chunks.push(chunk)
    else {
      whole ??= Buffer.allocUnsafeSlow(announced)
      chunk.copy(whole, received)
    }
    received += chunk.length
  })
  payload.on('end', () => {
    if (whole) finish(null, whole.subarray(0, received))
    else finish(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, received))
  })
  payload.on('error', () => finish(refuse(codes.badRequest, 'body', 'broke off before its end')))
}

export function bodyTooLarge(limitBytes: number): Refusal {
  const why = `is larger than ${sizeText(limitBytes)}`
  return refuse(codes.tooLarge, 'body', why, `the body ${why}`)
}

export async function receiveFiles(request: FastifyRequest, rule: FilesRule): Promise<ReceivedFile[]> {
  const files: ReceivedFile[] = []
  const limits = { files: rule.maxFiles + 1, fileSize: rule.limitBytes, fields: 0, parts: rule.maxFiles + 1 }
  try {
    for await (const part of request.parts({ limits })) {
      if (files.length === rule.maxFiles)
        throw wrong(rule.field, `more than ${rule.maxFiles} files`, codes.tooLarge)
      files.push(await receiveFile(part, rule))
      const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
      if (total > totalBytesOf(rule))
        throw wrong(rule.field, `larger than ${sizeText(totalBytesOf(rule))} together`, codes.tooLarge)
    }
  } catch (error) {
    // The parser left the rest unread, and the next request on the connection would wait behind it.
    request.raw.unpipe()
    request.raw.resume()
    throw formFault(error, rule)
  }
  if (files.length === 0) throw wrong(rule.field, 'is required: a file')
  return files
}

async function receiveFile(part: Multipart, rule: FilesRule): Promise<ReceivedFile> {
  if (part.type !== 'file') throw wrong(part.fieldname, 'is not a field of this request')
  if (part.fieldname !== rule.field) {
    part.file.resume()
    throw wrong(part.fieldname, 'is not a field of this request')
  }
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (part.file.truncated)
    throw wrong(rule.field, `a file is larger than ${sizeText(rule.limitBytes)}`, codes.tooLarge)
  if (bytes.length === 0) throw wrong(rule.field, 'is empty')
  return { name: part.filename ?? '', bytes }
}

/** The parser's own errors name its parts, not ours. Whatever else was thrown stays what it is. */
function formFault(error: unknown, rule: FilesRule): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return wrong(rule.field, `more than ${rule.maxFiles} files`, codes.tooLarge)
  if (code === 'ECONNRESET' || code === 'FST_MP_PREMATURE_CLOSE')
    return wrong('body', 'broke off before its end')
  if (code === 'FST_FIELDS_LIMIT') return wrong('body', 'holds fields that are not files')
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return wrong(rule.field, `a file is larger than ${sizeText(rule.limitBytes)}`, codes.tooLarge)
  if (code === undefined && /form|multipart|boundary|header|needle/i.test(message ?? ''))
    return wrong('body', 'is not a complete multipart form')
  return error
}

function wrong(path: string | undefined, why: string, code: Code = codes.badRequest): Refusal {
  return refuse(code, (path ?? 'body').slice(0, 100), why, why)
}
