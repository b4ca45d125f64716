// Routes of chips: a challenge to sign, and the files of a chip to be judged and kept.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import type { Runtime } from '../../runtime.ts'
import { startChipChallenge } from './challenge.ts'

const tag = {
  name: 'Chips',
  description:
    'The chip of an identity card or a passport, read over NFC: is it signed by a state, and is it a copy?',
  area: 'documents',
} as const

export const chipRoutes = (runtime: Runtime): Route[] => [challenging(runtime)]

const exampleChallengeId = '0b9a5f0e-5f7c-4b0e-9d0a-6d8d2f9c1e37'

const challenging = ({ store, now }: Runtime) =>
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
      expires_at: z.string().describe('When it is over, as ISO 8601 in UTC.'),
    },
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
    handle: async ({ organisationId }) => {
      const { id, challenge, expiresAt } = await startChipChallenge(store.database, organisationId, now())
      return {
        code: codes.success,
        fields: {
          challenge_id: id,
          challenge: challenge.toString('base64'),
          challenge_hex: challenge.toString('hex').toUpperCase(),
          expires_at: new Date(expiresAt).toISOString(),
        },
      }
    },
  })
