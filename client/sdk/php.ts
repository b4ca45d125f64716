// Writes the client for PHP: classes with typed fields, and a method with named arguments for each operation.
import {
  type Api,
  type Field,
  type Model,
  type Operation,
  type ResultCode,
  snake,
  type Type,
  wrapped,
} from './describe.ts'

const head = (what: string): string[] => [
  '<?php',
  `// ${what} Made from the OpenAPI of Selfsame; do not edit.`,
  'declare(strict_types=1);',
  '',
  'namespace Selfsame;',
]

export function php({ version, models, choices, resultCodes, operations }: Api): Record<string, string> {
  const texts = [
    ...head('What requests and answers hold.'),
    ...resultCodeClass(resultCodes),
    ...choices.flatMap(({ name, words, values }) =>
      classOf(
        `final class ${name}`,
        `${words} Other values may come from a newer server.`,
        values.map((value) => `public const ${constant(value)} = ${text(value)};`),
      ),
    ),
    ...models.filter(isUsed).flatMap(modelClass),
    '',
  ]
  const client = [
    ...head('A method for each operation.'),
    '',
    "require_once __DIR__ . '/Transport.php';",
    "require_once __DIR__ . '/Models.php';",
    ...classOf(
      'final class Client extends Transport',
      "Client::withApiKey('https://…', 'ssk_live_…') or Client::withPassword(…).",
      operations.flatMap((one, at) => [...(at === 0 ? [] : ['']), ...methodOf(one)]),
    ),
    '',
  ]
  return {
    'src/Client.php': client.join('\n'),
    'src/Models.php': texts.join('\n'),
    'composer.json': `${JSON.stringify(composer(version), null, 2)}\n`,
  }
}

const composer = (version: string) => ({
  ...{ name: 'selfsame/client', description: 'Client of a Selfsame identity verification server', version },
  ...{ license: 'Apache-2.0', require: { php: '>=8.1', 'ext-curl': '*' } },
  autoload: { files: ['src/Client.php'] },
})

/** A request without fields is an empty object, and forms are given as files. */
const isUsed = ({ name, fields }: Model): boolean => !name.endsWith('Request') || fields.length > 0

const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A constant may not be named `class`, and must begin with a letter. */
const constant = (value: string): string => {
  const name = snake(value).toUpperCase() || 'NONE'
  return /^[A-Z]/.test(name) && name !== 'CLASS' ? name : `_${name}`
}

/** A field whose name PHP does not allow has an underscore for each letter that it minds. */
const variable = (name: string): string => name.replaceAll(/\W/g, '_')

function block(words: string, notes: readonly string[], pad: string): string[] {
  const lines = [...(words === '' ? [] : wrapped(words, 105)), ...notes].map((line) =>
    line.replaceAll('*/', '* /'),
  )
  if (lines.length === 0) return []
  if (lines.length === 1) return [`${pad}/** ${lines[0]} */`]
  return [`${pad}/**`, ...lines.map((line) => `${pad} * ${line}`), `${pad} */`]
}

const classOf = (title: string, words: string, body: readonly string[]): string[] => [
  '',
  ...block(words, [], ''),
  title,
  '{',
  ...body.map((line) => (line === '' ? '' : `    ${line}`)),
  '}',
]

const resultCodeClass = (codes: readonly ResultCode[]): string[] =>
  classOf(
    'final class ResultCode',
    'The outcomes by name; `result_code` of an answer is the number.',
    codes.flatMap(({ name, number, words }) => [
      ...block(words, [], ''),
      `public const ${constant(name)} = ${number};`,
    ]),
  )

/** The type that PHP itself checks. */
function nativeOf(type: Type): string {
  switch (type.is) {
    case 'text':
    case 'choice':
      return 'string'
    case 'whole':
      return 'int'
    case 'number':
      return 'int|float'
    case 'flag':
      return 'bool'
    case 'anything':
      return 'mixed'
    case 'file':
      return 'File'
    case 'list':
    case 'map':
      return 'array'
    case 'either':
      return [...new Set(type.of.flatMap((one) => nativeOf(one).split('|')))].join('|')
    case 'model':
      return type.name
  }
}

/** The type as tools read it, with what is in a list. */
function fullOf(type: Type): string {
  if (type.is === 'list') return `list<${fullOf(type.of)}>`
  if (type.is === 'map') return `array<string, ${fullOf(type.of)}>`
  if (type.is === 'choice') return `${type.name}::*|string`
  return nativeOf(type)
}

function argumentOf({ type, isRequired, isNullable }: Field, isRequest: boolean): string {
  const native = nativeOf(type)
  const more = isRequest && isNullable ? `${native}|Explicit` : native
  if ((isRequired && !isNullable) || native === 'mixed') return more
  return more.includes('|') ? `${more}|null` : `?${more}`
}

const ordered = (fields: readonly Field[]): Field[] => [
  ...fields.filter(({ isRequired }) => isRequired),
  ...fields.filter(({ isRequired }) => !isRequired),
]

const noteOf = ({ name, type, words }: Field): string[] =>
  wrapped(`@param ${fullOf(type)} $${variable(name)} ${words}`, 105)

function modelClass(model: Model): string[] {
  const isRequest = model.name.endsWith('Request')
  const fields = ordered(model.fields)
  const odd = fields.filter(({ name }) => variable(name) !== name)
  const made = fields.map(
    (field) =>
      `    public readonly ${argumentOf(field, isRequest)} $${variable(field.name)}${field.isRequired ? '' : ' = null'},`,
  )
  const from = fields.map((field) => `        ${read(field)},`)
  return classOf(`final class ${model.name} extends Model`, model.words, [
    ...block('', fields.flatMap(noteOf), ''),
    'public function __construct(',
    ...made,
    ') {',
    '}',
    '',
    '/** @param array<string, mixed> $data */',
    'public static function from(array $data): self',
    '{',
    ...(fields.length === 0 ? ['    return new self();'] : ['    return new self(', ...from, '    );']),
    '}',
    ...(odd.length === 0 ? [] : ['', ...renamed(odd)]),
  ])
}

/** Puts back the names that PHP does not allow. */
const renamed = (odd: readonly Field[]): string[] => [
  'public function jsonSerialize(): object',
  '{',
  '    $data = (array) parent::jsonSerialize();',
  ...odd.map(
    ({ name }) =>
      `    if (isset($data['${variable(name)}'])) $data[${text(name)}] = $data['${variable(name)}'];`,
  ),
  `    return (object) array_diff_key($data, [${odd.map(({ name }) => `'${variable(name)}' => 1`).join(', ')}]);`,
  '}',
]

/** Answers are read as they come: a field that a newer server leaves out is empty, and no error. */
function read({ name, type }: Field): string {
  const key = `$data[${text(name)}]`
  const inner = insideOf(type)
  if (inner === undefined) return `${key} ?? null`
  return `isset(${key}) ? ${inner(key)} : null`
}

function insideOf(type: Type): ((from: string) => string) | undefined {
  if (type.is === 'model') return (from) => `${type.name}::from(${from})`
  if (type.is === 'file') return (from) => `new File((string) base64_decode(${from}))`
  if (type.is !== 'list' && type.is !== 'map') return undefined
  const one = insideOf(type.of)
  if (one === undefined) return undefined
  return (from) => `array_map(fn ($one) => ${one('$one')}, ${from})`
}

function methodOf(operation: Operation): string[] {
  const { name, words, ids, query, body, form, answer } = operation
  const fields = ordered([...(body?.fields ?? []), ...query])
  const taken = [
    ...ids.map((id) => `string $${id}`),
    ...(form ? [form.isList ? `array $${form.name}` : `File $${form.name}`] : []),
    ...fields.map(
      (field) => `${argumentOf(field, true)} $${variable(field.name)}${field.isRequired ? '' : ' = null'}`,
    ),
    ...(operation.takesKey ? ["string $idempotencyKey = ''"] : []),
  ]
  const passed = [
    `'${operation.method}'`,
    `'${operation.path}'`,
    ...(ids.length > 0 ? [`ids: [${ids.map((id) => `$${id}`).join(', ')}]`] : []),
    ...(query.length > 0
      ? [`query: [${query.map((one) => `'${one.name}' => $${variable(one.name)}`).join(', ')}]`]
      : []),
    ...(body ? [`body: ${bodyOf(body)}`] : []),
    ...(form ? [`form: ['${form.name}', ${form.isList ? `$${form.name}` : `[$${form.name}]`}]`] : []),
    ...(answer.is === 'model' ? [] : ['isJson: false']),
    ...(operation.isOnce ? ['isOnce: true'] : []),
    ...(operation.isOpen ? ['isOpen: true'] : []),
    ...(operation.takesKey ? ['key: $idempotencyKey'] : []),
    ...(operation.alsoAnswers === undefined ? [] : [`also: ${operation.alsoAnswers}`]),
  ]
  const call = ['$answer = $this->call(', ...passed.map((one) => `    ${one},`), ');']
  const given = answer.is === 'model' ? `${answer.name}::from($answer)` : '$answer'
  const notes = [...(form?.isList ? [`@param list<File> $${form.name}`] : []), ...fields.flatMap(noteOf)]
  return [
    ...block(words, notes, ''),
    `public function ${name}(`,
    ...taken.map((one) => `    ${one},`),
    `): ${answer.is === 'model' ? answer.name : 'string'} {`,
    ...[...call, `return ${given};`].map((line) => `    ${line}`),
    '}',
  ]
}

const bodyOf = ({ name, fields }: Model): string =>
  fields.length === 0
    ? '(object) []'
    : `new ${name}(${ordered(fields)
        .map((field) => `$${variable(field.name)}`)
        .join(', ')})`
