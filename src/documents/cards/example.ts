// Example answers of documents in the OpenAPI: a record of the values that a kind gives as its example.
import { atLeast, atMost } from '../../checks.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { confidenceText } from '../confidence-text.ts'
import type { Capability } from '../fields/row.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { KINDS, type Kind } from '../kinds/kinds.ts'
import { serverTag } from '../server-tag.ts'
import { type AnswerValues, answerValues, type CardRecord, emptyRecord } from './record.ts'

export const exampleDocumentId = '2a1a1a79-6815-47e8-a014-35511f399a85'
export const exampleFileIds = [
  '5d7c2ca3-4019-4814-bea7-ef3ba23c10e4',
  '9bb0a41b-f274-48a8-a6ce-d132d7d8a0ad',
] as const

const CORNERS: Quad = quad(54.3, 147.1, 1409.5, 173.5, 1389.6, 1022.7, 38.1, 1003.3)
const LINE: Quad = quad(606.1, 466.3, 973.8, 473.4, 972.9, 512, 605.2, 504.9)

function quad(
  ...[a, b, c, d, e, f, g, h]: readonly [number, number, number, number, number, number, number, number]
): Quad {
  return [
    { x: a, y: b },
    { x: c, y: d },
    { x: e, y: f },
    { x: g, y: h },
  ]
}

/** The first kind that is meant and has an example. */
function exampleKind(isMeant: (kind: Kind) => boolean) {
  const definition = KINDS.find(({ kind, example }) => example && isMeant(kind))
  if (!definition) throw new Error('no kind of document has an example')
  const { kind, document = '', example = {} } = definition
  return { kind, document, example }
}

export function exampleValues<Of extends Capability>(
  capability: Of,
  isMeant: (kind: Kind) => boolean,
): AnswerValues<Of> {
  const { example } = exampleKind(isMeant)
  return answerValues(capability, (field) => {
    const value = example[field]
    return value === undefined ? undefined : { value, confidences: [0.9987] }
  })
}

/** A front that was read well, of a kind that is meant. Places and checks are a part of what an answer has. */
export function exampleRecord<Of extends Capability>(
  capability: Of,
  isMeant: (kind: Kind) => boolean,
  version: string,
): CardRecord<Of> {
  const { kind, document, example } = exampleKind(isMeant)
  const read = ANSWER_FIELDS[capability].filter(({ field }) => example[field] !== undefined)
  const [first] = read
  return {
    ...emptyRecord(capability, serverTag(version)),
    ...exampleValues(capability, isMeant),
    document,
    documentconf: confidenceText([0.999]),
    document_version: kind,
    id_type: '0',
    reliability: confidenceText([0.9544]),
    source: Object.fromEntries(read.map(({ name }) => [name, ['ocr' as const]])),
    places: first ? { [first.name]: [{ file: 0, source: 'ocr', quad: LINE }] } : {},
    pages: [{ file: 0, document, idType: '0', width: 1498, height: 1126, corners: CORNERS }],
    checks: [
      atMost('recapture', 0.0455, 0.5),
      atLeast('pixels-per-millimetre', 15.8004, 4.5),
      atLeast('number-structure', 1, 1),
    ],
  }
}
