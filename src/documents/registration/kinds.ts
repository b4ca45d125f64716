// What a certificate registers, and in which form of company, by its title.
import { type Folded, findPhrase, foldCharacters, foldPhrase } from '../fields/phrases.ts'
import { partConfidence } from '../fields/spans.ts'
import { COMPANY_TITLES, type CompanyForm } from '../text/knowledge/company-words.ts'
import type { Row } from './rows.ts'

/** The `doc_type` of an answer. */
export type DocType =
  | 'ENTERPRISE'
  | 'BRANCH'
  | 'REPRESENTATIVE OFFICE'
  | 'BUSINESS LOCATION'
  | 'HOUSEHOLD BUSINESS'
  | 'COOPERATIVE'

interface TitleRow {
  readonly docType: DocType
  /** All of these stand in the title. */
  readonly texts: readonly string[]
}

const CERTIFICATE = 'GIẤY CHỨNG NHẬN ĐĂNG KÝ'

/** In this order: the words of an enterprise stand within others. */
const TITLES: readonly TitleRow[] = [
  { docType: 'HOUSEHOLD BUSINESS', texts: [`${CERTIFICATE} HỘ KINH DOANH`] },
  { docType: 'HOUSEHOLD BUSINESS', texts: [`${CERTIFICATE} KINH DOANH`, 'HỘ KINH DOANH'] },
  { docType: 'COOPERATIVE', texts: [`${CERTIFICATE} HỢP TÁC XÃ`] },
  { docType: 'COOPERATIVE', texts: [`${CERTIFICATE} KINH DOANH`, 'HỢP TÁC XÃ'] },
  { docType: 'BRANCH', texts: [`${CERTIFICATE} HOẠT ĐỘNG`, 'CHI NHÁNH'] },
  { docType: 'REPRESENTATIVE OFFICE', texts: [`${CERTIFICATE} HOẠT ĐỘNG`, 'VĂN PHÒNG ĐẠI DIỆN'] },
  { docType: 'BUSINESS LOCATION', texts: [`${CERTIFICATE} HOẠT ĐỘNG`, 'ĐỊA ĐIỂM KINH DOANH'] },
  { docType: 'BUSINESS LOCATION', texts: [`${CERTIFICATE} ĐỊA ĐIỂM KINH DOANH`] },
  { docType: 'ENTERPRISE', texts: [`${CERTIFICATE} DOANH NGHIỆP`] },
  { docType: 'ENTERPRISE', texts: [`${CERTIFICATE} KINH DOANH`] },
]

const FOLDED = TITLES.map(({ docType, texts }) => ({ docType, texts: texts.map(foldPhrase) }))
const FORMS = COMPANY_TITLES.map(({ form, subtitle }) => ({ form, text: foldPhrase(subtitle) })).toSorted(
  (a, b) => b.text.length - a.text.length,
)

export interface CertificateKind {
  readonly docType: DocType
  readonly form?: CompanyForm
  /** That the title says so, 0 to 1. */
  readonly confidence: number
}

/** Of the rows above the first field. */
export function kindOf(head: readonly Row[]): CertificateKind | undefined {
  const lines = head.flatMap(({ parts }) => parts.map(({ of }) => of.folded))
  const whole = foldCharacters([
    ...head.flatMap(({ parts }) => parts.flatMap(({ of }) => [...of.texts, ' '])),
  ])
  const has = (text: string): boolean => within(whole, text)
  const titles = head.flatMap(({ parts }) => parts.filter(({ of: { folded } }) => isTitle(folded)))
  const found = FOLDED.find(({ texts }) => texts.every(has))
  const form = FORMS.find(({ text }) => lines.some((line) => isWhole(line, text)))?.form
  if (found === undefined && (titles.length === 0 || form === undefined)) return undefined
  const confidence = titles.reduce((product, title) => product * partConfidence(title), 1)
  return { docType: found?.docType ?? docTypeOf(form), ...(form && { form }), confidence }
}

/** Where the title itself was misread, the line under it tells. */
const docTypeOf = (form: CompanyForm | undefined): DocType =>
  form === 'branch' ? 'BRANCH' : form === 'office' ? 'REPRESENTATIVE OFFICE' : 'ENTERPRISE'

/** The office's own name may hold `kinh doanh` as well: few letters may be wrong. */
const within = (text: Folded, phrase: string): boolean =>
  findPhrase(text, phrase, Math.floor(phrase.length / 10)) !== undefined

const isWhole = (line: Folded, phrase: string): boolean =>
  line.letters.length <= phrase.length + 3 && within(line, phrase)

const TITLE = foldPhrase(CERTIFICATE)
export const isTitle = (line: Folded): boolean => findPhrase(line, TITLE, MOST_MISREAD) !== undefined
/** Of the letters of these words. */
const MOST_MISREAD = 3
