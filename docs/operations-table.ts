// Writes the operations of the OpenAPI as the table that the client's page shows.

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: object
}

/** The parts of the OpenAPI that the table is written from. */
export interface Described {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The table of the client's page: how each operation is called, its path, and what it does. */
export function operationsTable(openapi: Described): string {
  const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  const rows = openapi.tags.flatMap(({ name }) => [
    `| **${name}** | | |`,
    ...operations
      .filter(({ tags: [tag] }) => tag === name)
      .map((call) => {
        const ids = call.parameters?.filter((one) => one.in === 'path').map((one) => one.name) ?? []
        const words = [...ids, ...(call.requestBody ? ['request'] : [])]
        return `| \`${call.operationId}(${words.join(', ')})\` | ${call.method} \`${call.path}\` | ${call.summary} |`
      }),
  ])
  return ['| method | path | what it does |', '|---|---|---|', ...rows].join('\n')
}
