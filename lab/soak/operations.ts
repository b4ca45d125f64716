// Every operation of the published API, by its name: what there is to call comes from there and from no list of ours.
import { readFileSync } from 'node:fs'

export interface Operation {
  readonly name: string
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

export function readOperations(
  file = new URL('../../docs/openapi.json', import.meta.url),
): ReadonlyMap<string, Operation> {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as OpenApi
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
    })),
  )
  return new Map(all.map((one) => [one.name, one]))
}

export function pathOf({ path }: Operation, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}
