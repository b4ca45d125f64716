// Routes of what a chip is asked to prove with: a challenge to sign, and a session in which it agrees on keys with the server.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import { base64File } from '../../http/schemas.ts'
import { iso, time } from '../../http/times.ts'
import type { OwnChallenge } from '../../store/records/chips.ts'
import type { DocumentParts } from '../parts.ts'
import { seedOf, startChipChallenge } from './challenge.ts'
import type { ChipFault } from './chip.ts'
import { wordsOf } from './create.ts'
import { exampleChallengeId, OTHERS, tag } from './route-fields.ts'

export const challenging = ({ store, now }: DocumentParts) =>
  route({
    name: 'startChipChallenge',
    method: 'POST',
    path: '/chip-documents/challenge',
    tag,
    summary: 'Ask for the bytes that a chip is to sign.',
    description:
      'Send the 8 bytes to the chip with INTERNAL AUTHENTICATE, and what it answers to `POST /chip-documents`. A challenge is good for one judgement within three minutes.',
    body: z.strictObject({}),
    bodyIsOptional: true,
    fields: {
      challenge_id: z.string().describe('Id of the challenge, for `active_authentication.challenge_id`.'),
      challenge: z.string().describe('The 8 bytes for the chip, as Base64 text.'),
      challenge_hex: z.string().describe('The same 8 bytes as 16 hexadecimal digits, as APDUs are written.'),
      expires_at: time('When it is over'),
    },
    step: { step: 'chip', phase: 'part' },
    answers: [codes.success],
    example: {
      body: {},
      answers: [
        {
          when: 'The challenge is open.',
          code: codes.success,
          fields: {
            challenge_id: exampleChallengeId,
            challenge: 'q83vASNFZ4k=',
            challenge_hex: 'ABCDEF0123456789',
            expires_at: '2026-11-15T08:03:00.000Z',
          },
        },
      ],
    },
    handle: async ({ organisationId, visit }) => {
      const of = { organisationId, verificationId: visit?.verificationId }
      const { id, challenge, expiresAt } = await startChipChallenge(store.database, of, now())
      return {
        code: codes.success,
        fields: {
          challenge_id: id,
          challenge: challenge.toString('base64'),
          challenge_hex: challenge.toString('hex').toUpperCase(),
          expires_at: iso(expiresAt),
        },
      }
    },
  })

export const opening = (runtime: DocumentParts) =>
  route({
    name: 'openChipSession',
    method: 'POST',
    path: '/chip-sessions',
    tag,
    summary: 'Open a session in which a chip proves to the server that it is no copy.',
    description:
      'Good for one judgement within three minutes. Send DG14 as soon as it is read, and go on reading meanwhile. Then hand `chip_authentication.public_key` to the chip (MSE:Set KAT for Triple DES, MSE:Set AT and GENERAL AUTHENTICATE for AES), send it `command` as it is, and what it answers to `POST /chip-documents` as `chip_session.chip_response`. A DG14 that cannot be read is 422.',
    body: z.strictObject({
      dg14: base64File(
        OTHERS,
        'EF.DG14, as the chip has it. Without it there is active authentication alone.',
      ).optional(),
    }),
    bodyIsOptional: true,
    fields: {
      session_id: z.string().describe('Id of the session, for `chip_session.session_id`.'),
      expires_at: time('When it is over'),
      active_authentication: namedSchema(
        'ChipSessionChallenge',
        z.object({
          challenge: z.string().describe('The 8 bytes for INTERNAL AUTHENTICATE, as Base64 text.'),
          challenge_hex: z.string().describe('The same 8 bytes as 16 hexadecimal digits.'),
        }),
      ).describe('For a chip with DG15.'),
      chip_authentication: namedSchema(
        'ChipSessionAgreement',
        z.object({
          oid: z
            .string()
            .describe('The protocol that the chip offers in DG14, such as `0.4.0.127.0.7.2.2.3.2.2`.'),
          key_id: z
            .int()
            .nullable()
            .describe('The number of the key of the chip; null where it has but one.'),
          public_key: z
            .string()
            .describe(
              'The key of the server for this session, as the chip takes it (a point, or a number), as Base64 text.',
            ),
          command: z
            .string()
            .describe(
              'One whole command under the keys that only the chip and the server then have, as Base64 text.',
            ),
        }),
      )
        .nullable()
        .describe('Null where DG14 was not sent, or offers no key that the server knows.'),
    },
    step: { step: 'chip', phase: 'part' },
    answers: [codes.success],
    example: {
      body: { dg14: 'bgIxAA==' },
      answers: [
        {
          when: 'The session is open, and the chip agrees on keys of AES.',
          code: codes.success,
          fields: {
            session_id: exampleChallengeId,
            expires_at: '2026-11-15T08:03:00.000Z',
            active_authentication: { challenge: 'q83vASNFZ4k=', challenge_hex: 'ABCDEF0123456789' },
            chip_authentication: {
              oid: '0.4.0.127.0.7.2.2.3.2.2',
              key_id: null,
              public_key: 'BGsX0fLhLEJH+Lzm5WOkQPJ3A32B…',
              command: 'DKQCDB2HEQHyoJ6…',
            },
          },
        },
      ],
    },
    handle: async ({ body, organisationId, visit, signal }) => {
      const { database } = runtime.store
      const of = { organisationId, verificationId: visit?.verificationId }
      const { id, challenge, expiresAt } = await startChipChallenge(database, of, runtime.now())
      const { dg14 } = body ?? {}
      const offered = dg14 && {
        ...(await runtime.workers.run(
          'offer-agreement',
          { dg14, seed: await sessionSeed(runtime, { organisationId, id }, dg14) },
          { organisation: organisationId, signal: signal(), field: 'dg14' },
        )),
      }
      if (offered && 'fault' in offered) throw unreadable(offered.fault)
      const { offer } = offered ?? {}
      return {
        code: codes.success,
        fields: {
          session_id: id,
          expires_at: iso(expiresAt),
          active_authentication: {
            challenge: challenge.toString('base64'),
            challenge_hex: challenge.toString('hex').toUpperCase(),
          },
          chip_authentication: offer
            ? {
                oid: offer.protocol,
                key_id: offer.keyId ?? null,
                public_key: base64(offer.publicKey),
                command: base64(offer.command),
              }
            : null,
        },
      }
    },
  })

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const unreadable = (fault: ChipFault) =>
  refuse(codes.unreadable, fault.file, wordsOf(fault).slice(fault.file.length + 1))

/** What the key of the server for this session is made of, so that none is stored. */
export const sessionSeed = async (
  { store }: DocumentParts,
  place: OwnChallenge,
  dg14: Uint8Array,
): Promise<Buffer> => seedOf(await store.keyring.secretNamed('chip-sessions'), place, dg14)
