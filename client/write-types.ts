// Writes src/api-types.ts: the requests and answers of the API as TypeScript, from its OpenAPI.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
}

const firstLine =
  '// What the API takes and answers. Made from docs/reference/openapi.json by `npm run docs`; a test holds it to it.\n'

export async function apiTypes(openapi: object): Promise<string> {
  const nodes = await openapiTS(structuredClone(openapi) as OpenAPI3, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    inject: "import type { File } from './files.ts'\n",
    // Whoever calls hands over a file as it is; the client makes the Base64 of it. A file that is answered is a Blob.
    transform: (schema) => {
      const { contentEncoding, contentMediaType, format } = schema as unknown as Partial<
        Record<string, string>
      >
      if (contentEncoding === 'base64') return ts.factory.createTypeReferenceNode('File')
      if (format === 'binary' && contentMediaType === undefined)
        return ts.factory.createTypeReferenceNode('Blob')
      return undefined
    },
  })
  return firstLine + withWords(astToString(nodes).replace(/^\/\*\*[\s\S]*?\*\/\s*/, ''), openapi)
}

/** Puts what an operation does above its name, so that editors show it where a method is called. */
function withWords(text: string, openapi: object): string {
  const { paths } = openapi as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const [before = '', after = ''] = text.split('export interface operations {')
  const told = operations.reduce((all, { operationId, summary, description }) => {
    const words = [summary, description]
      .filter((part) => part !== undefined)
      .join(' ')
      .replaceAll('*/', '* /')
    return all.replace(`\n    ${operationId}: {`, () => `\n    /** ${words} */\n    ${operationId}: {`)
  }, after)
  return `${before}export interface operations {${told}`
}
