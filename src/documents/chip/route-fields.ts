// What the routes of chips take and answer: files, certificates, data, the confirmation, and their examples.

import { z } from 'zod'
import type { Check } from '../../checks.ts'
import { atLeast } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import type { Reply } from '../../http/route-spec.ts'
import { base64File, checks, examplePicture } from '../../http/schemas.ts'
import { time } from '../../http/times.ts'
import { exampleDocumentId, exampleFileIds, exampleRecord, exampleValues } from '../cards/example.ts'
import { type AnswerValues, answerValues } from '../cards/record.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { describeKinds, isIdentityDocument, kindDefinition } from '../kinds/kinds.ts'
import type { DocumentParts } from '../parts.ts'
import { processStatus, servedShape, server_tag, sources } from '../route-fields.ts'
import { serverTag } from '../server-tag.ts'
import type { ChipFileName, DataGroup } from './chip.ts'
import { type KeptConfirmation, RESULTS } from './confirm.ts'
import type { ChipOutcome } from './create.ts'
import { aboutChipOnly, CHIP_ONLY, type ChipOnly } from './facts.ts'

export const tag = {
  name: 'Chips',
  description:
    'The chip of an identity card or a passport, read over NFC: is it signed by a state, and is it a copy?',
  area: 'documents',
} as const
/** Files of pictures may be so large, the others so large, in bytes: chips hold far less. */
const PICTURES = 1024 * 1024
export const OTHERS = 64 * 1024
/** An RSA key of 8192 bits answers with 1024 bytes. */
export const RESPONSE = 1024

// biome-ignore format: one file a row
const FILES: Readonly<Record<Exclude<ChipFileName, 'sod' | 'dg1'>, readonly [limitBytes: number, about: string]>> = {
  com: [OTHERS, 'EF.COM: which files the chip has. It is not signed.'],
  dg2: [PICTURES, 'EF.DG2: the portrait.'],
  dg3: [PICTURES, 'EF.DG3: fingerprints. They are checked against their signature and kept, and never looked at.'],
  dg4: [PICTURES, 'EF.DG4: irises. They are checked and kept, and never looked at.'],
  dg5: [PICTURES, 'EF.DG5: the portrait as it is displayed.'],
  dg6: [PICTURES, 'EF.DG6, which is reserved.'],
  dg7: [PICTURES, 'EF.DG7: the signature of the holder as it is displayed.'],
  dg8: [OTHERS, 'EF.DG8.'],
  dg9: [OTHERS, 'EF.DG9.'],
  dg10: [OTHERS, 'EF.DG10.'],
  dg11: [OTHERS, 'EF.DG11: details of the person.'],
  dg12: [OTHERS, 'EF.DG12: details of the document.'],
  dg13: [OTHERS, 'EF.DG13: what each state likes; on the Vietnamese card all that is printed on it, parents, spouse and the old number.'],
  dg14: [OTHERS, 'EF.DG14: what the chip can do; with `chip_session` the file that the session was opened with.'],
  dg15: [OTHERS, 'EF.DG15: the public key of the chip, which active authentication needs.'],
  dg16: [OTHERS, 'EF.DG16: people to notify.'],
}
const OPTIONAL = Object.keys(FILES) as readonly (keyof typeof FILES)[]
/** In the order in which they are stored. */
export const NAMES: readonly ChipFileName[] = [
  'sod',
  'com',
  'dg1',
  ...OPTIONAL.filter((name) => name !== 'com'),
]

export const optionalFiles = Object.fromEntries(
  OPTIONAL.map((name) => [name, base64File(...FILES[name]).optional()]),
) as Record<keyof typeof FILES, z.ZodOptional<ReturnType<typeof base64File>>>

const certificate = namedSchema(
  'ChipCertificate',
  z.object({
    country: z.string().describe('Country of the subject, two letters; empty where it names none.'),
    subject: z.string().describe('Whom it was issued to.'),
    issuer: z.string().describe('Who issued it.'),
    serial_number: z.string().describe('Serial number, in hexadecimal digits.'),
    sha256: z.string().describe('SHA-256 of the certificate, in hexadecimal digits.'),
    not_before: time('Since when it is valid'),
    not_after: time('Until when it is valid'),
  }),
)

const authenticity = namedSchema(
  'ChipAuthenticity',
  z
    .enum(['trusted', 'unknown-anchor', 'revoked', 'expired', 'broken'])
    .describe(
      'Whether a state signed the chip. Only `trusted` is proof: a certificate of the trust store stands for the signer. `unknown-anchor`: the chip is whole, but nobody that this server trusts stands for its signer. `revoked` and `expired`: the certificate of the signer was withdrawn, or was not valid. `broken`: it is not what was signed; nothing was kept.',
    ),
)

const copy = namedSchema(
  'ChipCopy',
  z
    .enum(['genuine', 'copy', 'not-asked'])
    .describe(
      'Whether the chip is a copy. `genuine`: it has the private key whose public half is signed in DG15 (active authentication) or DG14 (chip authentication). `copy`: it was asked for one and does not have it. `not-asked`: no response was sent, or the chip has no such key; the files may come from anywhere.',
    ),
)

const recognized_data = namedSchema(
  'ChipData',
  z.object({
    ...servedShape<keyof AnswerValues<'identity'>>(ANSWER_FIELDS.identity),
    ...(Object.fromEntries(
      CHIP_ONLY.map((name) => [
        name,
        z.string().describe(`${aboutChipOnly(name)} Only chips have it; empty where it has none.`),
      ]),
    ) as Record<ChipOnly, z.ZodString>),
    document: z
      .string()
      .describe('Kind of the document: `CHIP ID`, `CC` or `PASSPORT`; empty for a card of another country.'),
    document_version: z
      .string()
      .describe(
        `The kind more exactly: ${describeKinds((kind) => kindDefinition(kind).chip !== undefined)}.`,
      ),
    server_tag,
    source: sources,
    data_group: z
      .record(z.string(), z.string())
      .describe(
        'The file of the chip that says each value, by the name of its field: `dg1`, `dg13` and so on.',
      ),
  }),
)

export const fields = {
  document_type: z.literal('chip-document').describe('Always `chip-document`.'),
  id: z.string().describe('Id of the chip document. Where nothing was kept, it only names the answer.'),
  document_id: z.string().optional().describe('The document made of pictures that it belongs to.'),
  linked_file_ids: z
    .array(z.string())
    .describe('Ids of what was kept: the files of the chip as one, and the portrait.'),
  process_status: processStatus,
  authenticity: authenticity.optional(),
  authenticity_text: z
    .string()
    .optional()
    .describe(
      'What that means, in a sentence or two, for people who decide. Absent where the chip was not judged.',
    ),
  copy: copy.optional(),
  signer: certificate
    .optional()
    .describe('The certificate that signed the chip. Absent where it could not be read.'),
  anchor: certificate
    .optional()
    .describe('The certificate of the trust store that the chain ends in. Absent where there is none.'),
  chain: z.array(certificate).describe('All certificates from the signer to the anchor.'),
  signature: namedSchema(
    'ChipSignature',
    z.object({
      hash: z.string().describe('Algorithm by which the files are hashed.'),
      algorithm: z.string().describe('Algorithm of the signature.'),
      key: z.string().describe('Kind and size of the key of the signer.'),
      signed_at: z.string().optional().describe('When it was signed, where the signature says so.'),
      lds_version: z.string().optional().describe('Version of the data structure, where it says so.'),
    }),
  )
    .optional()
    .describe('How the chip is signed. Absent where that could not be read.'),
  recognized_data: recognized_data
    .optional()
    .describe(
      'What the chip says and, where it belongs to a document, what was read in its pictures. Absent where nothing was kept.',
    ),
  portrait: namedSchema(
    'ChipPortrait',
    z.object({
      content: z.string().describe('The portrait as JPEG, as Base64 text.'),
      width: z.int().describe('Width in pixels.'),
      height: z.int().describe('Height in pixels.'),
      format: z.string().describe('The format in the chip: `jpeg` or `jpeg2000`.'),
    }),
  )
    .optional()
    .describe('The portrait of DG2. Absent where it was not sent, or nothing was kept.'),
  data_groups: z
    .array(
      namedSchema(
        'ChipFile',
        z.object({
          name: z.string().describe('Name of the file, as it was sent.'),
          bytes: z.int().describe('Size in bytes.'),
          sha256: z.string().describe('SHA-256 of the file, in hexadecimal digits.'),
          signed: z.boolean().describe('Whether the signed list has a hash of it.'),
        }),
      ),
    )
    .describe('The files that were sent.'),
  warning: z.array(z.string()).describe('What speaks against the document, as text.'),
  warning_code: z
    .array(z.int())
    .describe(
      'The code of each warning, in the same order: 109 (the chip is of another person than the pictures), 121 (nobody trusted stands for the signer), 122 (the signer was revoked), 123 (the signer was not valid), 124 (the chip is a copy), 125 (the chip contradicts the pictures), 126 (the document has expired), 127 (files of the chip contradict each other).',
    ),
  checks,
}
export const noAnswer = {
  document_type: 'chip-document' as const,
  linked_file_ids: [],
  process_status: 'failed' as const,
  chain: [],
  data_groups: [],
  warning: [],
  warning_code: [],
  checks: [],
}

type Fields = z.output<z.ZodObject<typeof fields>>

export function replyOf(outcome: ChipOutcome, version: string): Reply<Fields> {
  const { code, id, documentId, fileIds, facts, card, signed, portrait } = outcome
  const chain = outcome.chain.map(certificateOf)
  const anchor = outcome.chain.findIndex(({ role }) => role === 'anchor')
  const isAccepted = code === codes.success
  return {
    code,
    fields: {
      document_type: 'chip-document',
      id,
      ...(documentId !== undefined && isAccepted && { document_id: documentId }),
      linked_file_ids: [...fileIds],
      process_status: isAccepted ? 'processed' : 'failed',
      authenticity: outcome.authenticity,
      authenticity_text: outcome.words,
      copy: outcome.copy,
      ...(chain[0] && { signer: chain[0] }),
      ...(chain[anchor] && { anchor: chain[anchor] }),
      chain,
      ...(signed && {
        signature: {
          hash: signed.hashAlgorithm,
          algorithm: signed.signatureAlgorithm,
          key: signed.key,
          ...(signed.signedAt !== undefined && { signed_at: signed.signedAt }),
          ...(signed.ldsVersion !== undefined && { lds_version: signed.ldsVersion }),
        },
      }),
      ...(facts && card && { recognized_data: dataOf(facts, card, version) }),
      ...(portrait && {
        portrait: {
          content: Buffer.from(portrait.jpeg).toString('base64'),
          width: portrait.width,
          height: portrait.height,
          format: portrait.format,
        },
      }),
      data_groups: outcome.files.map(({ name, bytes, sha256 }) => ({
        name,
        bytes,
        sha256,
        signed: signed?.signedGroups.includes(Number(name.slice(2)) as DataGroup) === true,
      })),
      warning: outcome.warnings.map(({ text }) => text),
      warning_code: outcome.warnings.map(({ code }) => code),
      checks: [...outcome.checks],
    },
  }
}

/** Names of subjects begin with the country, as a rule. */
const certificateOf = (link: ChipOutcome['chain'][number]) => ({
  country: /(?:^|, )C=([^,]*)/.exec(link.subject)?.[1]?.trim().toUpperCase() ?? '',
  subject: link.subject,
  issuer: link.issuer,
  serial_number: link.serialNumber,
  sha256: link.fingerprint,
  not_before: link.notBefore,
  not_after: link.notAfter,
})

function dataOf(
  facts: NonNullable<ChipOutcome['facts']>,
  { kind, combined }: NonNullable<ChipOutcome['card']>,
  version: string,
): z.output<typeof recognized_data> {
  const found = ANSWER_FIELDS.identity.flatMap(({ name, field }) => {
    const value = combined.fields.get(field)
    return value ? [[name, field, value] as const] : []
  })
  return {
    ...answerValues('identity', (field) => combined.fields.get(field)),
    ...(Object.fromEntries(CHIP_ONLY.map((name) => [name, facts.only[name] ?? ''])) as Record<
      ChipOnly,
      string
    >),
    document:
      kindDefinition(kind).document ?? (kindDefinition(kind).chip?.format === 'TD3' ? 'PASSPORT' : ''),
    document_version: kind,
    server_tag: serverTag(version),
    source: {
      ...Object.fromEntries(found.map(([name, , { sources }]) => [name, [...sources]])),
      ...Object.fromEntries(Object.keys(facts.only).map((name) => [name, ['chip' as const]])),
    },
    data_group: {
      ...Object.fromEntries(
        found.flatMap(([name, field]) => (facts.files[field] ? [[name, facts.files[field]]] : [])),
      ),
      ...Object.fromEntries(
        CHIP_ONLY.flatMap((name) => (facts.files[name] ? [[name, facts.files[name]]] : [])),
      ),
    },
  }
}

const exampleCertificate = {
  country: 'VN',
  subject: 'C=VN, O=Specimen of a state, CN=Document Signer Specimen',
  issuer: 'C=VN, O=Specimen of a state, CN=CSCA Specimen',
  serial_number: '1001',
  sha256: '9af53fa20e9af8dbdd10ae99e1d7ddeada9c7699e5b42fc85134df9c90928ca9',
  not_before: '2024-06-01T00:00:00.000Z',
  not_after: '2040-06-01T00:00:00.000Z',
}
const exampleAnchor = {
  ...exampleCertificate,
  subject: exampleCertificate.issuer,
  serial_number: '02',
  sha256: '6b5fa6fe45cc4e855a73760413e08b7a9ac50a27722c702f3909a90facc991bd',
}

export function exampleAnswer({ version }: DocumentParts): Fields {
  const { document, document_version } = exampleRecord('identity', isIdentityDocument, version)
  const values = exampleValues('identity', isIdentityDocument)
  return {
    ...noAnswer,
    id: exampleDocumentId,
    linked_file_ids: [...exampleFileIds],
    process_status: 'processed',
    authenticity: 'trusted',
    authenticity_text: 'The state (VN) signed the chip, and nothing in it was changed since.',
    copy: 'genuine',
    signer: exampleCertificate,
    anchor: exampleAnchor,
    chain: [exampleCertificate, exampleAnchor],
    signature: {
      hash: 'SHA-256',
      algorithm: 'ECDSA with SHA-256',
      key: 'brainpoolP256r1',
      signed_at: '2024-07-01T00:00:00.000Z',
    },
    recognized_data: {
      ...values,
      ...(Object.fromEntries(CHIP_ONLY.map((name) => [name, ''])) as Record<ChipOnly, string>),
      father_name: 'NGUYỄN VĂN HẢI',
      document,
      document_version,
      server_tag: serverTag(version),
      source: { id: ['chip'], name: ['chip'] },
      data_group: { id: 'dg13', name: 'dg13', father_name: 'dg13' },
    },
    portrait: { content: examplePicture, width: 413, height: 531, format: 'jpeg2000' },
    data_groups: [
      {
        name: 'dg1',
        bytes: 95,
        sha256: '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea',
        signed: true,
      },
    ],
    checks: [{ ...atLeast('data-group-hash', 1, 1), field: 'dg1' }, atLeast('signer-certified', 1, 1)],
  }
}

export const chipId = { chip_document_id: '`id` of the answer of `POST /chip-documents`.' }

export const confirmationResult = namedSchema(
  'ChipConfirmationResult',
  z.enum(RESULTS).describe('What they answered: the document is theirs, it is not, or they cannot say.'),
)

export const confirmation = namedSchema(
  'ChipConfirmation',
  z.object({
    id: z.string().describe('Id of the entry.'),
    received_at: time('When you reported it'),
    authority: z.string().describe('Who answered.'),
    result: confirmationResult,
    reference: z.string().optional().describe('Their reference.'),
    answered_at: z.string().optional().describe('When they answered, as you wrote it.'),
    details: z.string().optional().describe('What else they said.'),
  }),
)

export const unknown = z.unknown()
export const exampleSignature = {
  alg: 'Ed25519' as const,
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  value: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
}
export const exampleConfirmation: KeptConfirmation = {
  id: '6f7c8a10-2d1f-4c5e-8f2b-3a4b5c6d7e8f',
  received_at: '2026-11-15T08:10:00.000Z',
  authority: 'C06',
  result: 'confirmed',
  reference: 'RAR-2026-000117',
}

export const judgesChip = {
  about: 'chip',
  judgement: ({ checks }: { readonly checks?: readonly object[] | undefined }) => ({
    checks: (checks ?? []) as readonly Check[],
  }),
} as const

export const exampleChallengeId = '0b9a5f0e-5f7c-4b0e-9d0a-6d8d2f9c1e37'
