// Takes the bytes of a request as they stream in, and no more of them than the limit allows.

import type { IncomingMessage } from 'node:http'
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Code, codes, type Refusal, refuse } from '../codes.ts'
import { sizeText } from './base64.ts'
import type { IncomingBody } from './limits.ts'
import type { Ignore } from './request-fields.ts'

export interface FilesRule {
  /** Name of the form field that carries the files. */
  readonly field: string
  /** What the files are, in the OpenAPI. */
  readonly about?: string
  readonly maxFiles: number
  readonly limitBytes: number
  /** The end of a video is not looked for, because videos are never kept. */
  readonly areVideos?: true
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
 * Gives back the memory of a chunk of which nothing is needed any more. It would stay until the heap is collected, and
 * be the reason to collect it: the whole server stands still for that, several times a second where much comes in.
 */
function giveBack(chunk: Buffer): void {
  const { buffer } = chunk
  // A part of a larger piece shares its memory with whatever else is in it.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0)
}

/** What is read in a second of all bodies that are dropped: reading them as fast as they come would take the processor. */
const DROPPED_BYTES_A_SECOND = 32 * 1024 * 1024
const DROPPED_EVERY_MS = 20
/** So much of each is read at once: most have no more. */
const FIRST_DROPPED_BYTES = 64 * 1024

interface Dropped {
  readonly body: IncomingMessage
  readonly caller: string
  /** What may be read now; below zero where the last chunk was larger than that. */
  allowedBytes: number
}

const dropped = new Set<Dropped>()
let dropping: NodeJS.Timeout | undefined

/**
 * Reads the rest of a refused body and drops it, so that a caller who is still sending gets to read the answer. All
 * callers have the same share of the pace, however many bodies each sends: a caller whose many bodies are refused waits longer.
 */
export function dropRest({ raw: body, organisationId, ip }: FastifyRequest): void {
  if (body.complete || body.destroyed) return
  const one: Dropped = { body, caller: organisationId || ip, allowedBytes: FIRST_DROPPED_BYTES }
  dropped.add(one)
  body.on('data', (chunk: Buffer) => {
    one.allowedBytes -= chunk.length
    giveBack(chunk)
    if (one.allowedBytes <= 0) body.pause()
  })
  body.once('close', () => dropped.delete(one))
  body.resume()
  dropping ??= setInterval(dropMore, DROPPED_EVERY_MS).unref()
}

function dropMore(): void {
  const bodiesOf = new Map<string, number>()
  for (const { caller } of dropped) bodiesOf.set(caller, (bodiesOf.get(caller) ?? 0) + 1)
  const share = (DROPPED_BYTES_A_SECOND * DROPPED_EVERY_MS) / 1000 / bodiesOf.size
  for (const one of dropped) {
    const most = share / (bodiesOf.get(one.caller) ?? 1)
    one.allowedBytes = Math.min(one.allowedBytes + most, most)
    if (one.allowedBytes > 0) one.body.resume()
  }
  if (dropped.size > 0) return
  clearInterval(dropping)
  dropping = undefined
}

/** A large body gets its buffer once so much of it is here. */
const firstBytes = 1024 * 1024

/**
 * Puts chunks together as they come: many megabytes at once would hold up everybody else. The system gives the buffer
 * its memory only where it is written.
 */
function gatherer(mostBytes: number) {
  let chunks: Buffer[] = []
  let whole: Buffer | undefined
  let length = 0
  return {
    add(chunk: Buffer): void {
      if (!whole && length + chunk.length > firstBytes && mostBytes > firstBytes) {
        whole = Buffer.allocUnsafeSlow(mostBytes)
        let at = 0
        for (const one of chunks) at += one.copy(whole, at)
        for (const one of chunks) giveBack(one)
        chunks = []
      }
      const at = length
      length += chunk.length
      if (!whole) chunks.push(chunk)
      else {
        chunk.copy(whole, at)
        giveBack(chunk)
      }
    },
    bytes(): Buffer {
      const bytes = whole ? whole.subarray(0, length) : chunks.length === 1 ? chunks[0] : undefined
      return bytes ?? Buffer.concat(chunks, length)
    },
    drop(): void {
      if (whole) giveBack(whole)
      for (const one of chunks) giveBack(one)
      chunks = []
    },
  }
}

/** Node.js reads no more of a body than this. */
function announcedBytesOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/**
 * Reads a whole body into one buffer, and refuses what is too large, too much or too slow. It uses events and a
 * callback, because the stream's async iterator costs more than all else a small request needs.
 */
export function receiveBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, bytes?: Buffer) => void,
): void {
  const { incomingBody } = request
  const limitBytes = request.apiRoute?.bodyLimitBytes ?? 0
  const announced = announcedBytesOf(request)
  const gathered = gatherer(announced ?? limitBytes)
  let received = 0
  // Listeners stay at the end: removing them from a stream costs more than the rest of this function.
  let finished = false
  const finish = (error: Error | null, bytes?: Buffer): void => {
    if (finished) return
    finished = true
    incomingBody?.end()
    // What is dropped holds no memory, however long the rest of it takes.
    if (error) {
      incomingBody?.release()
      gathered.drop()
    }
    done(error, bytes)
  }
  if (incomingBody) incomingBody.whenTooSlow = finish

  payload.on('data', (chunk: Buffer) => {
    // What comes after a refusal is dropped by `dropRest`.
    if (finished) return
    if (received + chunk.length > limitBytes) return finish(bodyTooLarge(limitBytes))
    try {
      incomingBody?.keep(chunk.length)
    } catch (error) {
      return finish(error as Error)
    }
    received += chunk.length
    gathered.add(chunk)
  })
  payload.on('end', () => {
    if (!finished) finish(null, gathered.bytes())
  })
  payload.on('error', () => finish(refuse(codes.badRequest, 'body', 'broke off before its end')))
}

export function bodyTooLarge(limitBytes: number): Refusal {
  const why = `is larger than ${sizeText(limitBytes)}`
  return refuse(codes.tooLarge, 'body', why, `the body ${why}`)
}

/** What came in a form: its files, and its texts that the route knows by name. */
export interface ReceivedForm {
  readonly files: readonly ReceivedFile[]
  readonly texts: readonly (readonly [name: string, value: string])[]
}

/** Texts and files beside those asked for, and the bytes that are held of each text. */
const MOST_OTHERS = 32
const LONGEST_TEXT_BYTES = 4096

/** `files[]` and `files[0]` are what many libraries call the items of a list `files`. */
export const plainName = (name: string): string => name.replace(/\[\d{0,4}\]$/, '')

/** Texts named in `known` are handed over. Any other is refused, or where `ignore` is given dropped and named to it. */
export async function receiveForm(
  request: FastifyRequest,
  rule: FilesRule,
  known: ReadonlySet<string>,
  ignore: Ignore | undefined,
): Promise<ReceivedForm> {
  const tooSlow = Promise.withResolvers<never>()
  if (request.incomingBody) request.incomingBody.whenTooSlow = tooSlow.reject
  try {
    return await Promise.race([partsOf(request, rule, known, ignore), tooSlow.promise])
  } catch (error) {
    request.raw.unpipe()
    request.incomingBody?.release()
    throw formFault(error, rule)
  } finally {
    request.incomingBody?.end()
  }
}

async function partsOf(
  request: FastifyRequest,
  rule: FilesRule,
  known: ReadonlySet<string>,
  ignore: Ignore | undefined,
): Promise<ReceivedForm> {
  const { incomingBody } = request
  const announced = announcedBytesOf(request)
  const files: ReceivedFile[] = []
  const texts: [string, string][] = []
  let others = 0
  for await (const part of request.parts(parserOptions(rule))) {
    const name = nameOf(part)
    const isWanted = part.type === 'file' && name === rule.field
    if (!isWanted && ++others > MOST_OTHERS)
      throw wrong('body', `holds more than ${MOST_OTHERS} fields beside \`${rule.field}\``)
    if (isWanted) {
      if (files.length === rule.maxFiles)
        throw wrong(rule.field, `more than ${rule.maxFiles} files`, codes.tooLarge)
      files.push(await receiveFile(part, rule, incomingBody, announced))
      const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
      if (total > totalBytesOf(rule))
        throw wrong(rule.field, `larger than ${sizeText(totalBytesOf(rule))} together`, codes.tooLarge)
    } else if (part.type === 'field' && known.has(name)) texts.push([name, textOf(part)])
    else setAside(part, rule, ignore, incomingBody)
  }
  if (files.length === 0) throw wrong(rule.field, 'is required: a file')
  return { files, texts }
}

/** The parser's own limits stand behind ours, which name what is wrong. */
const parserOptions = ({ maxFiles, limitBytes }: FilesRule) => ({
  throwFileSizeLimit: false,
  limits: {
    files: maxFiles + MOST_OTHERS + 1,
    fields: MOST_OTHERS + 1,
    parts: maxFiles + MOST_OTHERS + 1,
    fileSize: limitBytes,
    fieldSize: LONGEST_TEXT_BYTES,
  },
})

async function receiveFile(
  part: MultipartFile,
  rule: FilesRule,
  incomingBody: IncomingBody | undefined,
  announcedBytes: number | undefined,
): Promise<ReceivedFile> {
  const gathered = gatherer(Math.min(rule.limitBytes, announcedBytes ?? rule.limitBytes))
  try {
    for await (const chunk of part.file) {
      incomingBody?.keep((chunk as Buffer).length)
      gathered.add(chunk as Buffer)
    }
  } catch (error) {
    gathered.drop()
    throw error
  }
  const bytes = gathered.bytes()
  if (part.file.truncated)
    throw wrong(rule.field, `a file is larger than ${sizeText(rule.limitBytes)}`, codes.tooLarge)
  if (bytes.length === 0) throw wrong(rule.field, 'is empty')
  return { name: part.filename ?? '', bytes }
}

function textOf(part: MultipartValue): string {
  if (part.valueTruncated) throw wrong(part.fieldname, `is longer than ${sizeText(LONGEST_TEXT_BYTES)}`)
  // A part that calls itself JSON comes parsed.
  return typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
}

function setAside(
  part: Multipart,
  rule: FilesRule,
  ignore: Ignore | undefined,
  incomingBody: IncomingBody | undefined,
): void {
  if (part.type === 'file') part.file.on('data', (chunk: Buffer) => incomingBody?.pass(chunk.length))
  else if (nameOf(part) === rule.field) throw wrong(rule.field, 'must be a file: give its part a filename')
  if (!ignore) throw wrong(part.fieldname, 'is not a field of this request')
  ignore([part.fieldname ?? ''])
}

/** A part may have no name at all, whatever the parser's types say. */
const nameOf = (part: { readonly fieldname?: string }): string => plainName(part.fieldname ?? '')

/** The parser's own errors name its parts, not ours. Whatever else was thrown stays what it is. */
function formFault(error: unknown, rule: FilesRule): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return wrong(rule.field, `more than ${rule.maxFiles} files`, codes.tooLarge)
  if (code === 'ECONNRESET' || code === 'FST_MP_PREMATURE_CLOSE')
    return wrong('body', 'broke off before its end')
  if (code === 'FST_PROTO_VIOLATION') return wrong('body', 'holds a field that is not allowed')
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return wrong('body', `holds a JSON field that is no JSON, or longer than ${sizeText(LONGEST_TEXT_BYTES)}`)
  if (code === undefined && /form|multipart|boundary|header|needle/i.test(message ?? ''))
    return wrong('body', 'is not a complete multipart form')
  return error
}

function wrong(path: string | undefined, why: string, code: Code = codes.badRequest): Refusal {
  return refuse(code, (path ?? 'body').slice(0, 100), why, why)
}
