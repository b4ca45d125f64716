// What stands on each kind of document, as printed: the contract between the facts and the drawing.
import type { CompanyForm } from '../../../src/documents/kinds/parts/company-words.ts'
import type { Authority } from '../../../src/documents/text/knowledge/words.ts'
import type { Day } from './days.ts'
import type { FullName } from './names.ts'
import type { Sex } from './numbers.ts'

/** An address cut as cards cut it: house or hamlet first, the units on the second line. */
export interface Address {
  readonly text: string
  readonly lines: readonly string[]
}

export interface Person extends FullName {
  readonly sex: Sex
  readonly birth: Day
  /** Twelve digits. */
  readonly number: string
  /** Nine digits, of those who once had such a card. */
  readonly oldNumber?: string
  /** Codes: where the birth was registered (a country from 101 on), where the family comes from, where home is. */
  readonly provinces: { readonly birth: string; readonly hometown: string; readonly residence: string }
  readonly birthplace: Address
  readonly birthplace2025: Address
  readonly hometown: Address
  readonly hometown2025: Address
  readonly residence: Address
  readonly residence2025: Address
  readonly ethnicity: string
  readonly religion: string
  readonly characteristics: string
  readonly father: string
  readonly mother: string
}

/** A rule that a specimen can break on request; breaks.ts says what a reader should answer to it. */
export type BreakName =
  | 'sex-digit'
  | 'birth-year'
  | 'province'
  | 'two-people'
  | 'expired'
  | 'check-digit'
  | 'mrz-mismatch'
  | 'qr-mismatch'
  | 'business-code'
  | 'capital-words'
  | 'expiry-rule'

interface Base {
  readonly seed: number
  /** The day on which the document is valid, or expired where that was asked for. */
  readonly today: Day
  readonly breaks?: BreakName
}

/** Dates are DD/MM/YYYY; an issue date is also given in words: `ngày 05 tháng 03 năm 2014`. */
export interface Issue {
  readonly issueDate: string
  readonly issueWords: string
  readonly authority: Authority
  readonly issueBy: string
  readonly signer: string
  readonly characteristics: string
}

export interface CardFront {
  readonly id: string
  /** In capitals. */
  readonly name: string
  readonly birthday: string
  readonly sex: 'Nam' | 'Nữ'
  readonly national: string
  readonly hometown: Address
  readonly address: Address
  readonly expiry: string
}

interface Identity extends Base {
  readonly person: Person
  /** Whose data the back carries: the same person unless two were asked for. */
  readonly backPerson: Person
}

export interface Cmnd9 extends Identity {
  readonly kind: 'cmnd-9'
  readonly front: Omit<CardFront, 'sex' | 'national' | 'expiry'>
  readonly back: Issue & { readonly ethnicity: string; readonly religion: string }
}

export interface Cmnd12 extends Identity {
  readonly kind: 'cmnd-12'
  readonly front: Omit<CardFront, 'national'> & { readonly ethnicity: string; readonly otherName: string }
  /** Parents are on early cards only. */
  readonly back: Issue & {
    readonly religion: string
    readonly father?: string
    readonly mother?: string
    readonly barcode: string
  }
}

export interface Cccd12 extends Identity {
  readonly kind: 'cccd-12'
  readonly front: CardFront
  readonly back: Issue & { readonly barcode: string }
}

export interface CccdChip extends Identity {
  readonly kind: 'cccd-chip'
  readonly front: CardFront & { readonly qr: string }
  readonly back: Issue & { readonly mrz: readonly string[] }
}

export interface CanCuoc extends Identity {
  readonly kind: 'can-cuoc'
  /** Under six: no portrait, and the parents in the QR. */
  readonly form: 'child' | 'grown'
  readonly front: Omit<CardFront, 'hometown' | 'address' | 'expiry'>
  readonly back: Omit<Issue, 'characteristics' | 'signer'> & {
    readonly address: Address
    /** Place where the birth was registered. */
    readonly hometown: Address
    readonly expiry: string
    readonly qr: string
    readonly mrz: readonly string[]
  }
}

export interface Passport extends Base {
  readonly kind: 'passport-old' | 'passport-new'
  readonly person: Person
  readonly front: {
    readonly passportType: 'P'
    readonly country: 'VNM'
    readonly passportId: string
    /** CMND or personal number. */
    readonly id: string
    readonly name: string
    /** New passports print the surname apart. */
    readonly surname: string
    readonly givenNames: string
    readonly national: string
    readonly nationalEnglish: string
    readonly birthday: string
    /** Missing on the first new passports. */
    readonly hometown?: string
    readonly sex: 'Nam' | 'Nữ'
    readonly sexLetter: 'M' | 'F'
    readonly issueDate: string
    readonly expiry: string
    readonly authority: Authority
    readonly issueBy: string
    readonly signer: string
    readonly mrz: readonly string[]
    /** Some passports print the filler the wrong way round; `mrz` is as printed. */
    readonly reversedFiller: boolean
  }
}

export interface ClassRow {
  readonly className: string
  readonly classDate: string
  /** What may be driven, in both languages. */
  readonly vehicles: string
  readonly vehiclesEnglish: string
}

export interface Licence extends Base {
  readonly kind: 'licence-paper' | 'licence-pet' | 'licence-2025'
  readonly person: Person
  readonly front: {
    readonly id: string
    readonly name: string
    readonly birthday: string
    readonly nationality: string
    readonly nationalityEnglish: string
    readonly address: Address
    /** Classes as printed: `B2`, `A1, B2`. */
    readonly classType: string
    readonly issuePlace: string
    readonly issueDate: string
    readonly issueWords: string
    readonly expiry: string
    readonly authority: Authority
    readonly signer: string
  }
  readonly back: {
    readonly rows: readonly ClassRow[]
    readonly seriId: string
    readonly qr?: string
  }
}

export interface CompanyPerson {
  readonly person: Person
  readonly name: string
  readonly gender: 'Nam' | 'Nữ'
  readonly title: string
  readonly birthday: string
  readonly ethnicity: string
  readonly nationality: string
  readonly idType: string
  readonly idNumber: string
  readonly idIssueDate: string
  readonly idIssueAt: string
  readonly idAddress: string
  readonly contactAddress: string
}

export interface Member {
  readonly name: string
  readonly nationality: string
  readonly address: string
  readonly capital: string
  /** Of the whole, in percent, with a decimal comma. */
  readonly share: string
  readonly idNumber: string
}

export interface Company extends Base {
  readonly kind: 'business-registration'
  readonly form: CompanyForm
  /** Which labels people's papers and addresses have. */
  readonly era: 'before-2021' | 'since-2021'
  /** Upper left and upper right block, line by line. */
  readonly header: { readonly left: readonly string[]; readonly right: readonly string[] }
  readonly title: string
  readonly subtitle: string
  readonly businessCode: string
  /** `ngày 12 tháng 03 năm 2015`; the change count is 0 where nothing was changed. */
  readonly firstRegister: string
  readonly changeCount: number
  readonly changeDate?: string
  readonly companyName: string
  readonly foreignName?: string
  readonly shortName?: string
  readonly companyAddress: string
  readonly phone?: string
  readonly fax?: string
  readonly email?: string
  readonly website?: string
  /** A branch or office has no capital but a parent. */
  readonly capital?: { readonly figures: string; readonly words: string }
  readonly parValue?: string
  readonly totalShares?: string
  readonly parent?: { readonly name: string; readonly businessCode: string; readonly address: string }
  readonly owner?: CompanyPerson
  readonly members: readonly Member[]
  readonly representatives: readonly CompanyPerson[]
  readonly signerTitle: string
  readonly signer: string
}

export interface Foreign extends Base {
  readonly kind: 'foreign-td1' | 'foreign-td3'
  readonly front: {
    /** ISO 3166 or ICAO, three letters; `D` alone for Germany in the MRZ. */
    readonly country: string
    readonly countryName: string
    readonly title: string
    readonly documentNumber: string
    readonly surname: string
    readonly givenNames: string
    readonly nationality: string
    readonly birthday: string
    readonly sexLetter: 'M' | 'F'
    readonly birthplace: string
    readonly issueDate: string
    readonly expiry: string
    readonly authority: string
  }
  /** On the back of a TD1, under the data of a TD3. */
  readonly mrz: readonly string[]
}

export type Facts = Cmnd9 | Cmnd12 | Cccd12 | CccdChip | CanCuoc | Passport | Licence | Company | Foreign
export type FactKind = Facts['kind']
type Holding<Record, K> = Record extends { readonly kind: infer Kinds }
  ? K extends Kinds
    ? Record
    : never
  : never
/** The record of one kind; kinds that look alike share one. */
export type FactsOf<K extends FactKind> = Holding<Facts, K>
