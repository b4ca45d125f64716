// Writes the client for Python: typed dictionaries, and a method with keyword arguments for each operation.
import { type Api, type Field, type Model, type Operation, snake, type Type, wrapped } from './describe.ts'

/** Words that cannot name a field of a class or an argument. */
const reserved = new Set([
  'from',
  'import',
  'class',
  'global',
  'pass',
  'in',
  'is',
  'not',
  'or',
  'and',
  'None',
])

const canName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name)

export function python({ version, models, choices, resultCodes, operations }: Api): Record<string, string> {
  const api = [
    `"""The API of Selfsame ${version}: what each operation takes and answers. Made from its OpenAPI; do not edit."""`,
    'from __future__ import annotations',
    '',
    'from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union',
    '',
    'from .transport import UNSET, FileContent, NamedFile, Transport',
    '',
    '',
    'class ResultCode:',
    '    """The outcomes by name; `result_code` of an answer is the number."""',
    '',
    ...resultCodes.flatMap(({ name, number, words }) => [
      `    ${snake(name).toUpperCase()} = ${number}`,
      ...quoted(words, 4),
    ]),
    '',
    ...choices.flatMap(({ name, words, values }) => [
      '',
      `${name} = Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`,
      ...quoted(words, 0),
    ]),
    ...models.flatMap(typedDict),
    ...clientClass(operations),
    '',
  ].join('\n')
  return {
    'selfsame/__init__.py': init,
    'selfsame/api.py': api,
    'selfsame/py.typed': '',
    'pyproject.toml': pyproject(version),
  }
}

const init = `"""A client of Selfsame. \`Client\` is where to begin."""
from .api import Client, ResultCode
from .transport import (
    UNSET,
    FieldFault,
    SelfsameError,
    SelfsameRefusal,
    SelfsameUnreachable,
    WebhookRefused,
    verify_webhook,
)

__all__ = [
    "UNSET",
    "Client",
    "FieldFault",
    "ResultCode",
    "SelfsameError",
    "SelfsameRefusal",
    "SelfsameUnreachable",
    "WebhookRefused",
    "verify_webhook",
]
`

const pyproject = (version: string): string => `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "selfsame"
version = "${version}"
description = "Client of a Selfsame identity verification server"
requires-python = ">=3.9"
license = { text = "Apache-2.0" }

[tool.setuptools]
packages = ["selfsame"]
package-data = { selfsame = ["py.typed"] }
`

function typeOf(type: Type): string {
  switch (type.is) {
    case 'text':
      return 'str'
    case 'whole':
      return 'int'
    case 'number':
      return 'float'
    case 'flag':
      return 'bool'
    case 'anything':
      return 'Any'
    case 'file':
      return 'FileContent'
    case 'list':
      return `List[${typeOf(type.of)}]`
    case 'map':
      return `Dict[str, ${typeOf(type.of)}]`
    case 'either':
      return `Union[${type.of.map(typeOf).join(', ')}]`
    default:
      return type.name
  }
}

const fieldType = ({ type, isNullable }: Field): string =>
  isNullable ? `Optional[${typeOf(type)}]` : typeOf(type)

/** Fields that may be absent stand in a class of their own: NotRequired came with Python 3.11. */
function typedDict({ name, words, fields }: Model): string[] {
  if (fields.some((field) => !canName(field.name))) {
    const entries = fields.map((field) => `"${field.name}": "${fieldType(field)}"`)
    const total = fields.every(({ isRequired }) => isRequired) ? '' : ', total=False'
    return ['', '', `${name} = TypedDict("${name}", {${entries.join(', ')}}${total})`, ...quoted(words, 0)]
  }
  const needed = fields.filter(({ isRequired }) => isRequired)
  const absent = fields.filter(({ isRequired }) => !isRequired)
  const rows = (some: readonly Field[]) =>
    some.flatMap((field) => [`    ${field.name}: ${fieldType(field)}`, ...quoted(field.words, 4)])
  const body = (some: readonly Field[]) => {
    const lines = [...quoted(words, 4), ...rows(some)]
    return lines.length === 0 ? ['    pass'] : lines
  }
  if (absent.length === 0) return ['', '', `class ${name}(TypedDict):`, ...body(needed)]
  if (needed.length === 0) return ['', '', `class ${name}(TypedDict, total=False):`, ...body(absent)]
  return [
    '',
    '',
    `class _${name}(TypedDict):`,
    ...rows(needed),
    '',
    '',
    `class ${name}(_${name}, total=False):`,
    ...body(absent),
  ]
}

/** A text below a name, where editors look for it. */
function quoted(words: string, indent: number): string[] {
  if (words === '') return []
  const pad = ' '.repeat(indent)
  const safe = words.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const ended = safe.endsWith('"') ? `${safe} ` : safe
  const lines = wrapped(ended, 110 - indent)
  return lines.map((line, at) =>
    [pad, at === 0 ? '"""' : '', line, at === lines.length - 1 ? '"""' : ''].join(''),
  )
}

const clientClass = (operations: readonly Operation[]): string[] => [
  '',
  '',
  'class Client(Transport):',
  '    """A client of one server: `Client("https://…", api_key="ssk_live_…")`, or with `name` and `password`."""',
  '',
  '    def with_options(self, *, timeout: Optional[float] = None, retries: Optional[int] = None) -> Client:',
  '        """The same client with another time limit or number of retries, for one call or for many."""',
  '        client: Client = super().with_options(timeout=timeout, retries=retries)',
  '        return client',
  ...operations.flatMap(methodOf),
]

/** An argument that is named like a word of Python has an underscore behind it. */
const argument = (name: string): string => (canName(name) ? name : `${name}_`)

function methodOf(operation: Operation): string[] {
  const { ids, query, body, form } = operation
  const fields = [...(body?.fields ?? []), ...query]
  const given = [
    ...(form ? [`${form.name}: ${form.isList ? 'Sequence[NamedFile]' : 'NamedFile'}`] : []),
    ...fields.filter(({ isRequired }) => isRequired).map((one) => `${argument(one.name)}: ${fieldType(one)}`),
    ...fields
      .filter(({ isRequired }) => !isRequired)
      .map((one) => `${argument(one.name)}: ${fieldType(one)} = UNSET`),
    ...(operation.takesKey ? ['idempotency_key: str = ""'] : []),
  ]
  const answer =
    operation.answer.is === 'model' ? operation.answer.name : operation.answer.is === 'text' ? 'str' : 'bytes'
  const args = ['self', ...ids.map((id) => `${id}: str`), ...(given.length > 0 ? ['*', ...given] : [])]
  const head = `    def ${snake(operation.name)}(${args.join(', ')}) -> ${answer}:`
  const signature =
    head.length <= 120
      ? [head]
      : [`    def ${snake(operation.name)}(`, ...args.map((one) => `        ${one},`), `    ) -> ${answer}:`]
  const notes = fields.filter(({ words }) => words !== '').map((one) => `${argument(one.name)}: ${one.words}`)
  return ['', ...signature, ...docOf(operation.words, notes), ...callOf(operation, answer)]
}

function docOf(words: string, notes: readonly string[]): string[] {
  const safe = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  if (notes.length === 0) return quoted(words, 8)
  const lines = notes.flatMap((note) =>
    wrapped(safe(note), 100).map((line, at) => (at === 0 ? `        ${line}` : `            ${line}`)),
  )
  const [first = '', ...more] = wrapped(safe(words), 106)
  return [`        """${first}`, ...more.map((line) => `        ${line}`), '', ...lines, '        """']
}

function callOf(operation: Operation, answer: string): string[] {
  const { method, path, ids, query, body, form } = operation
  const entries = (fields: readonly Field[]) =>
    `{${fields.map((one) => `"${one.name}": ${argument(one.name)}`).join(', ')}}`
  const passed = [
    `"${method}", "${path}"`,
    ...(ids.length > 0 ? [`ids=[${ids.join(', ')}]`] : []),
    ...(query.length > 0 ? [`query=${entries(query)}`] : []),
    ...(body ? [`body=${entries(body.fields)}`] : []),
    ...(form ? [`form=("${form.name}", ${form.isList ? form.name : `[${form.name}]`})`] : []),
    ...(operation.answer.is === 'model' ? [] : [`answers="${operation.answer.is}"`]),
    ...(operation.isOnce ? ['once=True'] : []),
    ...(operation.isOpen ? ['is_open=True'] : []),
    ...(operation.takesKey ? ['key=idempotency_key'] : []),
    ...(operation.alsoAnswers === undefined ? [] : [`also=${operation.alsoAnswers}`]),
  ]
  return [
    `        answer: ${answer} = self._call(`,
    ...passed.map((one) => `            ${one},`),
    '        )',
    '        return answer',
  ]
}
