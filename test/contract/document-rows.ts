// The rows of documents: identity documents, driver licences, business registration and the MRZ, with drawn specimens.
import sharp from 'sharp'
import { expect } from 'vitest'
import { z } from 'zod'
import { photocopyOf } from '../../specimens/camera/mishaps.ts'
import { specimen } from '../../specimens/documents/specimen.ts'
import { photoOf, type Wanted } from '../../specimens/kit/photographs/document-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { papersOf } from '../../specimens/kit/servers/business-registration.ts'
import { seededDice } from '../../specimens/person/dice.ts'
import { boundingBox } from '../../src/image/geometry/geometry.ts'
import {
  brackets,
  day,
  form,
  matching,
  number,
  openPoint,
  outcome,
  post,
  type Request,
  type Row,
  refused,
  row,
  success,
  text,
  uuid,
} from './row.ts'

const CREATE = '/kyc-documents-sync'
const SIDES = '/kyc-documents-sides'
const LICENCE = '/driver-license-reader'
const MRZ = '/mrz-reader'
const name = 'card.jpg'

/** The same pictures as in test/api, which are drawn once per run. */
const front: Wanted = { kind: 'cccd-chip', side: 'front', seed: 302 }
const back: Wanted = { kind: 'cccd-chip', side: 'back', seed: 302 }
const anothersBack: Wanted = { ...back, breaks: 'two-people' }
const otherKind: Wanted = { kind: 'can-cuoc', side: 'back', seed: 302 }
const oldBack: Wanted = { kind: 'cmnd-9', side: 'back', seed: 305 }
const passport: Wanted = { kind: 'passport-old', seed: 307 }
const foreign: Wanted = { kind: 'foreign-td1', side: 'back', seed: 309 }
const licence: Wanted = { kind: 'licence-pet', seed: 302 }
const licenceBack: Wanted = { ...licence, side: 'back' }
const broken = (breaks: 'sex-digit' | 'province' | 'birth-year'): Wanted => ({
  kind: 'cccd-12',
  seed: 303,
  breaks,
})

/** What is printed on a side, by the specification's names. */
const printed = ({ kind, seed, side = 'front' }: Wanted): Readonly<Record<string, string>> =>
  specimen({ kind, seed }).sheets.find((sheet) => sheet.side === side)?.fields ?? {}
const card = { ...printed(front), ...printed(back) }
const paper = printed(passport)
const permit = printed(licence)
const permitBack = printed(licenceBack)

const people = async () => photo(3).toString('base64')
const taken = (wanted: Wanted) => async (): Promise<string> => (await photoOf(wanted)).base64
type Picture = () => Promise<string>

const creating =
  (picture: Picture, more: object = {}): Request =>
  async ({ call }) =>
    call('POST', CREATE, { attachment: { content: await picture(), name }, ...more })
const attaching =
  (picture: Picture, to: Request): Request =>
  async ({ call, ask }) => {
    const { body } = await ask(to)
    return call('POST', `${CREATE}/${body.id}`, { content: await picture(), name })
  }
const bothSides =
  (one: Picture, other: Picture): Request =>
  async ({ call }) =>
    call('POST', SIDES, { image1: await one(), name1: name, image2: await other(), name2: name })
const reading =
  (path: string, picture: Picture, more: object = { name }): Request =>
  async ({ call }) =>
    call('POST', path, { content: await picture(), ...more })

const recognized = (fields: object) => ({ status: 200, body: { recognized_data: fields } })
const insideOf = (result_code: number, message: unknown, more: object = {}) =>
  recognized({ result_code, message, ...more })
/** 101 says in the tail of its message what was seen instead. */
const notFound: unknown = expect.stringMatching(/^Document not found/)
const content = Buffer.from('no image at all').toString('base64')

const created = creating(taken(front))
const attached = attaching(taken(back), created)
const attachedOther = attaching(taken(otherKind), created)
const attachedPeople = attaching(people, created)
const attachedAnothers = attaching(taken(anothersBack), creating(taken(front)))
const backAlone = creating(taken(oldBack))
const passportCreated = creating(taken(passport))
const sides = bothSides(taken(front), taken(back))
const sidesOfTwoKinds = bothSides(taken(front), taken(otherKind))
const sidesOfTwoPeople = bothSides(taken(front), taken(anothersBack))
const nothing = creating(people)
const wrongSex = creating(taken(broken('sex-digit')))
const photocopied = creating(
  async () =>
    (await photoOf({ kind: 'cccd-12', seed: 303 }, 'clean', { photocopy: photocopyOf(seededDice(1, 2)) }))
      .base64,
)
const inTheDark = creating(
  async () => (await photoOf({ kind: 'cccd-12', seed: 303 }, 'clean', { light: { level: 0.04 } })).base64,
)

const warned = (code: number, warning: string) =>
  recognized({
    warning_code: expect.arrayContaining([code]),
    warning: expect.arrayContaining([warning]),
  })

const identityRows: readonly Row[] = [
  row('2.5', 'document_type | string | `identity-proof`', created, {
    body: { document_type: 'identity-proof' },
  }),
  row('2.5', 'id | string | document id', created, { body: { id: uuid } }),
  row('2.5', 'linked_file_ids | array of string @ identity', created, { body: { linked_file_ids: [uuid] } }),
  row('2.5', 'process_status | string | `processed`', created, { body: { process_status: 'processed' } }),
  row('2.5', 'recognized_data | object', created, recognized({ id: card.id })),
  row('2.5', 'message, result_code | string, integer @ top level for sides', sides, success()),
  row(
    '2.5',
    'message, result_code | string, integer @ inside recognized_data for single uploads',
    created,
    insideOf(200, 'Success'),
  ),

  row(
    '2.6',
    'Every extracted field `X` may be accompanied by a confidence field',
    attached,
    recognized(
      Object.fromEntries(
        ['address', 'birthday', 'document', 'expiry', 'hometown', 'id', 'name', 'national', 'sex']
          .map((field) => `${field}conf`)
          .concat('issue_by_conf', 'issue_date_conf')
          .map((field) => [field, brackets]),
      ),
    ),
  ),
  row(
    '2.6',
    'A confidence is a string holding a bracketed list of numbers between 0 and 1, one per text line read',
    created,
    recognized({ addressconf: brackets, nameconf: expect.stringMatching(/^\[[\d.]+\]$/) }),
  ),
  row('2.6', 'address | address', created, recognized({ address: card.address })),
  row('2.6', 'birthday | birth date, format DD/MM/YYYY', created, recognized({ birthday: card.birthday })),
  row(
    '2.6',
    'characteristic (also spelled `characteristics` in results) | identifying marks',
    attached,
    recognized({ characteristic: text, characteristics: text }),
  ),
  row('2.6', 'country | country', attached, recognized({ country: 'VNM' })),
  row('2.6', 'ethnicity | ethnic group', backAlone, recognized({ ethnicity: printed(oldBack).ethnicity })),
  row('2.6', 'expiry | expiry date, format DD/MM/YYYY', created, recognized({ expiry: card.expiry })),
  row('2.6', 'hometown | place of origin', created, recognized({ hometown: card.hometown })),
  row('2.6', 'id | document number', created, recognized({ id: card.id })),
  row('2.6', 'id | document number', passportCreated, recognized({ id: paper.passport_id })),
  row('2.6', 'id_type | side of the document @ 0 front', created, recognized({ id_type: '0' })),
  row('2.6', 'id_type | side of the document @ 1 back', backAlone, recognized({ id_type: '1' })),
  row(
    '2.6',
    'id_type | side of the document @ UNIDENTIFIED',
    sidesOfTwoKinds,
    recognized({ id_type: 'UNIDENTIFIED' }),
  ),
  row('2.6', 'issue_by | issuing authority', attached, recognized({ issue_by: card.issue_by })),
  row(
    '2.6',
    'issue_date | issue date, format DD/MM/YYYY',
    attached,
    recognized({ issue_date: card.issue_date }),
  ),
  row('2.6', 'name | full name', created, recognized({ name: card.name })),
  row('2.6', 'national | nationality', created, recognized({ national: card.national })),
  row('2.6', 'optional_data | additional data', passportCreated, recognized({ optional_data: paper.id })),
  row('2.6', 'passport_type | passport type', passportCreated, recognized({ passport_type: 'P' })),
  row('2.6', 'religion | religion', backAlone, recognized({ religion: printed(oldBack).religion })),
  row('2.6', 'sex | `Nam` or `Nữ`', created, recognized({ sex: card.sex })),
  row('2.6', 'document | document kind label @ of a card', created, recognized({ document: 'CHIP ID' })),
  row(
    '2.6',
    'document | document kind label @ MULTIPLE',
    sidesOfTwoKinds,
    recognized({ document: 'MULTIPLE' }),
  ),
  row(
    '2.6',
    'reliability | string holding a bracketed list of numbers',
    created,
    recognized({ reliability: expect.stringMatching(/^\[[01]\.\d+\]$/) }),
  ),
  row('2.6', 'warning | list of forgery warning texts', created, recognized({ warning: [] })),
  row(
    '2.6',
    'warning_code | list of integer warning codes, parallel to warning',
    wrongSex,
    recognized({ warning_code: [110], warning: ['Sex code not match'] }),
  ),
  row(
    '2.6',
    'server_tag | string identifying the recognizer build',
    created,
    recognized({ server_tag: text }),
  ),
  row('2.6', 'message, result_code | outcome', created, insideOf(200, 'Success')),
  row(
    '2.6',
    'A second number equal to -1.0 appears when the image is a photocopy',
    photocopied,
    recognized({ reliability: expect.stringMatching(/^\[[01]\.\d+, -1\.0\]$/) }),
  ),

  row('2.7', '110 | Sex code not match', wrongSex, warned(110, 'Sex code not match')),
  row(
    '2.7',
    '111 | Province code not match',
    creating(taken(broken('province'))),
    warned(111, 'Province code not match'),
  ),
  row(
    '2.7',
    '112 | Year of birth code not match',
    creating(taken(broken('birth-year'))),
    warned(112, 'Year of birth code not match'),
  ),
  row('2.7', '113 | ID front-back not match', sidesOfTwoPeople, warned(113, 'ID front-back not match')),
  row(
    '2.7',
    '115 | Image does not reach requirements',
    inTheDark,
    warned(115, 'Image does not reach requirements'),
  ),
  row(
    '2.7',
    'Warnings are returned as lists when several apply',
    sidesOfTwoPeople,
    recognized({
      warning_code: [109, 113],
      warning: ['Information was not on the same card', 'ID front-back not match'],
    }),
  ),
  row(
    '2.7',
    'the warning text `Information was not on the same card`',
    sidesOfTwoPeople,
    warned(109, 'Information was not on the same card'),
  ),

  row('4.4', 'POST /kyc-documents-sync', created, insideOf(200, 'Success')),
  row(
    '4.4',
    '`attachment` (object {content: string Base64 file, name: string file name}, required) @ object',
    post(CREATE, {}),
    refused(400, 'attachment'),
  ),
  row(
    '4.4',
    '`attachment` (object {content: string Base64 file, name: string file name}, required) @ content',
    post(CREATE, { attachment: { name } }),
    refused(400, 'attachment.content'),
  ),
  row(
    '4.4',
    '`external_person_id` (string, optional, id of the employee creating the document)',
    post(CREATE, { attachment: { content, name }, external_person_id: 7 }),
    refused(400, 'external_person_id'),
  ),
  row('4.4', 'POST /kyc-documents-sync/{document_id}', attached, insideOf(200, 'Success')),
  row(
    '4.4',
    'Body: `content` (string, Base64), `name` (string)',
    post(`${CREATE}/unknown`, { name }),
    refused(400, 'content'),
  ),
  row('4.4', 'document record with both files in linked_file_ids and merged recognized_data', attached, {
    status: 200,
    body: {
      linked_file_ids: [uuid, uuid],
      recognized_data: { id: card.id, name: card.name, issue_date: card.issue_date, country: 'VNM' },
    },
  }),
  row(
    '4.4',
    'recognized_data holds message `Too Many Document Type Exists` and result_code 109',
    attachedOther,
    insideOf(109, 'Too Many Document Type Exists', {
      id: card.id,
      name: card.name,
      warning_code: expect.arrayContaining([109]),
    }),
  ),
  row(
    '4.4',
    'For a chipped citizen card with mismatching ID numbers on front and back, warnings 110-113 are listed',
    attachedAnothers,
    warned(113, 'ID front-back not match'),
  ),
  row('4.4', 'POST /kyc-documents-sides', sides, success()),
  row('4.4', 'not for passports', bothSides(taken(passport), taken(passport)), {
    status: 200,
    body: { result_code: 101, message: notFound },
  }),
  row(
    '4.4',
    'Body: `image1` (Base64), `name1` (string), `image2` (Base64), `name2` (string) @ image1',
    post(SIDES, { image2: content, name2: name }),
    refused(400, 'image1'),
  ),
  row(
    '4.4',
    'Body: `image1` (Base64), `name1` (string), `image2` (Base64), `name2` (string) @ image2',
    post(SIDES, { image1: content, name1: name }),
    refused(400, 'image2'),
  ),
  row(
    '4.4',
    'Response: document_type, id, linked_file_ids, message, recognized_data, result_code',
    sides,
    success({
      document_type: 'identity-proof',
      id: uuid,
      linked_file_ids: [uuid, uuid],
      recognized_data: { id: card.id, issue_by: card.issue_by },
    }),
  ),
  row('4.4', 'success | result_code 200, message `Success`', sides, success()),
  row(
    '4.4',
    'two images are different document types | result_code 109',
    sidesOfTwoKinds,
    outcome(109, 'Too Many Document Type Exists', {
      recognized_data: { document: 'MULTIPLE', id_type: 'UNIDENTIFIED' },
    }),
  ),
  row(
    '4.4',
    'both chipped citizen card, front and back IDs differ | result_code 200',
    sidesOfTwoPeople,
    success({
      recognized_data: {
        warning: expect.arrayContaining(['ID front-back not match']),
        warning_code: expect.arrayContaining([113]),
      },
    }),
  ),

  row('7', '200 | Success @ ID create', created, insideOf(200, 'Success')),
  row('7', '200 | Success @ ID attach', attached, insideOf(200, 'Success')),
  row('7', '200 | Success @ ID sides', sides, success()),
  row('7', '101 | Document not found @ ID create', nothing, insideOf(101, notFound)),
  row('7', '101 | Document not found @ ID attach', attachedPeople, insideOf(101, notFound)),
  row('7', '101 | Document not found @ ID sides', bothSides(taken(front), people), {
    status: 200,
    body: { result_code: 101, message: notFound },
  }),
  row(
    '7',
    '102 | Request Document ID not found',
    reading(`${CREATE}/nobody-knows-it`, taken(back)),
    insideOf(102, 'Request Document ID not found'),
  ),
  row(
    '7',
    '109 | Too Many Document Type Exists @ ID attach',
    attachedOther,
    insideOf(109, 'Too Many Document Type Exists'),
  ),
  row(
    '7',
    '109 | Too Many Document Type Exists @ ID sides',
    sidesOfTwoKinds,
    outcome(109, 'Too Many Document Type Exists'),
  ),
  row(
    '7',
    'Warning codes 110-115 are in 2.7 and do not make the call fail',
    inTheDark,
    insideOf(200, 'Success'),
  ),
]

/** The card lies upright in the middle, so that its lines can be covered. */
const LYING = {
  ...{ tiltDegrees: 0, turnDegrees: 0, rollDegrees: 0, quarterTurns: 0 },
  ...{ fill: 0.9, x: 0, y: 0, focal: 12 },
}
const upright = () => photoOf(licence, 'clean', { pose: LYING, orientation: 1 })
/** Draws a strip over the line of a field. */
const covering =
  (field: string): Picture =>
  async () => {
    const { bytes, documents } = await upright()
    const strips = (documents[0]?.lines ?? [])
      .filter((line) => line.field === field)
      .map(({ quad }) => {
        const { x, y, width, height } = boundingBox(quad)
        const size = { width: Math.round(width + height), height: Math.round(1.5 * height) }
        return {
          input: { create: { ...size, channels: 3 as const, background: '#c6c6c6' } },
          left: Math.round(x - height / 2),
          top: Math.round(y - height / 4),
        }
      })
    return (await sharp(bytes).composite(strips).jpeg().toBuffer()).toString('base64')
  }

const licenceRead = reading(LICENCE, async () => (await upright()).base64)
const licenceBackRead = reading(LICENCE, taken(licenceBack), {})
const fieldOfLicence = (field: string) => recognized({ [field]: permit[field] })

const licenceRows: readonly Row[] = [
  row(
    '2.8',
    'Confidences are named as in 2.6',
    licenceRead,
    recognized(
      Object.fromEntries(
        [
          ...['addressconf', 'birthdayconf', 'class_type_conf', 'idconf'],
          ...['issue_date_conf', 'issue_place_conf', 'nameconf'],
        ].map((field) => [field, brackets]),
      ),
    ),
  ),
  row('2.8', 'Confidences are named as in 2.6', licenceBackRead, recognized({ seri_id_conf: brackets })),
  row('2.8', 'id | front', licenceRead, fieldOfLicence('id')),
  row('2.8', 'id_type | both @ 0 front', licenceRead, recognized({ id_type: '0' })),
  row('2.8', 'id_type | both @ 1 back', licenceBackRead, recognized({ id_type: '1' })),
  row('2.8', 'document | both', licenceRead, recognized({ document: 'GPLX PET' })),
  row('2.8', 'document | both', licenceBackRead, recognized({ document: 'GPLX PET' })),
  row('2.8', 'name | front', licenceRead, fieldOfLicence('name')),
  row('2.8', 'birthday | front', licenceRead, fieldOfLicence('birthday')),
  row('2.8', 'class_type | front', licenceRead, fieldOfLicence('class_type')),
  row('2.8', 'address | front', licenceRead, fieldOfLicence('address')),
  row('2.8', 'nationality | front', licenceRead, fieldOfLicence('nationality')),
  row('2.8', 'issue_place | front', licenceRead, fieldOfLicence('issue_place')),
  row('2.8', 'issue_date | front', licenceRead, fieldOfLicence('issue_date')),
  row('2.8', 'expiry | front', licenceRead, fieldOfLicence('expiry')),
  row('2.8', 'seri_id | back', licenceBackRead, recognized({ seri_id: permitBack.seri_id })),
  row(
    '2.8',
    'back_side_info | back',
    licenceBackRead,
    recognized({
      back_side_info: [0, 1].map((i) => ({
        class_name: permitBack[`back_side_info.${i}.class_name`],
        class_date: permitBack[`back_side_info.${i}.class_date`],
        class_conf: expect.stringMatching(/^[01]\.\d+$/),
      })),
    }),
  ),
  row(
    '2.8',
    'reliability, server_tag | both',
    licenceRead,
    recognized({ reliability: expect.stringMatching(/^\[[01]\.\d+\]$/), server_tag: text }),
  ),
  row(
    '2.8',
    'reliability, server_tag | both',
    licenceBackRead,
    recognized({ reliability: text, server_tag: text }),
  ),
  row(
    '2.8',
    'Top-level fields of the result',
    licenceRead,
    success({ id: uuid, linked_file_ids: [uuid], recognized_data: { id: permit.id } }),
  ),

  row('4.5', 'POST /driver-license-reader', licenceRead, success()),
  row('4.5', '`content` (string, Base64 image, required)', post(LICENCE, { name }), refused(400, 'content')),
  row(
    '4.5',
    '`name` (string file name; sent in the call example; whether it is required: not shown) @ given',
    licenceRead,
    success(),
  ),
  row(
    '4.5',
    '`name` (string file name; sent in the call example; whether it is required: not shown) @ absent',
    licenceBackRead,
    success(),
  ),
  row(
    '4.5',
    'Front and back sides are uploaded as separate calls; the side is reported in id_type',
    licenceBackRead,
    recognized({ id_type: '1' }),
  ),

  row('7', '200 | Success @ driver licence', licenceRead, success()),
  row('7', '101 | Document not found @ driver licence', reading(LICENCE, people), {
    status: 200,
    body: { result_code: 101, message: notFound },
  }),
  row('7', '103 | ID not found', reading(LICENCE, covering('id')), outcome(103, 'ID not found')),
  row('7', '105 | Name not found', reading(LICENCE, covering('name')), outcome(105, 'Name not found')),
]

const papers = (() => {
  let drawn: ReturnType<typeof papersOf> | undefined
  return () => {
    drawn ??= papersOf(46)
    return drawn
  }
})()
const company = specimen({ kind: 'business-registration', seed: 46 }).facts
if (company?.kind !== 'business-registration') throw new Error('the seed draws no certificate')
const pdf = async () => ['files', (await papers()).text] as const
const registering = (query = '', ...parts: (() => Promise<readonly [string, Uint8Array]>)[]): Request =>
  form(`/business-registration${query}`, () => Promise.all(parts.map((part) => part())))
const page = (index: number) => async () =>
  ['files', (await papers()).pictures[index] ?? Buffer.of()] as const

const certificate = registering('', pdf)
const twoPdfs = registering('', pdf, pdf)
const twoTypes = registering('', pdf, page(0))
const companyFields = [
  ...['authorized_capital', 'business_code', 'company_address', 'company_foreign_name', 'company_name'],
  ...['company_phone', 'company_short_name', 'email', 'fax', 'first_register', 'header', 'par_value'],
  ...['total_shares', 'website'],
]
const representativeFields = [
  ...['birthday', 'contact_address', 'ethnicity', 'gender', 'id_address', 'id_issue_date', 'id_issue_at'],
  ...['id_number', 'id_type', 'name', 'nationality', 'title'],
]
const each = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map((one) => [one, value]))

const registrationRows: readonly Row[] = [
  row(
    '2.9',
    'Every field `X` has a numeric confidence `X_conf`',
    certificate,
    recognized(
      each(
        [...companyFields, ...representativeFields].map((field) => `${field}_conf`),
        matching(z.number().min(0).max(1)),
      ),
    ),
  ),
  row('2.9', 'Also present: `doc_type` (string)', certificate, recognized({ doc_type: 'ENTERPRISE' })),
  row(
    '2.9',
    'Company fields',
    certificate,
    recognized({
      ...each(companyFields, expect.any(String)),
      business_code: company.businessCode,
      company_name: company.companyName,
      first_register: day,
    }),
  ),
  row(
    '2.9',
    'Legal-representative fields',
    certificate,
    recognized({
      ...each(representativeFields, expect.any(String)),
      name: company.representatives[0]?.name,
      id_number: company.representatives[0]?.idNumber,
    }),
  ),
  row(
    '2.9',
    'the shown result spells it `id_issued_at`',
    certificate,
    recognized({ id_issued_at: expect.any(String), id_issued_at_conf: number }),
  ),
  row(
    '2.9',
    'Top-level fields of the result',
    certificate,
    success({ id: uuid, linked_file_ids: [uuid], recognized_data: { doc_type: text } }),
  ),

  row('4.6', 'POST /business-registration', certificate, success()),
  row('4.6', 'multipart body with `files`, an array of files (images or PDF) @ PDF', certificate, success()),
  row(
    '4.6',
    'multipart body with `files`, an array of files (images or PDF) @ images',
    registering('', page(0), page(1)),
    success({ linked_file_ids: [uuid, uuid], recognized_data: { business_code: company.businessCode } }),
  ),
  row(
    '4.6',
    'multipart body with `files`, an array of files (images or PDF) @ none',
    registering(),
    refused(400),
  ),
  ...['1', '1,2', '1-2', '[1,2]', '2&selected_pages=1'].map((pages) =>
    row(
      '4.6',
      'Query parameter `selected_pages`: list of the pages that hold the needed content',
      registering(`?selected_pages=${pages}`, pdf),
      success({ recognized_data: { business_code: company.businessCode } }),
    ),
  ),

  row('7', '200 | Success @ business registration', certificate, success()),
  row(
    '7',
    '116 | Filetype not supported',
    registering('', async () => ['files', Buffer.from('Mã số doanh nghiệp')]),
    outcome(116, 'Filetype not supported'),
  ),
  row('7', '117 | Too many PDF', twoPdfs, outcome(117, 'Too many PDF')),
  row('7', '118 | Too many filetype', twoTypes, outcome(118, 'Too many filetype')),
  row(
    '7',
    '119 | Selected pages not valid',
    registering('?selected_pages=9', pdf),
    outcome(119, 'Selected pages not valid'),
  ),

  row('8', 'PDF files per request | business registration', twoPdfs, outcome(117, 'Too many PDF')),
  row('8', 'file types per request | business registration', twoTypes, outcome(118, 'Too many filetype')),
]

const zone = reading(MRZ, taken(passport), { name: 'passport.jpg', external_person_id: 'clerk' })
const cardZone = reading(MRZ, taken(foreign))
const zoneFields = ['country', 'id', 'passport_id', 'birthday', 'expiry', 'national', 'name', 'sex']

const zoneRows: readonly Row[] = [
  row('2.5', 'linked_file_ids | array of string @ empty array for MRZ', zone, {
    body: { linked_file_ids: [] },
  }),
  row('2.5', 'message, result_code | string, integer @ top level for MRZ', zone, success()),

  row('2.13', 'country | country', zone, recognized({ country: 'VNM' })),
  row('2.13', 'id | document ID number', zone, recognized({ id: paper.passport_id })),
  row('2.13', 'passport_id | passport ID number', zone, recognized({ passport_id: paper.passport_id })),
  row('2.13', 'birthday | birth date', zone, recognized({ birthday: paper.birthday })),
  row('2.13', 'expiry | expiry date', zone, recognized({ expiry: paper.expiry })),
  row('2.13', 'national | nationality', zone, recognized({ national: 'VNM' })),
  row('2.13', 'name | full name', zone, recognized({ name: 'NGUYEN DUC LAM' })),
  row('2.13', 'sex | `F` or `M`', zone, recognized({ sex: 'M' })),
  row('2.13', 'sex | `F` or `M`', cardZone, recognized({ sex: 'F' })),
  row(
    '2.13',
    'Each has a confidence `Xconf` (bracketed-list string)',
    zone,
    recognized(
      each(
        zoneFields.map((field) => `${field}conf`),
        brackets,
      ),
    ),
  ),
  row(
    '2.13',
    'official travel document TD1 and passport TD3 @ TD1',
    cardZone,
    recognized({ mrz_type: 'TD1', country: 'FRA', id: text }),
  ),
  row('2.13', 'official travel document TD1 and passport TD3 @ TD3', zone, recognized({ mrz_type: 'TD3' })),

  row(
    '4.10',
    'POST /mrz-reader',
    zone,
    success({ document_type: 'identity-proof', process_status: 'processed' }),
  ),
  row('4.10', 'body `content` (string, Base64)', post(MRZ, { name }), refused(400, 'content')),
  row(
    '4.10',
    '`external_person_id` (string, optional, id of the employee creating the document)',
    post(MRZ, { content, external_person_id: 7 }),
    refused(400, 'external_person_id'),
  ),
  row(
    '4.10',
    'The call example nests content and name under `attachment`',
    async ({ call }) => call('POST', MRZ, { attachment: { content: await taken(passport)(), name } }),
    success({ recognized_data: { passport_id: paper.passport_id } }),
  ),

  row('7', '200 | Success @ MRZ', zone, success()),
  row('7', '101 | Document not found @ MRZ', reading(MRZ, people), {
    status: 200,
    body: { result_code: 101, message: notFound, process_status: 'failed' },
  }),
]

const firstPage = { recognized_data: { business_code: company.businessCode } }
const openPoints: readonly Row[] = [
  openPoint('101 names another document', creating(taken(licenceBack)), {
    status: 200,
    body: {
      process_status: 'failed',
      linked_file_ids: [],
      recognized_data: {
        result_code: 101,
        message: 'Document not found: a document of another kind: DRIVER LICENCE',
        detected: 'another-document',
        detected_document: 'DRIVER LICENCE',
      },
    },
  }),
  openPoint('101 says that there is no document', nothing, recognized({ detected: 'nothing' })),
  openPoint('109 leaves the document as it stands', attachedOther, {
    body: { process_status: 'processed', linked_file_ids: expect.arrayContaining([uuid]) },
  }),
  openPoint(
    'characteristics_conf beside characteristicsconf',
    attached,
    recognized({
      characteristics_conf: brackets,
      characteristicsconf: brackets,
      characteristicconf: brackets,
    }),
  ),
  openPoint(
    'the lines of the MRZ, and the personal number apart',
    zone,
    recognized({ mrz_lines: [expect.stringMatching(/^P<VNM/), text], optional_data: paper.id }),
  ),
  openPoint(
    'an attachment with nulls',
    async ({ call }) =>
      call('POST', CREATE, {
        attachment: { content: await taken(oldBack)(), name: null },
        external_person_id: null,
        consent_reference: null,
      }),
    insideOf(200, 'Success'),
  ),
  openPoint(
    'files[] and selected_pages[]',
    form('/business-registration?selected_pages[]=1', async () => [['files[]', (await papers()).text]]),
    success(firstPage),
  ),
  openPoint('selected_pages that is empty', registering('?selected_pages=', pdf), success(firstPage)),
  openPoint(
    'a form field beside files',
    form('/business-registration', async () => [
      ['note', 'for the clerk'],
      ['files', (await papers()).text],
    ]),
    { ...success(firstPage), headers: { 'x-selfsame-ignored-fields': 'note' } },
  ),
]

export const documentRows: readonly Row[] = [
  ...openPoints,
  ...identityRows,
  ...licenceRows,
  ...registrationRows,
  ...zoneRows,
]
