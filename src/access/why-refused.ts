// The sentences that tell a caller why their credentials do not open a call.
import { codes } from '../codes.ts'

/** What a link or token is good for, as refusals and the log name it. */
export const visited = 'verification'

const tests = 'test verifications, their webhooks, and reading policies'

export const whyRefused = {
  onlyPersons:
    'this call is for the person: it takes the link or token of a verification, and no credentials of the organisation',
  onlyMembers: 'this call is for a member with a session, and takes no credentials of the organisation',
  linkAlone: 'a link is good for POST /verification-session/token alone, which gives a token for it',
  tokenAlone:
    'the token of a person is good for /verification-session and the calls of the steps of its verification',
  beyondSandbox: (header: string): string =>
    `with the header ${header} a call is for ${tests}; this one needs it left out`,
  beyondTestKey: (id: string): string =>
    `the API key ${id} is a test key, which is for ${tests}; this call needs a live one`,
} as const

/** What a person is refused whose step is not open; they share a status. */
export const stepRefusals = [codes.stepNotOpen, codes.noAttemptsLeft, codes.verificationOver] as const
