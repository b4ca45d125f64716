// The routes of an organisation's own look: what people see who open its links.
import { z } from 'zod'
import { codes, Refusal, refuse } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { base64File, text } from '../http/schemas.ts'
import { iso, timeOrNull } from '../http/times.ts'
import type { Runtime } from '../runtime.ts'
import { findBrand, findLogo, keepBrand } from '../store/records/brands.ts'
import { readable } from '../uploaded-images.ts'
import { type BrandColours, coloursOf, contrastOnWhite, LEAST_CONTRAST } from './colours.ts'

const tag = {
  name: 'Brand',
  description: 'How the organisation looks to the people that it asks: docs/guides/brand.md.',
  area: 'policies',
} as const

const MOST_LOGO_BYTES = 256 * 1024
const MOST_LANGUAGES = 8

const language = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .describe('A language by its code, such as `vi` or `en`.')
const email = z
  .string()
  .max(120)
  .regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/)
const phone = z
  .string()
  .max(24)
  .regex(/^\+?[0-9][0-9 ().-]{4,}$/)

/** Not a scheme of its own, which any app may claim; and what stands behind # does not reach a web server. */
const appLink = z
  .string()
  .max(300)
  .regex(/^https:\/\/[^\s/?#@\\"<>]+(?:\/[^\s#\\"<>]*)?$/)

const texts = namedSchema(
  'BrandTexts',
  z
    .strictObject({
      welcome: text(1, 300).optional().describe('Stands on the first screen, below its title.'),
      consent: text(1, 1000)
        .optional()
        .describe('Stands above the question for consent, beside what the page itself says.'),
    })
    .describe('Texts of the organisation in one language; plain text.'),
)

const settings = {
  display_name: text(1, 60)
    .optional()
    .describe('What people know the organisation by. Without it they read its name on this server.'),
  accent: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .optional()
    .describe(
      `Colour of buttons and links, as \`#rrggbb\`. Its contrast with white must be at least ${LEAST_CONTRAST} to 1; for dark pages it is lightened by itself.`,
    ),
  languages: z
    .array(language)
    .min(1)
    .max(MOST_LANGUAGES)
    .optional()
    .describe('Languages that people may choose, of those that the page has. Without it all of them.'),
  texts: z
    .record(language, texts)
    .refine((all) => Object.keys(all).length <= MOST_LANGUAGES, {
      message: `must have at most ${MOST_LANGUAGES} languages`,
    })
    .optional()
    .describe('Texts of your own, by language.'),
  help_email: email.optional().describe('Where people ask for help; shown on every screen.'),
  help_phone: phone.optional().describe('A number that people call for help.'),
  app_link: appLink
    .optional()
    .describe(
      'An `https` address that phones open in your app (App Link, Universal Link). People who need the app for the chip are led there, with the link of their verification behind `#`.',
    ),
}

const brandSettings = z.strictObject(settings)
type Brand = z.output<typeof brandSettings>

/** The JSON of the record: what was sent, and the colours that pages make of it. */
interface Stored {
  readonly brand: Brand
  readonly colours?: BrandColours
}

const shownBrand = namedSchema(
  'Brand',
  z
    .object({
      ...settings,
      has_logo: z.boolean().describe('Whether there is a logo.'),
      updated_at: timeOrNull('When it was last changed', 'Null where it never was.'),
    })
    .describe('How the organisation looks to the people that it asks.'),
)

const logoFields = {
  content_type: z.string().describe('`image/png`: every logo is drawn anew by this server.'),
  content: z.string().describe('The picture, as Base64.'),
}

const exampleBrand: z.output<typeof shownBrand> = {
  display_name: 'ACME Bank',
  accent: '#0b5cad',
  languages: ['vi', 'en'],
  texts: { vi: { welcome: 'Chào mừng bạn đến với ACME.' }, en: { welcome: 'Welcome to ACME.' } },
  help_email: 'help@acme.example',
  help_phone: '+84 28 1234 5678',
  app_link: 'https://app.acme.example/verify',
  has_logo: true,
  updated_at: '2026-11-17T08:00:00.000Z',
}
const exampleLogo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export function brandRoutes(runtime: Runtime): Route[] {
  const { store, workers, config, now } = runtime
  const shown = async (organisationId: string): Promise<z.output<typeof shownBrand>> => {
    const found = await findBrand(store.database, organisationId)
    return {
      ...(found && (JSON.parse(found.settings) as Stored).brand),
      has_logo: found?.hasLogo ?? false,
      updated_at: found ? iso(found.updatedAt) : null,
    }
  }
  return [
    route({
      name: 'brand',
      method: 'GET',
      path: '/brand',
      tag,
      summary: 'How the organisation looks to the people that it asks.',
      fields: { brand: shownBrand },
      answers: [codes.success],
      example: {
        answers: [{ when: 'A brand was set.', code: codes.success, fields: { brand: exampleBrand } }],
      },
      handle: async ({ organisationId }) => ({
        code: codes.success,
        fields: { brand: await shown(organisationId) },
      }),
    }),
    route({
      name: 'brandLogo',
      method: 'GET',
      path: '/brand/logo',
      tag,
      summary: 'The logo, as people see it.',
      fields: logoFields,
      answers: [codes.success, codes.notFound],
      example: {
        answers: [
          {
            when: 'There is a logo.',
            code: codes.success,
            fields: { content_type: 'image/png', content: exampleLogo },
          },
        ],
      },
      handle: async ({ organisationId }) => {
        const logo = await findLogo(store.database, organisationId)
        if (!logo) throw new Refusal(codes.notFound)
        const content = Buffer.from(logo).toString('base64')
        return { code: codes.success, fields: { content_type: 'image/png', content } }
      },
    }),
    route({
      name: 'changeBrand',
      method: 'PUT',
      path: '/brand',
      tag,
      summary: 'Set how the organisation looks to the people that it asks.',
      description:
        'What is left out is as without a brand; only the logo stays where `logo` is left out. Journeys that are under way look new at their next request.',
      body: z.strictObject({
        ...settings,
        logo: base64File(MOST_LOGO_BYTES, 'The logo: PNG, JPEG or WebP, best wider than high.')
          .nullable()
          .optional()
          .describe(
            `The logo: PNG, JPEG or WebP of at most ${MOST_LOGO_BYTES / 1024} KiB, as Base64. It is drawn anew, at most 640 by 240 pixels. Null removes it.`,
          ),
      }),
      refusesUnknownFields: true,
      stores: true,
      fields: { brand: shownBrand },
      answers: [codes.success],
      example: {
        body: { display_name: 'ACME Bank', accent: '#0b5cad', help_email: 'help@acme.example' },
        answers: [{ when: 'The brand is set.', code: codes.success, fields: { brand: exampleBrand } }],
      },
      handle: async ({ organisationId, body: { logo: sent, ...given }, signal }) => {
        const contrast = given.accent === undefined ? LEAST_CONTRAST : contrastOnWhite(given.accent)
        if (contrast < LEAST_CONTRAST)
          throw refuse(
            codes.badRequest,
            'accent',
            `has a contrast of ${contrast.toFixed(2)} to 1 with white, and needs ${LEAST_CONTRAST}: take a darker one`,
          )
        const input = sent && { bytes: sent, maxMegapixels: config.imageMegapixels }
        const options = { organisation: organisationId, signal: signal(), field: 'logo' }
        const logo = input
          ? readable(await workers.run('remake-logo', input, options), 'logo').png
          : (sent as null | undefined)
        const stored: Stored = { brand: given, ...(given.accent && { colours: coloursOf(given.accent) }) }
        const settings = JSON.stringify(stored)
        await keepBrand(store.database, { organisationId, settings, logo, now: now() })
        return { code: codes.success, fields: { brand: await shown(organisationId) } }
      },
    }),
  ]
}
