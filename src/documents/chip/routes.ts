// Routes of chips: the files to be judged and kept, evidence, and what an authority answered.
import { z } from 'zod'
import type { StepResult } from '../../access/visits.ts'
import { atLeast } from '../../checks.ts'
import { codes, Refusal, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { base64File, consentReference, externalPersonId, text } from '../../http/schemas.ts'
import { giveBackChipChallenge } from '../../store/records/chips.ts'
import { exampleDocumentId } from '../cards/example.ts'
import type { DocumentParts } from '../parts.ts'
import { takeChipChallenge } from './challenge.ts'
import type { ChipFileName, UploadedChip } from './chip.ts'
import { keepConfirmation, keptConfirmations, MOST_CONFIRMATIONS } from './confirm.ts'
import { type ChipOutcome, createChipDocument } from './create.ts'
import { EVIDENCE_TYPE, evidenceOf } from './evidence.ts'
import { storedChip, storedFiles } from './keep.ts'
import {
  chipId,
  confirmation,
  confirmationResult,
  exampleAnswer,
  exampleChallengeId,
  exampleConfirmation,
  exampleSignature,
  fields,
  judgesChip,
  NAMES,
  noAnswer,
  OTHERS,
  optionalFiles,
  RESPONSE,
  replyOf,
  tag,
  unknown,
} from './route-fields.ts'
import { challenging, opening, sessionSeed, unreadable } from './session-routes.ts'

export const chipRoutes = (runtime: DocumentParts): Route[] => [
  challenging(runtime),
  opening(runtime),
  creating(runtime),
  evidence(runtime),
  confirming(runtime),
]

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const creating = (runtime: DocumentParts) =>
  route({
    name: 'createChipDocument',
    method: 'POST',
    path: '/chip-documents',
    tag,
    summary: 'Judge the files of a chip and keep them.',
    description:
      'Send the files as the chip has them, byte by byte. Files that are not what was signed are answered 120, and nothing is kept; files that cannot be read at all are 422. With `document_id` the chip is held against the pictures of that document, field by field, and gives its values from then on. An unknown document is answered 102, a passport’s chip for a card 109, a challenge or session that was used, is over or never was 143. A chip that answered without the private key is answered 124: it is kept, belongs to no document, and must not be accepted.',
    body: z.strictObject({
      sod: base64File(OTHERS, 'EF.SOD: the signed hashes of all files, with tag 77.'),
      dg1: base64File(OTHERS, 'EF.DG1: the machine-readable zone.'),
      ...optionalFiles,
      active_authentication: namedSchema(
        'ActiveAuthentication',
        z.strictObject({
          challenge_id: text(1, 64).describe('`challenge_id` of `POST /chip-documents/challenge`.'),
          response: base64File(RESPONSE, 'What the chip answered to INTERNAL AUTHENTICATE.'),
        }),
      )
        .optional()
        .describe('The proof that the chip is no copy by a challenge alone.'),
      chip_session: namedSchema(
        'ChipSessionAnswers',
        z.strictObject({
          session_id: text(1, 64).describe('`session_id` of `POST /chip-sessions`.'),
          active_response: base64File(
            RESPONSE,
            'What the chip answered to INTERNAL AUTHENTICATE.',
          ).optional(),
          chip_response: base64File(
            RESPONSE,
            'What the chip answered to `command`: data and both bytes of the status. Needs `dg14`.',
          ).optional(),
        }),
      )
        .optional()
        .describe(
          'The proof that the chip is no copy by a session, in the place of `active_authentication`. Without either `copy` is `not-asked`.',
        ),
      document_id: text(1, 256)
        .optional()
        .describe(
          'Id of a document made of pictures (`/kyc-documents-sync`, `/kyc-documents-sides`) that the chip belongs to. Where the chip names no person, it is of the person of that document.',
        ),
      external_person_id: externalPersonId.optional(),
      consent_reference: consentReference.optional(),
    }),
    fields,
    judges: judgesChip,
    step: { step: 'chip', phase: 'whole' },
    hiddenFromPerson: ['checks'],
    stores: true,
    answers: [
      codes.success,
      codes.chipBroken,
      codes.chipCopied,
      codes.challengeNotFound,
      codes.documentIdNotFound,
      codes.tooManyDocumentTypes,
    ],
    example: {
      body: {
        sod: 'd4IBAA==',
        dg1: 'YQA=',
        dg13: 'bQA=',
        active_authentication: { challenge_id: exampleChallengeId, response: 'AAECAwQFBgc=' },
        external_person_id: 'anna',
        consent_reference: 'contract 7',
      },
      answers: [
        {
          when: 'A state signed the chip, and it is no copy. Most is shortened.',
          code: codes.success,
          fields: exampleAnswer(runtime),
        },
        {
          when: 'A byte of DG1 was changed.',
          code: codes.chipBroken,
          fields: {
            ...noAnswer,
            id: exampleDocumentId,
            authenticity: 'broken',
            authenticity_text: 'dg1 is not what was signed: its hash differs',
            copy: 'not-asked',
            checks: [{ ...atLeast('data-group-hash', 0, 1), field: 'dg1' }],
          },
        },
        {
          when: 'The chip could not answer. Most is shortened.',
          code: codes.chipCopied,
          fields: {
            ...exampleAnswer(runtime),
            process_status: 'failed',
            copy: 'copy',
            warning: ['Chip is a copy'],
            warning_code: [124],
            checks: [atLeast('chip-authentication', 0, 1)],
          },
        },
        {
          when: 'The challenge was used before.',
          code: codes.challengeNotFound,
          fields: { ...noAnswer, id: exampleDocumentId },
        },
      ],
    },
    handle: async ({ body, organisationId, isTest, visit, begun, requestId, signal }) => {
      const { database, vault } = runtime.store
      const files = NAMES.flatMap((name) => {
        const bytes = body[name]
        return bytes ? [[name, bytes] as const] : []
      })
      const asked = askedOf(body)
      const documentId = body.document_id ?? begun?.documentId
      if (begun && documentId !== begun.documentId)
        return { code: codes.documentIdNotFound, fields: { ...noAnswer, id: requestId } }
      const verificationId = visit?.verificationId
      const challenge = asked && { organisationId, id: asked.id, verificationId }
      const taken = challenge && (await takeChipChallenge(database, challenge, runtime.now()))
      if (taken && 'code' in taken) return { code: taken.code, fields: { ...noAnswer, id: requestId } }
      const [signed, agreed] = [asked?.signed, asked?.agreed]
      const proofs = {
        active: taken && signed && { challenge: taken.challenge, response: signed },
        agreement: challenge &&
          agreed && {
            seed: await sessionSeed(runtime, challenge, body.dg14 ?? new Uint8Array()),
            response: agreed,
          },
      }
      const reading = await read(runtime, files, proofs, {
        organisation: organisationId,
        signal: signal(),
      }).catch(async (error: unknown) => {
        // Nothing was judged: the caller may send the same response again.
        if (challenge) await giveBackChipChallenge(database, challenge)
        throw error
      })
      const { fault } = reading
      if (fault?.reason === 'malformed') throw unreadable(fault)
      const outcome = await createChipDocument(database, vault, {
        organisationId,
        externalPersonId: body.external_person_id,
        consentReference: body.consent_reference,
        now: runtime.now(),
        files,
        reading,
        exchange: {
          active: proofs.active && {
            challenge: base64(proofs.active.challenge),
            response: base64(proofs.active.response),
          },
          agreement: challenge && agreed && { session: challenge.id, response: base64(agreed) },
        },
        verificationId,
        documentId,
        requestId,
        isTest,
      })
      runtime.metrics.chipJudged(outcome.authenticity, outcome.copy)
      return { ...replyOf(outcome, runtime.version), attempt: attemptOf(outcome) }
    },
  })

/** What was asked of the chip by a challenge or in a session, and what it answered. */
function askedOf({ active_authentication: alone, chip_session: session }: ChipBody) {
  if (alone && session)
    throw refuse(
      codes.badRequest,
      'chip_session',
      'takes the place of active_authentication: send one of both',
    )
  if (alone) return { id: alone.challenge_id, signed: alone.response, agreed: undefined }
  return session && { id: session.session_id, signed: session.active_response, agreed: session.chip_response }
}

interface ChipBody {
  readonly active_authentication?:
    | { readonly challenge_id: string; readonly response: Uint8Array }
    | undefined
  readonly chip_session?:
    | {
        readonly session_id: string
        readonly active_response?: Uint8Array | undefined
        readonly chip_response?: Uint8Array | undefined
      }
    | undefined
}

/** What a verification gets to know about a chip. */
function attemptOf({ code, id, documentId, authenticity, copy, warnings, checks }: ChipOutcome): StepResult {
  const warning_code = warnings.map((one) => one.code)
  const document_id = documentId
  const findings = { authenticity, copy, document_id, warning_code, checks }
  const isKept = code === codes.success || code === codes.chipCopied
  return { subjectId: isKept ? id : undefined, findings }
}

function read(
  { workers }: DocumentParts,
  files: readonly (readonly [ChipFileName, Uint8Array])[],
  proofs: Pick<UploadedChip, 'active' | 'agreement'>,
  by: { readonly organisation: string; readonly signal: AbortSignal },
) {
  const { sod, ...others } = Object.fromEntries(files) as Record<ChipFileName, Uint8Array>
  // The portrait is all that takes long.
  return workers.run('read-chip', { sod, ...others, ...proofs }, { ...by, field: 'dg2' })
}

const evidence = (runtime: DocumentParts) =>
  route({
    name: 'chipEvidence',
    method: 'GET',
    path: '/chip-documents/{chip_document_id}/evidence',
    tag,
    summary: 'Fetch the signed evidence about a chip.',
    description:
      'Everything that whoever asks the authority needs: certificate of the signer, files, the exchange of active authentication, the receipt of the judgement and what was confirmed since. `evidence` is signed as receipts are, and names the hash of each file; `selfsame receipt verify` checks both without a server. An unknown id is 404, and so is a chip whose files retention has removed.',
    params: chipId,
    fields: {
      evidence: z
        .record(z.string(), unknown)
        .describe(
          'What is signed: hashes of the files, certificates, judgement, exchange, receipt, confirmations.',
        ),
      signature: namedSchema(
        'EvidenceSignature',
        z.object({
          alg: z.literal('Ed25519').describe('Algorithm of the signature.'),
          kid: z.string().describe('RFC 7638 thumbprint of the key, one of `GET /receipts/keys`.'),
          x: z.string().describe('The public key as Base64url text.'),
          value: z
            .string()
            .describe('The signature over `evidence` in the form of RFC 8785, as Base64url text.'),
        }),
      ).describe('Signature of the evidence.'),
      files: z
        .record(z.string(), z.string())
        .describe('The files of the chip as Base64 text, by name; `evidence.files` has the hash of each.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { chip_document_id: exampleDocumentId },
      answers: [
        {
          when: 'The evidence, shortened.',
          code: codes.success,
          fields: {
            evidence: { type: EVIDENCE_TYPE, version: 1, authenticity: 'trusted', copy: 'genuine' },
            signature: exampleSignature,
            files: { sod: 'd4IBAA==', dg1: 'YQA=' },
          },
        },
      ],
    },
    handle: async ({ params, organisationId }) => {
      const { database, vault } = runtime.store
      const place = { organisationId, id: params.chip_document_id }
      const stored = await storedChip(database, vault, place)
      const files = stored && (await storedFiles(vault, place, stored))
      if (!stored || !files) throw new Refusal(codes.notFound)
      const made = evidenceOf({
        ...place,
        record: stored.record,
        confirmations: await keptConfirmations(database, vault, place),
        receipt: (await runtime.receipts.find(organisationId, stored.record.requestId)) ?? null,
        now: runtime.now(),
        version: runtime.version,
      })
      // What is undefined is no JSON, and could not be signed.
      const content = JSON.parse(JSON.stringify(made)) as Parameters<typeof runtime.receipts.sign>[0]
      return {
        code: codes.success,
        fields: {
          evidence: { ...content },
          signature: await runtime.receipts.sign(content),
          files: Object.fromEntries(files.map(([name, bytes]) => [name, bytes.toString('base64')])),
        },
      }
    },
  })

const confirming = (runtime: DocumentParts) =>
  route({
    name: 'confirmChip',
    method: 'POST',
    path: '/chip-documents/{chip_document_id}/confirmation',
    tag,
    summary: 'Record what an authority answered about a chip.',
    description:
      'For whoever asks C06, RAR or another authority through a licensed intermediary: this server asks nobody. The answer is kept sealed with the chip, exported and erased with it, and part of its evidence.',
    params: chipId,
    body: z.strictObject({
      authority: text(1, 256).describe('Who answered.'),
      result: confirmationResult,
      reference: text(1, 256).optional().describe('Their reference.'),
      answered_at: text(1, 64).optional().describe('When they answered, as ISO 8601.'),
      details: text(1, 4096).optional().describe('What else they said.'),
    }),
    fields: {
      confirmation: confirmation.optional().describe('What was recorded. Absent where the chip is unknown.'),
    },
    answers: [codes.success, codes.documentIdNotFound],
    stores: true,
    example: {
      params: { chip_document_id: exampleDocumentId },
      body: { authority: 'C06', result: 'confirmed', reference: 'RAR-2026-000117' },
      answers: [
        {
          when: 'The answer is recorded.',
          code: codes.success,
          fields: { confirmation: { ...exampleConfirmation } },
        },
        { when: 'You have no chip of that id.', code: codes.documentIdNotFound, fields: {} },
      ],
    },
    handle: async ({ body, params, organisationId }) => {
      const { database, vault } = runtime.store
      const place = { organisationId, id: params.chip_document_id }
      if (!(await storedChip(database, vault, place))) return { code: codes.documentIdNotFound, fields: {} }
      if ((await keptConfirmations(database, vault, place)).length >= MOST_CONFIRMATIONS)
        throw refuse(codes.tooLarge, 'authority', `a chip takes at most ${MOST_CONFIRMATIONS} confirmations`)
      return {
        code: codes.success,
        fields: { confirmation: await keepConfirmation(vault, place, body, runtime.now()) },
      }
    },
  })
