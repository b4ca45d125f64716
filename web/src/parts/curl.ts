// A request as a line for curl: the password as a variable, files shortened or named.
import type { Exchange } from '../../../client/src/index.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Longer than any id or name: Base64 of a file. */
const LONGEST_TEXT = 300

function shortened(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, 24)}...` : value
}

interface FormFile {
  readonly name: string
  readonly bytes: number
}

const isFile = (value: unknown): value is FormFile =>
  typeof value === 'object' && value !== null && 'name' in value && 'bytes' in value

/** A form is shown as its field with the names of its files. */
function formOf(body: unknown): string[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const [field, more] = Object.entries(body)
  if (!field || more) return undefined
  const files = [field[1]].flat()
  return files.length > 0 && files.every(isFile)
    ? files.map(({ name }) => `-F ${quoted(`${field[0]}=@${name}`)}`)
    : undefined
}

export function curlOf({ method, path, requestBody }: Exchange, baseUrl: string, name: string): string {
  const form = formOf(requestBody)
  const body = requestBody !== undefined && requestBody !== null
  const lines = [`curl -u ${quoted(name)}:"$PASSWORD"`]
  // With a body curl posts, and without one it gets, unless a method is given.
  if (method !== (body ? 'POST' : 'GET')) lines.push(`-X ${method}`)
  if (form) lines.push(...form)
  else if (body)
    lines.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(requestBody, shortened))}`)
  lines.push(quoted(baseUrl + path))
  return lines.join(' \\\n  ')
}
