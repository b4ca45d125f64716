// Makes values that fit a schema of the OpenAPI document, and unexpected ones.
import fc from 'fast-check'
import { exercises } from '../../src/liveness/profile/tasks.ts'
import type { RandomChoices } from '../kit/random-choices.ts'
import type { Api, Operation, Schema } from './api.ts'
import { requestFiles } from './chip-uploads.ts'
import { drawFile, type FileSource, writeFile } from './files.ts'
import { type Known, meaningOf } from './known-ids.ts'
import { credential, registration } from './proofs.ts'

/** What a sequence draws its requests from. */
export interface Source extends FileSource {
  readonly api: Api
  readonly known: Known
  readonly odd: OddValues
  /** The secret is in every text of the sequence, so that an answer or a log line that repeats one is detected. */
  readonly secret: string
}

interface OddValues {
  readonly values: readonly unknown[]
  readonly texts: readonly string[]
}

const handPicked: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  0.5,
  1e-320,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  '',
  ' ',
  '0',
  '1',
  'null',
  'true',
  '[]',
  '{}',
  '\0',
  '\ud800',
  '\uffff',
  '\u202e',
  '😀',
  'é',
  'a'.repeat(5000),
  [],
  [null],
  [[]],
  {},
  { a: null },
  { toString: 1 },
  { constructor: { prototype: { x: 1 } } },
  { length: 9 },
  '../../../etc/passwd',
  "' OR 1=1 --",
  '%7B7*7%7D',
  '{{7*7}}',
  '<script>',
  '%00',
  'CON',
  '\r\nX-A: b',
  'constructor',
]

/** Odd values are drawn once per run from its seed: every sequence picks among the same. */
export function oddValues(seed: number): OddValues {
  const draw = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { seed, numRuns })
  const texts = draw(fc.string({ unit: 'binary', maxLength: 60 }), 150)
  const values = [
    ...handPicked,
    ...draw(fc.jsonValue({ maxDepth: 6 }), 150),
    ...draw(fc.double(), 50),
    ...texts,
  ]
  const picked = handPicked.filter((one) => typeof one === 'string')
  return { values, texts: [...picked, ...texts] }
}

const secretText = ({ secret, random }: Source): string => `${secret}${random.whole(0, 9)}`

/** Fills a value in as a caller would who has read the description. */
export function soundValue(source: Source, operation: Operation, given: Schema, name = ''): unknown {
  const { api, random } = source
  const schema = api.resolve(given)
  if (/asskey|^join$/.test(operation.id) && /^(response|passkey)$/.test(name) && random.is(0.9))
    return credential(source.known, operation.id !== 'signInWithPasskey', random)
  if (schema.enum) {
    // Among words that fit, those that the server itself has used are preferred: the tasks of this challenge.
    const used = source.known.of(name).filter((word) => schema.enum?.includes(word))
    return random.pick(used.length > 0 && random.is(0.9) ? used : schema.enum)
  }
  if ('const' in schema) return schema.const
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return soundValue(source, operation, random.pick(choices), name)
  if (schema.contentEncoding === 'base64') return writeFile(drawFile(operation, source), random)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return soundObject(source, operation, schema)
    case 'array':
      return Array.from({ length: random.whole(schema.minItems ?? 0, 3) }, () =>
        soundValue(source, operation, schema.items ?? {}, name),
      )
    case 'boolean':
      return random.is(0.5)
    case 'integer':
    case 'number':
      return soundNumber(random, schema, name)
    default:
      return soundText(source, operation, schema, name)
  }
}

function soundObject(
  source: Source,
  operation: Operation,
  { properties = {}, required = [] }: Schema,
): object {
  const isChip = operation.id === CHIP_UPLOAD && 'sod' in properties
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || source.random.is(0.4))
    .map(([name, schema]) => [name, soundValue(source, operation, schema, name)])
  const sound = Object.fromEntries(entries)
  if (operation.id === 'registerCaptureKey' && 'nonce' in properties && source.random.is(0.9))
    return registration(source.known, source.random)
  return isChip && source.isDeep && source.random.is(0.85) ? withChip(sound, source) : sound
}

const CHIP_UPLOAD = 'createChipDocument'

/** Files that were drawn one by one would never be of one chip, and one of them in bad Base64 refuses all. */
function withChip(sound: Readonly<Record<string, unknown>>, { corpus, random }: Source): object {
  const isKept = (name: string) =>
    !/^(?:sod|com|dg\d+)$/.test(name) && (name !== 'active_authentication' || random.is(0.2))
  const isFoul = random.is(0.1)
  const files = requestFiles(corpus.chips, random).map(([name, bytes]) => [
    name,
    isFoul ? writeFile(Buffer.from(bytes), random) : Buffer.from(bytes).toString('base64'),
  ])
  return Object.fromEntries([...Object.entries(sound).filter(([name]) => isKept(name)), ...files])
}

/** The size of the people in the corpus; others would be refused for their proportions. */
const usual: Readonly<Record<string, number>> = { image_width: 360, image_height: 480 }

function soundNumber(random: RandomChoices, schema: Schema, name: string): number {
  const { minimum = schema.exclusiveMinimum ?? 0, maximum = 1e6, type } = schema
  if (name === 'timestamp') return Date.now() - random.whole(0, 5000)
  const number = usual[name]
  if (number !== undefined && random.is(0.85)) return number
  const value = random.is(0.3)
    ? random.pick([minimum, maximum])
    : minimum + (maximum - minimum) * (random.whole(1, 999) / 1000)
  return type === 'integer' ? Math.round(value) : value
}

const exerciseWords = [...exercises, 'custom', 'yaw-smile', 'wink-pitch-yaw-smile', 'yaw-yaw', 'frown']

export function soundText(source: Source, operation: Operation, schema: Schema, name: string): string {
  const { random, known } = source
  const learned = known.of(meaningOf(operation, name))
  if (learned.length > 0 && random.is(0.9))
    return random.is(0.7) ? (learned.at(-1) ?? '') : random.pick(learned)
  if (name === 'exercise') return random.pick(exerciseWords)
  if (name === 'email' && random.is(0.9)) return `${secretText(source)}@fuzz.example`
  if (/password$/.test(name) && random.is(0.8)) return 'four plain words of mine'
  if (schema.format === 'date-time') return new Date(1.7e12 + random.whole(0, 1e9)).toISOString()
  const { minLength = 0, maxLength = 64 } = schema
  const text = secretText(source)
  if (random.is(0.05)) return text.padEnd(maxLength, 'x').slice(0, maxLength)
  return text.slice(0, maxLength).padEnd(minLength, 'x')
}
