// Tells by its title what a certificate registers, and in which form of company.
import { type Folded, findPhrase, foldCharacters, foldPhrase } from '../fields/phrases.ts'
import { partConfidence } from '../fields/spans.ts'
import { COMPANY_TITLES, type CompanyForm, type DocType } from '../kinds/parts/company-words.ts'
import type { SheetRow } from './rows.ts'

interface TitleRow {
  readonly docType: DocType
  /** The title has all of these. */
  readonly texts: readonly string[]
}

const CERTIFICATE = 'GIẤY CHỨNG NHẬN ĐĂNG KÝ'

/** The first match counts: the words of an enterprise are part of other titles. */
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
  /** Probability that the title was read right, 0 to 1. */
  readonly confidence: number
}

/** `head` are the rows above the first field. */
export function kindOf(head: readonly SheetRow[]): CertificateKind | undefined {
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

/** The line under the title tells the kind where the title was misread. */
const docTypeOf = (form: CompanyForm | undefined): DocType =>
  form === 'branch' ? 'BRANCH' : form === 'office' ? 'REPRESENTATIVE OFFICE' : 'ENTERPRISE'

/** Few letters may be wrong, because the name of the office may contain `kinh doanh` as well. */
const within = (text: Folded, phrase: string): boolean =>
  findPhrase(text, phrase, Math.floor(phrase.length / 10)) !== undefined

const isWhole = (line: Folded, phrase: string): boolean =>
  line.letters.length <= phrase.length + 3 && within(line, phrase)

const TITLE = foldPhrase(CERTIFICATE)
export const isTitle = (line: Folded): boolean => findPhrase(line, TITLE, MOST_MISREAD) !== undefined
/** Letters of the title that may be wrong. */
const MOST_MISREAD = 3
