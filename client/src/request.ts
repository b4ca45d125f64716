// Makes the HTTP request of a call: its path, its headers, its body, and what an exchange may show of the body.
import { encodeBase64, type File, type NamedFile, nameOf, toBase64, toBlob } from './files.ts'
import type { Operation } from './operations.ts'

export interface PreparedRequest {
  readonly method: Operation['method']
  /** The path below the base URL, with its ids and its query. */
  readonly path: string
  readonly contentType: string | undefined
  readonly body: Blob | undefined
  /** The body as an exchange shows it. */
  readonly told: unknown
}

type Fields = Readonly<Record<string, unknown>>

export async function prepareRequest(
  operation: Operation,
  ids: readonly string[],
  request: Fields | undefined,
): Promise<PreparedRequest> {
  const path = pathOf(operation, ids, request)
  const { method } = operation
  if (operation.bare) return { method, path, contentType: undefined, body: undefined, told: undefined }
  if (operation.form !== undefined) return { method, path, ...formOf(operation.form, request ?? {}) }
  const told = await withBase64(request ?? {}, operation.files ?? [])
  const contentType = 'application/json'
  return { method, path, contentType, body: new Blob([JSON.stringify(told)]), told }
}

function pathOf({ path, query = [] }: Operation, ids: readonly string[], request: Fields = {}): string {
  let next = 0
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(ids[next++] ?? ''))
  const asked = query.flatMap((name): [string, string][] =>
    request[name] === undefined ? [] : [[name, String(request[name])]],
  )
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`
}

/** The same request with Base64 in the place of its files. */
async function withBase64(request: Fields, files: readonly string[]): Promise<Fields> {
  const told: Record<string, unknown> = { ...request }
  for (const place of files) {
    const [name = '', ...inside] = place.split('.')
    const value = told[name]
    if (value === undefined) continue
    if (inside.length === 0) told[name] = await toBase64(value as File)
    else told[name] = await withBase64(value as Fields, [inside.join('.')])
  }
  return told
}

/**
 * A form as one Blob: its length is known, it can be sent again, and a large file in it is never read into memory as a
 * whole. FormData has neither length nor progress everywhere.
 */
function formOf(field: string, request: Fields): Pick<PreparedRequest, 'contentType' | 'body' | 'told'> {
  const boundary = `selfsame-${encodeBase64(crypto.getRandomValues(new Uint8Array(18))).replaceAll(/[+/]/g, 'x')}`
  const files = filesOf(request[field], request)
  const parts = files.flatMap(({ blob, name }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${quoted(name)}"\r\n`,
    `content-type: ${blob.type || 'application/octet-stream'}\r\n\r\n`,
    blob,
    '\r\n',
  ])
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Blob([...parts, `--${boundary}--\r\n`]),
    told: { [field]: files.map(({ blob, name }) => ({ name, bytes: blob.size })) },
  }
}

function filesOf(value: unknown, request: Fields): { blob: Blob; name: string }[] {
  const given = (Array.isArray(value) ? value : [{ content: value, name: request.name }]) as (
    | File
    | NamedFile
  )[]
  return given.map((file, at) => {
    const isNamed = typeof file === 'object' && 'content' in file
    const content = isNamed ? file.content : file
    const name = (isNamed ? file.name : undefined) ?? nameOf(content, `file-${at + 1}`)
    return { blob: toBlob(content), name }
  })
}

/** Escapes a name as browsers do in forms. */
const quoted = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
