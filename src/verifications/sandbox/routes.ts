// The route of the sandbox: which personas there are, what they do, and whom their card is about.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { holder, type Persona, personas } from './personas.ts'

const about = {
  name: z.string().describe('Name, for `persona` of a new verification.'),
  about: z.string().describe('What the persona does.'),
  decision: namedSchema(
    'PersonaDecision',
    z
      .enum(['approved', 'declined', 'review', 'none'])
      .describe('What a preset comes to with the usual outcomes; `none` where the persona goes away.'),
  ),
  reason: z.string().nullable().describe('The reason that the persona shows; null where there is none.'),
}

const listed = Object.entries(personas).map(([name, persona]) => shown(name, persona))

function shown(name: string, { about, decision, reason }: Persona) {
  return { name, about, decision, reason: reason ?? null }
}

const fields = {
  personas: z.array(namedSchema('Persona', z.object(about))).describe('Every persona.'),
  holder: namedSchema(
    'PersonaHolder',
    z.object({
      name: z.string().describe('Full name.'),
      number: z.string().describe('Number of the card.'),
      birthday: z.string().describe('Day of birth, as DD/MM/YYYY.'),
      sex: z.string().describe('As the card says it.'),
      nationality: z.string().describe('As the card says it.'),
    }),
  ).describe(
    'Whom the card of most personas is about. Expect these data to have them agree, or others to see a reason of `expected`.',
  ),
}

export const sandboxRoutes = (): Route[] => [
  route({
    name: 'listPersonas',
    method: 'GET',
    path: '/verification-personas',
    tag: {
      name: 'Sandbox',
      description: 'Test verifications that are walked through by personas: no camera is needed.',
      area: 'verifications',
    },
    summary: 'List the personas of the sandbox.',
    description:
      'A test key creates a verification with `persona`. The server then walks through it by itself, with cards, chips and films of people who do not exist, by the routes that a phone calls. What is made is marked `is_test` and removed after a day.',
    fields,
    answers: [codes.success],
    example: {
      answers: [
        {
          when: 'Two of the personas.',
          code: codes.success,
          fields: { personas: listed.slice(0, 2), holder },
        },
      ],
    },
    handle: async () => ({ code: codes.success, fields: { personas: listed, holder } }),
  }),
]
