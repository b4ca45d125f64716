// Lists the path parameters and body fields that hold an id, as the OpenAPI description names them.
import { readText } from '../house/source.ts'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
interface OperationObject {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const holdsId = (word: string): boolean => word === 'id' || word === 'more' || word.endsWith('_id')

/** A token is of one session, whose tests try it on the ids of others. */
const isOfPersonsAlone = ({ security = [] }: OperationObject): boolean =>
  security.length > 0 && security.every((one) => 'personToken' in one)

/** Each entry is `operation: word`, of operations that an organisation may call. */
export function wordsThatHoldIds(): string[] {
  const api = JSON.parse(readText('docs/reference/openapi.json')) as OpenApi
  const wordsOf = (schema: Schema): string[] => {
    const named = schema.$ref && api.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    if (named) return wordsOf(named)
    const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    const fields = Object.entries(schema.properties ?? {})
    return [...fields.flatMap(([word, inner]) => [word, ...wordsOf(inner)]), ...inside.flatMap(wordsOf)]
  }
  const found = Object.values(api.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => !isOfPersonsAlone(operation))
    .flatMap(({ operationId, parameters = [], requestBody }) => {
      const inBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => wordsOf(schema))
      const words = [...parameters.map(({ name }) => name), ...inBody]
      return words.filter(holdsId).map((word) => `${operationId}: ${word}`)
    })
  return [...new Set(found)]
}
