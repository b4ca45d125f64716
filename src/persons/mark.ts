// Where an export goes on, as callers carry it from one answer to the next request.
import { keptKinds } from '../store/records/persons.ts'
import type { Mark } from './export.ts'

export const writeMark = ({ kind, id }: Mark): string => Buffer.from(`${kind}:${id}`).toString('base64url')

/** Undefined when nobody wrote it here. */
export function readMark(text: string): Mark | undefined {
  const written = Buffer.from(text, 'base64url').toString('utf8')
  const colon = written.indexOf(':')
  const kind = keptKinds.find((one) => one === written.slice(0, colon))
  const id = written.slice(colon + 1)
  return kind && !id.includes('\0') && writeMark({ kind, id }) === text ? { kind, id } : undefined
}
