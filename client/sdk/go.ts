// Writes the client for Go: structs with JSON tags, and a method for each operation.
import {
  type Api,
  type Choice,
  type Field,
  type Model,
  type Operation,
  pascal,
  type Type,
  wrapped,
} from './describe.ts'

export function go({ version, models, choices, resultCodes, operations }: Api): Record<string, string> {
  const lines = [
    `// The API of Selfsame ${version}: what each operation takes and answers. Made from its OpenAPI; do not edit.`,
    '',
    'package selfsame',
    '',
    'import (',
    '\t"context"',
    '\t"net/url"',
    ')',
    '',
    '// The outcomes by name; ResultCode of an answer is the number.',
    'const (',
    ...resultCodes.flatMap(({ name, number, words }) => [
      ...comment(words, '\t'),
      `\tCode${name} = ${number}`,
    ]),
    ')',
    ...choices.flatMap(choiceOf),
    ...models.filter(isUsed).flatMap((model) => structOf(model.name, model.words, model.fields)),
    ...operations.flatMap(methodOf),
    '',
  ]
  return { 'api.go': lines.join('\n'), 'go.mod': 'module selfsame\n\ngo 1.19\n' }
}

/** A request without fields has no struct, and forms are given as files. */
const isUsed = ({ name, fields }: Model): boolean => !name.endsWith('Request') || fields.length > 0

/** Go writes ID and URL in capitals. */
const exported = (name: string): string =>
  pascal(name).replaceAll(/(Id|Url)(?=$|[A-Z])/g, (word) => word.toUpperCase())

const local = (name: string): string => {
  const whole = exported(name)
  return whole.charAt(0).toLowerCase() + whole.slice(1)
}

function comment(words: string, pad: string): string[] {
  return words === '' ? [] : wrapped(words, 110).map((line) => `${pad}// ${line}`)
}

function typeOf(type: Type): string {
  switch (type.is) {
    case 'text':
      return 'string'
    case 'whole':
      return 'int64'
    case 'number':
      return 'float64'
    case 'flag':
      return 'bool'
    case 'anything':
    case 'either':
      return 'any'
    case 'file':
      // The standard library writes bytes as Base64.
      return '[]byte'
    case 'list':
      return `[]${typeOf(type.of)}`
    case 'map':
      return `map[string]${typeOf(type.of)}`
    default:
      return type.name
  }
}

const choiceOf = ({ name, words, values }: Choice): string[] => [
  '',
  ...comment(`${name}: ${words}`, ''),
  `type ${name} string`,
  '',
  'const (',
  ...values.map((value) => `\t${name}${exported(value) || 'None'} ${name} = ${JSON.stringify(value)}`),
  ')',
]

/** What Go can leave out by itself: what has no nil is held by a pointer. */
function fieldType({ type, isRequired, isNullable }: Field, isRequest: boolean): string {
  const plain = typeOf(type)
  if (isRequest && isNullable && !isRequired) return `*Nullable[${plain}]`
  const hasNil = /^(?:\[\]|map\[|any$)/.test(plain)
  return hasNil || (isRequired && !isNullable) ? plain : `*${plain}`
}

function structOf(name: string, words: string, fields: readonly Field[]): string[] {
  const isRequest = name.endsWith('Request')
  return [
    '',
    ...comment(
      words === '' ? `${name} is what its operation ${isRequest ? 'takes' : 'answers'}.` : words,
      '',
    ),
    `type ${name} struct {`,
    ...fields.flatMap((field) => [
      ...comment(field.words, '\t'),
      `\t${exported(field.name)} ${fieldType(field, isRequest)} \`json:"${field.name}${field.isRequired ? '' : ',omitempty'}"\``,
    ]),
    '}',
  ]
}

function methodOf(operation: Operation): string[] {
  const { name, words, ids, query, body, form, answer } = operation
  const method = exported(name)
  const takesBody = body !== undefined && body.fields.length > 0
  const taken = [
    'ctx context.Context',
    ...ids.map((id) => `${local(id)} string`),
    ...(takesBody ? [`request ${body.name}`] : []),
    ...(form ? [form.isList ? 'files []File' : 'file File'] : []),
    ...(query.length > 0 ? [`query ${method}Query`] : []),
    'options ...CallOption',
  ]
  const asked = [
    `method: "${operation.method}", path: "${operation.path}"`,
    ...(ids.length > 0 ? [`ids: []string{${ids.map(local).join(', ')}}`] : []),
    ...(query.length > 0 ? ['query: query.values()'] : []),
    ...(takesBody ? ['body: request'] : body === undefined ? [] : ['body: struct{}{}']),
    ...(form ? [`form: "${form.name}", files: ${form.isList ? 'files' : '[]File{file}'}`] : []),
    ...(operation.isOnce ? ['once: true'] : []),
    ...(operation.isOpen ? ['open: true'] : []),
    ...(operation.takesKey ? ['takes: true'] : []),
    ...(operation.alsoAnswers === undefined ? [] : [`also: ${operation.alsoAnswers}`]),
  ].join(', ')
  const head = (returns: string) => `func (c *Client) ${method}(${taken.join(', ')}) (${returns}, error) {`
  const rest =
    answer.is === 'model'
      ? [
          head(`*${answer.name}`),
          `\tanswer := &${answer.name}{}`,
          `\terr := c.answer(ctx, call{${asked}}, answer, options)`,
          '\tif err != nil {',
          '\t\treturn nil, err',
          '\t}',
          '\treturn answer, nil',
          '}',
        ]
      : [head('[]byte'), `\treturn c.bytes(ctx, call{${asked}}, options)`, '}']
  return [...queryOf(method, query), '', ...comment(`${method}: ${words}`, ''), ...rest]
}

/** An empty text is left out of the address. */
function queryOf(method: string, query: readonly Field[]): string[] {
  if (query.length === 0) return []
  return [
    '',
    `// ${method}Query is what ${method} asks for; an empty field is left out.`,
    `type ${method}Query struct {`,
    ...query.flatMap((field) => [
      ...comment(field.words, '\t'),
      `\t${exported(field.name)} ${typeOf(field.type)}`,
    ]),
    '}',
    '',
    `func (q ${method}Query) values() url.Values {`,
    '\tvalues := url.Values{}',
    ...query.flatMap((field) => [
      `\tif q.${exported(field.name)} != "" {`,
      `\t\tvalues.Set("${field.name}", string(q.${exported(field.name)}))`,
      '\t}',
    ]),
    '\treturn values',
    '}',
  ]
}
