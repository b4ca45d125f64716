// Business-registration certificates of every company form: code, capital, members and representatives.
import { COMPANY_TITLES, type CompanyForm } from '../../../src/documents/kinds/parts/company-words.ts'
import { PROVINCES, type Province, province2025ByCode } from '../../../src/documents/text/knowledge/units.ts'
import { MOTTO, NATIONALITY } from '../../../src/documents/text/knowledge/words.ts'
import { type Dice, seededDice } from '../../person/dice.ts'
import { drawPlace, newForm, oldForm } from './addresses.ts'
import type { Asked } from './cards.ts'
import { drawCompanyName, taxPrefix } from './company-names.ts'
import { drawCompanyPerson } from './company-people.ts'
import { before, type Day, dayOf, drawDay, inWords } from './days.ts'
import { grouped, moneyWords } from './money.ts'
import { capitals, drawName } from './names.ts'
import { businessCode, digits } from './numbers.ts'
import type { Company, CompanyPerson, Member } from './record.ts'
import { REFERENCE_DAY } from './timetable.ts'

const PAR = 10_000
const SINCE_TWO_LEVELS = dayOf(2025, 7, 1)
/** Planning offices became finance offices in March 2025. */
const FINANCE_SINCE = dayOf(2025, 3, 1)
/** The enterprise law of 2020 renamed the papers and addresses of people. */
const NEW_LABELS_SINCE = dayOf(2021, 1, 1)
const ENGLISH_FORM: Readonly<Partial<Record<CompanyForm, string>>> = {
  'joint-stock': 'JOINT STOCK COMPANY',
  partnership: 'PARTNERSHIP',
  private: 'PRIVATE ENTERPRISE',
}
const TITLES: Readonly<Record<CompanyForm, readonly string[]>> = {
  'joint-stock': ['Tổng giám đốc', 'Giám đốc', 'Chủ tịch hội đồng quản trị'],
  'one-member': ['Giám đốc', 'Chủ tịch công ty', 'Chủ tịch công ty kiêm giám đốc'],
  'two-members': ['Giám đốc', 'Chủ tịch hội đồng thành viên'],
  partnership: ['Chủ tịch hội đồng thành viên', 'Thành viên hợp danh'],
  private: ['Chủ doanh nghiệp'],
  branch: ['Người đứng đầu chi nhánh'],
  office: ['Người đứng đầu văn phòng đại diện'],
}

const isDependent = (form: CompanyForm): boolean => form === 'branch' || form === 'office'

const whole = (dice: Dice, least: number, most: number): number => Math.floor(dice.between(least, most + 1))

/** Whole per mille, so that shares add up; the last takes the rest. */
function drawMembers(dice: Dice, people: readonly CompanyPerson[], capital: number): Member[] {
  const weights = people.map(() => whole(dice, 1, 9))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const parts = weights.slice(1).map((weight) => Math.floor((weight / sum) * 1000))
  const all = [1000 - parts.reduce((total, part) => total + part, 0), ...parts]
  return people.map((one, index) => ({
    name: one.name,
    nationality: one.nationality,
    address: one.idAddress,
    capital: grouped((capital / 1000) * (all[index] ?? 0)),
    share: String((all[index] ?? 0) / 10).replace('.', ','),
    idNumber: one.idNumber,
  }))
}

function officeOf({ name, city, code2025 }: Province, registered: Day): readonly string[] {
  const finance = !before(registered, FINANCE_SINCE)
  const now = before(registered, SINCE_TWO_LEVELS)
    ? { name, city }
    : (province2025ByCode(code2025) ?? { name, city })
  const place = `${now.city ? 'THÀNH PHỐ' : 'TỈNH'} ${capitals(now.name)}`
  return [`${finance ? 'SỞ TÀI CHÍNH' : 'SỞ KẾ HOẠCH VÀ ĐẦU TƯ'} ${place}`, 'PHÒNG ĐĂNG KÝ KINH DOANH']
}

/** Amounts such as people choose them: a round number of millions. */
const drawCapital = (dice: Dice): number =>
  dice.pick([1, 10, 100, 1000]) * whole(dice, 1, 99) * dice.pick([1_000_000, 10_000_000])

/** One to thirty: few fill one page, many fill four. */
const crowd = (dice: Dice): number => dice.pick([2, 2, 3, 3, 4, 5, 8, 14, 24, 32])

export function company({ seed, breaks, today = REFERENCE_DAY }: Asked): Company {
  const dice = seededDice(seed, 0xc0)
  // A branch has no capital to be wrong about.
  const row = dice.pick(COMPANY_TITLES.filter(({ form }) => breaks !== 'capital-words' || !isDependent(form)))
  const { form } = row
  const dependent = isDependent(form)
  const province = dice.pick(PROVINCES)
  const first = drawDay(dice, dayOf(2012, 1, 1), dayOf(today.year - 1, 12, 31))
  const changeCount = dice.next() < 0.5 ? 0 : whole(dice, 1, 15)
  const changed = changeCount === 0 ? undefined : drawDay(dice, first, dayOf(today.year, today.month, 1))
  const printed = changed ?? first
  const place = drawPlace(dice, province.code, true)
  const address = (before(printed, SINCE_TWO_LEVELS) ? oldForm(place, 'full') : newForm(place, 'full')).text
  const elsewhere = drawPlace(dice, province.code, true)
  const seat = `${(before(printed, SINCE_TWO_LEVELS) ? oldForm(elsewhere, 'full') : newForm(elsewhere, 'full')).text}, ${NATIONALITY}`
  const names = drawCompanyName(
    dice,
    dependent ? 'CÔNG TY TNHH' : row.prefix,
    ENGLISH_FORM[form] ?? 'COMPANY LIMITED',
  )
  const capital = drawCapital(dice)
  const words =
    breaks === 'capital-words'
      ? capital + dice.pick([1, 2, 5, 10]) * 10 ** (String(capital).length - 1)
      : capital
  const code = businessCode(dice, taxPrefix(province.code))
  const wrong = code.slice(0, 9) + String((Number(code.slice(9)) + whole(dice, 1, 9)) % 10)
  const parentCode = breaks === 'business-code' ? wrong : code
  const member = (index: number, title: string) =>
    drawCompanyPerson(dice, (seed ^ 0xbead) + 7919 * (index + 1), title, printed)
  const several = form === 'two-members' || form === 'partnership'
  const people = several ? Array.from({ length: crowd(dice) }, (_, index) => member(100 + index, '')) : []
  const count = form === 'private' || dependent || dice.next() < 0.75 ? 1 : whole(dice, 2, 4)
  const representatives = Array.from({ length: count }, (_, index) =>
    member(index, TITLES[form][index % TITLES[form].length] ?? ''),
  )
  const [lead] = representatives
  const phone = `0${dice.pick([3, 5, 7, 8, 9])}${digits(dice, 8)}`
  return {
    kind: 'business-registration',
    seed,
    today,
    ...(breaks === undefined ? {} : { breaks }),
    form,
    era: before(printed, NEW_LABELS_SINCE) ? 'before-2021' : 'since-2021',
    header: { left: officeOf(province, printed), right: MOTTO },
    title: row.title,
    subtitle: row.subtitle,
    businessCode: dependent ? `${parentCode}-${String(whole(dice, 1, 20)).padStart(3, '0')}` : parentCode,
    firstRegister: inWords(first),
    changeCount,
    ...(changed === undefined ? {} : { changeDate: inWords(changed) }),
    companyName: dependent ? `${row.prefix} ${names.vietnamese}` : names.vietnamese,
    ...(dice.next() < 0.7 ? { foreignName: names.english } : {}),
    ...(dice.next() < 0.6 ? { shortName: names.short } : {}),
    companyAddress: `${address}, ${NATIONALITY}`,
    ...(dice.next() < 0.9 ? { phone } : {}),
    ...(dice.next() < 0.2 ? { fax: `02${digits(dice, 9)}` } : {}),
    ...(dice.next() < 0.6
      ? { email: `${dice.pick(['info', 'lienhe', 'ketoan'])}@${names.domain}.example` }
      : {}),
    ...(dice.next() < 0.3 ? { website: `www.${names.domain}.example` } : {}),
    ...(dependent
      ? {
          parent: { name: names.vietnamese, businessCode: parentCode, address: seat },
        }
      : { capital: { figures: `${grouped(capital)} đồng`, words: moneyWords(words) } }),
    ...(form === 'joint-stock'
      ? { parValue: `${grouped(PAR)} đồng`, totalShares: grouped(capital / PAR) }
      : {}),
    ...(lead !== undefined && (form === 'one-member' || form === 'private') ? { owner: lead } : {}),
    members: several ? drawMembers(dice, people, capital) : [],
    representatives,
    signerTitle: dice.pick(['TRƯỞNG PHÒNG', 'KT. TRƯỞNG PHÒNG - PHÓ TRƯỞNG PHÒNG']),
    signer: drawName(dice, dice.next() < 0.6 ? 'Nam' : 'Nữ').name,
  }
}
