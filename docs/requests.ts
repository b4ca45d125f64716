// Writes the requests of the OpenAPI for programs that people send requests with: a Postman collection and an .http file.

interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description?: string
  readonly example?: string
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  /** An empty list, or one with an empty scheme: no credentials are needed. */
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

/** The parts of the OpenAPI that requests are written from. */
export interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface Call extends Operation {
  readonly method: string
  readonly path: string
}

interface Folder {
  readonly name: string
  readonly description: string
  readonly calls: readonly Call[]
}

/** Every operation, under its tag. */
export function foldersOf({ tags, paths }: Described): Folder[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  return tags.map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ tags: [tag] }) => tag === name),
  }))
}

const parametersOf = (call: Call, where: Parameter['in']): readonly Parameter[] =>
  call.parameters?.filter((one) => one.in === where) ?? []

/** `/a/{b}` with each id as a variable of its name: `/a/{{b}}`. */
const withVariables = (path: string): string => path.replaceAll(/\{(\w+)\}/g, '{{$1}}')

const jsonOf = ({ requestBody }: Call): unknown => requestBody?.content['application/json']?.example

/** The names of the files of a form, by field. */
function filesOf({ requestBody }: Call): { readonly field: string; readonly files: readonly string[] }[] {
  const example = requestBody?.content['multipart/form-data']?.example as
    | Readonly<Record<string, string | readonly string[]>>
    | undefined
  return Object.entries(example ?? {}).map(([field, files]) => ({ field, files: [files].flat() }))
}

const needsCredentials = ({ security }: Call): boolean => security.some((one) => 'basic' in one)

const answersOf = ({ responses }: Call) =>
  Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([type, { example, examples = {} }]) => [
      ...(example === undefined ? [] : [{ status: Number(status), type, name: status, value: example }]),
      ...Object.values(examples).map(({ summary, value }) => ({
        status: Number(status),
        type,
        name: summary,
        value,
      })),
    ]),
  )

/** The ids that paths ask for, each with its example. */
const idsOf = (folders: readonly Folder[]): ReadonlyMap<string, string> =>
  new Map(
    folders
      .flatMap(({ calls }) => calls.flatMap((call) => parametersOf(call, 'path')))
      .map(({ name, example = '' }) => [name, example]),
  )

/** A call that answers the id that other calls of its folder have in their path: that path's variable. */
function idAnsweredBy(call: Call, { calls }: Folder): string | undefined {
  const [asked] = calls.flatMap((one) => parametersOf(one, 'path'))
  const [success] = answersOf(call)
  const hasId = typeof success?.value === 'object' && success.value !== null && 'id' in success.value
  return hasId && parametersOf(call, 'path').length === 0 ? asked?.name : undefined
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2)

const wordsOf = ({ summary, description }: Operation): string =>
  [summary, description].filter((text) => text !== undefined).join('\n\n')

/** The collection in Postman's format 2.1, with the examples as bodies and as saved answers. */
export function postmanCollection(openapi: Described): string {
  const folders = foldersOf(openapi)
  const variables = {
    base_url: baseUrlOf(openapi),
    name: 'NAME',
    password: 'PASSWORD',
    ...Object.fromEntries(idsOf(folders)),
  }
  const collection = {
    info: {
      name: openapi.info.title,
      description: `${openapi.info.description}\n\nSet \`base_url\`, \`name\` and \`password\` among the variables of the collection. Ids that an answer gives are kept as variables, and the paths of later requests use them.`,
      version: openapi.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: '{{name}}', type: 'string' },
        { key: 'password', value: '{{password}}', type: 'string' },
      ],
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
    item: folders.map((folder) => ({
      name: folder.name,
      description: folder.description,
      item: folder.calls.map((call) => postmanItem(call, idAnsweredBy(call, folder))),
    })),
  }
  return `${indented(collection)}\n`
}

function postmanItem(call: Call, id: string | undefined): object {
  const request = postmanRequest(call)
  return {
    name: call.operationId,
    ...(id !== undefined && { event: [keepingId(id)] }),
    request,
    response: answersOf(call).map(({ status, type, name, value }) => ({
      name,
      originalRequest: request,
      status: { 200: 'OK', 201: 'Created' }[status] ?? '',
      code: status,
      header: [{ key: 'Content-Type', value: type }],
      body: typeof value === 'string' ? value : indented(value),
    })),
  }
}

const keepingId = (id: string): object => ({
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [`if (pm.response.json().id) pm.collectionVariables.set('${id}', pm.response.json().id)`],
  },
})

function postmanRequest(call: Call): object {
  const json = jsonOf(call)
  const files = filesOf(call)
  const query = parametersOf(call, 'query').map(({ name, description, example = '' }) => ({
    key: name,
    value: example,
    description,
  }))
  const path = withVariables(call.path)
  const raw = `{{base_url}}${path}${query.map(({ key, value }, i) => `${i === 0 ? '?' : '&'}${key}=${value}`).join('')}`
  return {
    method: call.method,
    description: wordsOf(call),
    ...(!needsCredentials(call) && { auth: { type: 'noauth' } }),
    header: json === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    ...(json !== undefined && {
      body: { mode: 'raw', raw: indented(json), options: { raw: { language: 'json' } } },
    }),
    ...(files.length > 0 && {
      body: {
        mode: 'formdata',
        formdata: files.flatMap(({ field, files: names }) =>
          names.map((src) => ({ key: field, type: 'file', src })),
        ),
      },
    }),
    url: { raw, host: ['{{base_url}}'], path: path.slice(1).split('/'), ...(query.length > 0 && { query }) },
  }
}

/** A server with a base path describes itself with it; what is written here is for one without. */
const baseUrlOf = ({ servers }: Described): string =>
  servers.find(({ url }) => url.startsWith('http'))?.url ?? 'http://127.0.0.1:8080'

const contentTypes: Readonly<Record<string, string>> = { pdf: 'application/pdf', mp4: 'video/mp4' }
const BOUNDARY = 'selfsame-boundary'

/** The requests as editors send them: the REST Client of VS Code, and the HTTP client of JetBrains. */
export function httpFile(openapi: Described): string {
  const folders = foldersOf(openapi)
  const variables = { base_url: baseUrlOf(openapi), name: 'NAME', password: 'PASSWORD' }
  const lines = [
    '# Every request of the API, made from the OpenAPI by `npm run docs`. Set the variables, then send them one by one.',
    ...Object.entries(variables).map(([name, value]) => `@${name} = ${value}`),
    '',
    '# Ids: put in what the answers give you.',
    ...[...idsOf(folders)].map(([name, example]) => `@${name} = ${example}`),
  ]
  const requests = folders.flatMap(({ name, calls }) =>
    calls.map((call) => `### ${name}: ${call.operationId}\n# ${call.summary}\n${httpRequest(call)}`),
  )
  return `${lines.join('\n')}\n\n${requests.join('\n')}`
}

function httpRequest(call: Call): string {
  const query = parametersOf(call, 'query').map(({ name, example = '' }) => `${name}=${example}`)
  const json = jsonOf(call)
  const files = filesOf(call)
  const head = [
    `${call.method} {{base_url}}${withVariables(call.path)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(needsCredentials(call) ? ['Authorization: Basic {{name}} {{password}}'] : []),
    ...(json === undefined ? [] : ['Content-Type: application/json']),
    ...(files.length > 0 ? [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`] : []),
  ]
  const parts = files.flatMap(({ field, files: names }) =>
    names.flatMap((name) => [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data; name="${field}"; filename="${name}"`,
      `Content-Type: ${contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'}`,
      '',
      `< ./${name}`,
    ]),
  )
  const body = json === undefined ? parts : [indented(json)]
  const end = files.length > 0 ? [`--${BOUNDARY}--`] : []
  return [...head, ...(body.length > 0 ? ['', ...body, ...end] : []), ''].join('\n')
}

/** The table of the client's page: how each operation is called, its path, and what it does. */
export function operationsTable(openapi: Described): string {
  const rows = foldersOf(openapi).flatMap(({ name, calls }) => [
    `| **${name}** | | |`,
    ...calls.map((call) => {
      const ids = parametersOf(call, 'path').map((one) => one.name)
      const words = [...ids, ...(call.requestBody ? ['request'] : [])]
      return `| \`${call.operationId}(${words.join(', ')})\` | ${call.method} \`${call.path}\` | ${call.summary} |`
    }),
  ])
  return ['| method | path | what it does |', '|---|---|---|', ...rows].join('\n')
}
