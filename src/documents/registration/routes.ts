// The routes of business-registration certificates: read one, and look at its pages again.
import { z } from 'zod'
import { atLeast } from '../../checks.ts'
import { codes, Refusal, refuse } from '../../codes.ts'
import { sizeText } from '../../http/base64.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { checks, consentReference, externalPersonId } from '../../http/schemas.ts'
import type { ReceivedFile } from '../../http/uploads.ts'
import { readable } from '../../uploaded-images.ts'
import { exampleDocumentId, exampleFileIds } from '../cards/example.ts'
import { documentNotFound } from '../detected.ts'
import { DETECTED } from '../detected-names.ts'
import { COMMON_NAMES } from '../kinds/kind.ts'
import { servedPages, servedPlaces } from '../pages/places.ts'
import type { DocumentParts } from '../parts.ts'
import { detectedShape, judgesPages, placement, server_tag } from '../route-fields.ts'
import {
  COMPANY_FIELDS,
  FIELD_ROWS,
  OTHER_SPELLINGS,
  PERSON_FIELDS,
  type RegistrationField,
} from './fields.ts'
import { pagePicture } from './page-picture.ts'
import { type ReadPages, readRegistration } from './read.ts'
import type { Sheets } from './read-sheets.ts'
import { emptyData, type RegistrationData, type ServedCompany, type ServedPerson } from './record.ts'
import { isBlank, parseSelectedPages } from './selected-pages.ts'

const field = 'files'

const confidence = z
  .number()
  .describe('How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.')
type Shape<Served> = { [Name in keyof Served]: Served[Name] extends string ? z.ZodString : z.ZodNumber }
const shapeOf = <Served>(fields: readonly (readonly [name: string, about: string])[]): Shape<Served> =>
  Object.fromEntries(
    fields.flatMap(([name, about]) => [
      [name, z.string().describe(about)],
      [`${name}_conf`, confidence],
    ]),
  ) as Shape<Served>

const described = (field: RegistrationField) =>
  [field, `${FIELD_ROWS[field].about ?? 'As printed.'} Empty where it is not there.`] as const

const personShape = shapeOf<ServedPerson>([
  ...PERSON_FIELDS.map(described),
  ...Object.entries(OTHER_SPELLINGS).map(
    ([name, field]) =>
      [name, `The same as \`${field}\`, under the other name of the specification.`] as const,
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
        'What the certificate is of: `ENTERPRISE`, `BRANCH`, `REPRESENTATIVE OFFICE`, `BUSINESS LOCATION`, `HOUSEHOLD BUSINESS` or `COOPERATIVE`; empty where no certificate was found.',
      ),
    doc_type_conf: confidence,
    legal_form: z
      .string()
      .describe(
        'Legal form of the business: `joint-stock`, `one-member`, `two-members`, `partnership`, `private`, `branch` or `office`; empty where it is not known.',
      ),
    date_of_change: z.string().describe('Day of the last registered change, DD/MM/YYYY.'),
    date_of_change_conf: confidence,
    representatives: z
      .array(namedSchema('Representative', z.object(personShape)))
      .describe(
        'Every legal representative. The fields of the first also stand beside those of the company.',
      ),
    source: z
      .record(z.string(), namedSchema('CertificateSource', z.enum(['ocr', 'text'])))
      .describe(
        'Where each value comes from, by the name of its field: `ocr` was read from a picture; `text` is written in the PDF, and its page shows the same.',
      ),
    ...detectedShape(DETECTED, COMMON_NAMES),
    ...placement,
    checks,
    server_tag,
  }),
)

const fields = {
  id: z.string().describe('Id of the document. Where nothing was kept, it only names the answer.'),
  linked_file_ids: z.array(z.string()).describe('Ids of the files; empty where none was kept.'),
  recognized_data: recognized_data.describe('What was read on all pages.'),
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
      'The pages to read, counted from 1: `1,3`, `1-3`, `[1,3]`, or the parameter repeated. Without it all pages are read. Each picture is a page.',
    ),
  external_person_id: externalPersonId.optional(),
  consent_reference: consentReference.optional(),
})

const tag = {
  name: 'Business registration',
  description: 'Certificates of Vietnamese businesses, as a PDF or as pictures.',
  area: 'documents',
} as const

export const registrationRoutes = (runtime: DocumentParts): Route[] => [
  reading(runtime),
  showingPage(runtime),
]

const reading = (runtime: DocumentParts) => {
  const { config } = runtime
  return route({
    name: 'readBusinessRegistration',
    method: 'POST',
    path: '/business-registration',
    tag,
    summary: 'Read a business-registration certificate and keep it.',
    description: `Send one PDF, or pictures of the pages in any order and orientation. The text of a PDF is taken where the page shows the same; otherwise the page is read. A PDF may have at most ${config.pdfPages} pages.`,
    query,
    files: {
      field,
      about: 'One PDF, or pictures of the pages.',
      maxFiles: config.pdfPages,
      limitBytes: Math.max(config.pdfLimitBytes, config.imageLimitBytes),
      totalBytes: config.registrationLimitBytes,
    },
    fields,
    judges: judgesPages,
    stores: true,
    answers: [
      codes.success,
      codes.documentNotFound,
      codes.filetypeNotSupported,
      codes.tooManyPdf,
      codes.tooManyFiletypes,
      codes.selectedPagesNotValid,
    ],
    example: {
      query: { selected_pages: '1' },
      files: ['certificate.pdf'],
      answers: [
        {
          when: 'The certificate was read. Places, pages and checks are shortened.',
          code: codes.success,
          fields: exampleFields(exampleData(runtime.version), exampleFileIds.slice(0, 1)),
        },
        {
          when: 'There is no certificate in the files.',
          code: documentNotFound({ detected: 'nothing' }),
          fields: exampleFields({ ...emptyData(runtime.version), detected: 'nothing' }, []),
        },
        {
          when: 'A file is neither a PDF nor an image.',
          code: codes.filetypeNotSupported,
          fields: exampleFields(emptyData(runtime.version), []),
        },
      ],
    },
    handle: async ({
      files,
      query: { selected_pages: selected, external_person_id, consent_reference },
      organisationId,
      requestId,
      signal,
      cut,
    }) => {
      for (const file of files) checkSize(runtime, file)
      const who = { externalPersonId: external_person_id, consentReference: consent_reference }
      const input = { organisationId, ...who, files, selected, version: runtime.version, now: runtime.now() }
      const { code, id, fileIds, data } = await readRegistration(input, {
        vault: runtime.store.vault,
        readPages: readingWith(runtime, organisationId, signal()),
        cut: (file, extent) => cut(`${field}[${file}]`, files[file]?.bytes ?? Buffer.of(), extent),
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
  })
}

const showingPage = (runtime: DocumentParts) =>
  route({
    name: 'businessRegistrationPage',
    method: 'GET',
    path: '/business-registration/{document_id}/pages/{page}',
    tag,
    summary: 'Get a page of a certificate as a picture.',
    description:
      'A page of a PDF as it was drawn to be read, or one of the pictures, upright. Places of the answer fit it once they are scaled to its width: those of a PDF are in points. An unknown document or page is 404, and so is a document whose files retention has removed. Each look is in the audit trail. Must not be cached: `Cache-Control: no-store`.',
    params: {
      document_id: 'Id of the document: `id` of the answer that read it.',
      page: 'Number of the page, counted from 1. Each picture is a page.',
    },
    answersFile: { types: ['image/png'], about: 'The page.' },
    fields: {},
    answers: [codes.success, codes.notFound],
    example: { params: { document_id: exampleDocumentId, page: '1' }, answers: [] },
    handle: async ({ params, organisationId, signal }) => {
      const place = { organisationId, id: params.document_id }
      const work = { organisation: organisationId, signal: signal() }
      const { pdfPages: maxPages, imageMegapixels: maxMegapixels } = runtime.config
      const deps = {
        ...runtime.store,
        drawPdf: (bytes: Uint8Array, index: number) =>
          runtime.workers.run('draw-pdf-page', { bytes, maxPages, index }, work),
        drawPicture: (bytes: Uint8Array) =>
          runtime.workers.run('draw-pages', { bytes, maxMegapixels, pages: [] }, work),
      }
      const bytes = await pagePicture(deps, place, params.page)
      if (!bytes) throw new Refusal(codes.notFound)
      return { code: codes.success, fields: {}, file: { type: 'image/png', bytes } }
    },
  })

/** As the handler answers it. */
const exampleFields = (data: RegistrationData, fileIds: readonly string[]) => ({
  id: exampleDocumentId,
  linked_file_ids: [...fileIds],
  recognized_data: {
    ...data,
    representatives: [...data.representatives],
    source: { ...data.source },
    places: {},
    pages: [],
    checks: [...data.checks],
  },
})

function exampleData(version: string): RegistrationData {
  const empty = emptyData(version)
  const company = {
    business_code: '3166301818',
    company_name: 'CÔNG TY TNHH MỘT THÀNH VIÊN GIẢI PHÁP CÔNG NGHỆ ĐỨC QUANG',
    company_address: 'Đội 10, Xã Quảng Thạch, Huyện Quảng Trạch, Tỉnh Quảng Bình, Việt Nam',
    authorized_capital: '370.000.000 đồng',
    first_register: '13/04/2014',
  }
  const person = {
    name: 'PHẠM THỊ LANH',
    gender: 'Nữ',
    birthday: '22/03/2000',
    nationality: 'Việt Nam',
    id_number: '044300948828',
    title: 'Giám đốc',
  }
  const sure = (values: object) =>
    Object.fromEntries(Object.keys(values).map((name) => [`${name}_conf`, 0.99]))
  const empties = Object.keys(personShape).map((name) => [name, empty[name as keyof ServedPerson]])
  return {
    ...empty,
    ...company,
    ...sure(company),
    ...person,
    ...sure(person),
    doc_type: 'ENTERPRISE',
    doc_type_conf: 0.99,
    legal_form: 'one-member',
    representatives: [{ ...Object.fromEntries(empties), ...person, ...sure(person) } as ServedPerson],
    source: Object.fromEntries(Object.keys({ ...company, ...person }).map((name) => [name, 'text'])),
    checks: [atLeast('pdf-text-agreement', 1, 0.85), atLeast('business-code-digit', 1, 1)],
  }
}

const readingWith =
  ({ workers, config }: DocumentParts, organisation: string, signal: AbortSignal): ReadPages =>
  async (bytes, pages, highest) => {
    const ask = {
      maxPages: config.pdfPages,
      maxMegapixels: config.imageMegapixels,
      pages,
      ...(highest !== undefined && { highest }),
    }
    const options = { organisation, signal, field }
    return readable<Sheets>(await workers.run('read-sheets', { bytes, ask }, options), field)
  }

/** Pictures and PDFs have limits of their own. */
function checkSize({ config }: DocumentParts, { bytes }: ReceivedFile): void {
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-')
  const limit = isPdf ? config.pdfLimitBytes : config.imageLimitBytes
  if (bytes.length <= limit) return
  const why = `a file is larger than ${sizeText(limit)}`
  throw refuse(codes.tooLarge, field, why, why)
}
