// The route that reads business-registration certificates.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { sizeText } from '../../http/base64.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { checks, placement } from '../../http/schemas.ts'
import type { ReceivedFile } from '../../http/uploads.ts'
import type { Runtime } from '../../runtime.ts'
import { readable } from '../../uploaded-images.ts'
import { servedPages, servedPlaces } from '../pages/places.ts'
import { COMPANY_FIELDS, FIELD_ROWS, type Field, OTHER_SPELLINGS, PERSON_FIELDS } from './fields.ts'
import { type ReadPages, readRegistration } from './read.ts'
import type { Sheets } from './read-sheets.ts'
import type { ServedCompany, ServedPerson } from './record.ts'
import { isBlank, parseSelectedPages } from './selected-pages.ts'

const field = 'files'

const confidence = z.number().describe('That all of it is right, 0 to 1; 0 where nothing was read.')
type Shape<Served> = { [Name in keyof Served]: Served[Name] extends string ? z.ZodString : z.ZodNumber }
const shapeOf = <Served>(fields: readonly (readonly [name: string, about: string])[]): Shape<Served> =>
  Object.fromEntries(
    fields.flatMap(([name, about]) => [
      [name, z.string().describe(about)],
      [`${name}_conf`, confidence],
    ]),
  ) as Shape<Served>

const described = (field: Field) =>
  [field, FIELD_ROWS[field].about ?? 'As printed; empty where it is not there.'] as const

const personShape = shapeOf<ServedPerson>([
  ...PERSON_FIELDS.map(described),
  ...Object.entries(OTHER_SPELLINGS).map(
    ([name, field]) => [name, `The same as \`${field}\`, in its other spelling.`] as const,
  ),
])

const recognized_data = namedSchema(
  'BusinessData',
  z.object({
    ...shapeOf<ServedCompany>(COMPANY_FIELDS.map(described)),
    ...personShape,
    doc_type: z
      .string()
      .describe(
        '`ENTERPRISE`, `BRANCH`, `REPRESENTATIVE OFFICE`, `BUSINESS LOCATION`, `HOUSEHOLD BUSINESS` or `COOPERATIVE`.',
      ),
    doc_type_conf: confidence,
    legal_form: z
      .string()
      .describe(
        '`joint-stock`, `one-member`, `two-members`, `partnership`, `private`, `branch` or `office`.',
      ),
    date_of_change: z.string().describe('Of the last change registered, DD/MM/YYYY.'),
    date_of_change_conf: confidence,
    representatives: z
      .array(namedSchema('Representative', z.object(personShape)))
      .describe('Every legal representative; the first is also given flat.'),
    source: z
      .record(z.string(), namedSchema('CertificateSource', z.enum(['ocr', 'text'])))
      .describe('By field: read from the picture, or written in the PDF and found the same in its picture.'),
    ...placement,
    checks,
    server_tag: z.string(),
  }),
)

const fields = {
  id: z.string().describe('Of the document; where nothing was kept, it names the answer only.'),
  linked_file_ids: z.array(z.string()).describe('The files that were kept.'),
  recognized_data,
}

const query = z.strictObject({
  selected_pages: z
    .union([z.string(), z.array(z.string())])
    .transform((given, context) => {
      const told = [given].flat().filter((text) => !isBlank(text))
      if (told.length === 0) return undefined
      const pages = parseSelectedPages(told)
      if (pages) return pages
      context.issues.push({
        code: 'custom',
        input: '',
        message: 'must be pages counted from 1, such as 1,3 or 1-3 or [1,3]',
      })
      return z.NEVER
    })
    .optional()
    .describe(
      'Pages to read, counted from 1: `1,3`, `1-3`, `[1,3]`, or repeated. All unless told; of pictures each is a page.',
    ),
})

export const registrationRoutes = (runtime: Runtime): Route[] => {
  const { config } = runtime
  return [
    route({
      name: 'readBusinessRegistration',
      method: 'POST',
      path: '/business-registration',
      tag: {
        name: 'Business registration',
        description: 'Certificates of Vietnamese businesses, as a PDF or as pictures.',
      },
      summary: 'Read a business-registration certificate and keep it.',
      description: `One PDF, or pictures of the pages in any order, upright or not. Letters that a PDF writes itself are taken where its picture shows the same. A PDF has at most ${config.pdfPages} pages.`,
      query,
      files: {
        field,
        maxFiles: config.pdfPages,
        limitBytes: Math.max(config.pdfLimitBytes, config.imageLimitBytes),
        totalBytes: config.registrationLimitBytes,
      },
      fields,
      judges: 'pages',
      answers: [
        codes.success,
        codes.documentNotFound,
        codes.filetypeNotSupported,
        codes.tooManyPdf,
        codes.tooManyFiletypes,
        codes.selectedPagesNotValid,
      ],
      handle: async ({ files, query: { selected_pages: selected }, organisationId, requestId, signal }) => {
        for (const file of files) checkSize(runtime, file)
        const input = { organisationId, files, selected, version: runtime.version, now: runtime.now() }
        const { code, id, fileIds, data } = await readRegistration(input, {
          vault: runtime.store.vault,
          readPages: readingWith(runtime, organisationId, signal()),
          progress: (read, of) => {
            if (of > 1) runtime.log.info({ request_id: requestId, read, pages: of }, 'pages read')
          },
        })
        return {
          code,
          fields: {
            id,
            linked_file_ids: [...fileIds],
            recognized_data: {
              ...data,
              representatives: [...data.representatives],
              source: { ...data.source },
              places: servedPlaces(data.places, fileIds),
              pages: servedPages(data.pages, fileIds),
              checks: [...data.checks],
            },
          },
        }
      },
    }),
  ]
}

const readingWith =
  ({ workers, config }: Runtime, organisation: string, signal: AbortSignal): ReadPages =>
  async (bytes, pages, highest) => {
    const ask = {
      maxPages: config.pdfPages,
      maxMegapixels: config.imageMegapixels,
      pages,
      ...(highest !== undefined && { highest }),
    }
    return readable<Sheets>(await workers.run('read-sheets', { bytes, ask }, { organisation, signal }), field)
  }

/** Pictures and PDFs have limits of their own. */
function checkSize({ config }: Runtime, { bytes }: ReceivedFile): void {
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-')
  const limit = isPdf ? config.pdfLimitBytes : config.imageLimitBytes
  if (bytes.length <= limit) return
  const why = `a file is larger than ${sizeText(limit)}`
  throw refuse(codes.tooLarge, field, why, why)
}
