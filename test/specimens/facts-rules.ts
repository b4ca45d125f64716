// Implements the rules of the documents a second time, from the printed fields alone, to find which of them a specimen breaks.

import type { BreakName, Facts } from '../../specimens/documents/facts/record.ts'
import { foldedProvince, provinceByCode } from '../../src/documents/text/knowledge/units.ts'

/** Writes days as 20260601, which can be compared and moved by years as numbers. */
export const ymd = (slashed: string): number => Number(slashed.split('/').toReversed().join(''))
const mrzDay = (slashed: string): string => String(ymd(slashed)).slice(2)
export const NO_EXPIRY = 'Không thời hạn'

const dayNumber = ({ year, month, day }: Facts['today']): number => year * 10_000 + month * 100 + day

function digit(text: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  let sum = 0
  for (let index = 0; index < text.length; index++) {
    sum += Math.max(0, alphabet.indexOf(text.charAt(index))) * ([7, 3, 1][index % 3] ?? 0)
  }
  return `${sum % 10}`
}

/** Tells of every check digit of a zone, the composite last, whether it is right. */
export function zoneDigits(lines: readonly string[]): readonly boolean[] {
  const [one = '', two = ''] = lines.map((line) => line.replaceAll('>', '<'))
  const right = (text: string, sign: string | undefined) => digit(text) === sign
  if (lines.length === 3) {
    const own = one.startsWith('IDVNM') ? [right(one.slice(15, 29), one[29])] : []
    const composite = one.slice(5, 30) + two.slice(0, 7) + two.slice(8, 15) + two.slice(18, 29)
    return [
      right(one.slice(5, 14), one[14]),
      ...own,
      right(two.slice(0, 6), two[6]),
      right(two.slice(8, 14), two[14]),
      right(composite, two[29]),
    ]
  }
  const composite = two.slice(0, 10) + two.slice(13, 20) + two.slice(21, 43)
  return [
    right(two.slice(0, 9), two[9]),
    right(two.slice(13, 19), two[19]),
    right(two.slice(21, 27), two[27]),
    right(two.slice(28, 42), two[42]),
    right(composite, two[43]),
  ]
}

interface Printed {
  readonly name: string
  readonly birthday: string
  readonly sex: 'M' | 'F'
  readonly expiry: string
}

/** Tells whether the zone agrees with the print. */
function zoneAgrees(lines: readonly string[], { name, birthday, sex, expiry }: Printed): boolean {
  const places = { birth: [0, 6], sex: [7, 8], expiry: [8, 14] } as const
  const shift = lines.length === 3 ? 0 : 13
  const two = lines[1] ?? ''
  const until = expiry === NO_EXPIRY ? '991231' : mrzDay(expiry)
  const at = ([from, to]: readonly [number, number]) => two.slice(from + shift, to + shift)
  const zoneName = zoneOnly(lines)
  // A long name is cut, so the zone may hold the beginning only.
  const named = plain(name).startsWith(zoneName)
  return (
    named && at(places.birth) === mrzDay(birthday) && at(places.sex) === sex && at(places.expiry) === until
  )
}

const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/Đ/g, 'D')

const sexOf = (sex: 'Nam' | 'Nữ'): 'M' | 'F' => (sex === 'Nam' ? 'M' : 'F')

/** Checks sex and year inside a twelve-digit number. */
function numberFaults(id: string, sex: 'Nam' | 'Nữ', birthday: string): BreakName[] {
  const code = Number(id[3])
  const year = (19 + Math.floor(code / 2)) * 100 + Number(id.slice(4, 6))
  return [
    ...((code % 2 === 1) === (sex === 'Nữ') ? [] : (['sex-digit'] as const)),
    ...(String(year) === birthday.slice(6) ? [] : (['birth-year'] as const)),
  ]
}

function provinceFault(id: string, addresses: readonly string[]): BreakName[] {
  const code = id.slice(0, 3)
  if (Number(code) > 100) return []
  const known = addresses.flatMap((text) => foldedProvince(text.split(', ').at(-1) ?? '')?.codes2025 ?? [])
  return known.includes(provinceByCode(code)?.code2025 ?? 'none') ? [] : ['province']
}

/** Gives the expiry by law: the first limit that is two years off or more. */
function lawfulExpiry(birthday: string, issued: string): string {
  const [birth, issue] = [ymd(birthday), ymd(issued)]
  for (const limit of [14, 25, 40, 60]) {
    if (issue < birth + (limit - 2) * 10_000)
      return `${birthday.slice(0, 6)}${Number(birthday.slice(6)) + limit}`
  }
  return NO_EXPIRY
}

const plusYears = (slashed: string, years: number): string =>
  `${slashed.slice(0, 6)}${Number(slashed.slice(6)) + years}`
const unless = (right: boolean, name: BreakName): BreakName[] => (right ? [] : [name])
const lasts = (expiry: string, facts: Facts): boolean =>
  expiry === NO_EXPIRY || ymd(expiry) > dayNumber(facts.today)

/** A test of their own checks foreign letters against the table. */
const zoneOnly = (mrz: readonly string[]): string =>
  (mrz.length === 3 ? (mrz[2] ?? '') : (mrz[0] ?? '').slice(5)).replace(/[<>]+/g, ' ').trim()

/** These rules are for documents of one person; licences and companies have their own. */
export function faultsOf(facts: Facts): BreakName[] {
  switch (facts.kind) {
    case 'cmnd-9':
      return unless(lasts(plusYears(facts.back.issueDate, 15), facts), 'expired')
    case 'cmnd-12':
    case 'cccd-12': {
      const { front, back } = facts
      const same = back.barcode.startsWith(`${front.id}|`)
      const lawful =
        facts.kind === 'cmnd-12'
          ? plusYears(back.issueDate, 15)
          : lawfulExpiry(front.birthday, back.issueDate)
      return [
        ...numberFaults(front.id, front.sex, front.birthday),
        ...provinceFault(front.id, [front.hometown.text, front.address.text]),
        ...unless(same, 'two-people'),
        ...unless(lasts(front.expiry, facts), 'expired'),
        ...unless(!same || front.expiry === lawful, 'expiry-rule'),
      ]
    }
    case 'cccd-chip': {
      const { front, back } = facts
      const same = back.mrz[0]?.slice(15, 27) === front.id
      const issued = back.issueDate.replaceAll('/', '')
      const [id, , name, birth, sex, address, issue] = front.qr.split('|')
      const qr =
        id === front.id &&
        name?.toUpperCase() === front.name &&
        birth === front.birthday.replaceAll('/', '') &&
        sex === front.sex &&
        address === front.address.text &&
        (!same || issue === issued)
      return [
        ...numberFaults(front.id, front.sex, front.birthday),
        ...provinceFault(front.id, [front.hometown.text, front.address.text]),
        ...unless(same, 'two-people'),
        ...unless(qr, 'qr-mismatch'),
        ...unless(zoneDigits(back.mrz).every(Boolean), 'check-digit'),
        ...unless(!same || zoneAgrees(back.mrz, { ...front, sex: sexOf(front.sex) }), 'mrz-mismatch'),
        ...unless(lasts(front.expiry, facts), 'expired'),
        ...unless(!same || front.expiry === lawfulExpiry(front.birthday, back.issueDate), 'expiry-rule'),
      ]
    }
    case 'can-cuoc': {
      const { front, back } = facts
      const number = back.mrz[0]?.slice(15, 27) ?? ''
      const same = number === front.id
      const [id, , name, birth, sex, address, issue] = back.qr.split('|')
      const qr =
        id === number && address === back.address.text && issue === back.issueDate.replaceAll('/', '')
      const qrFront =
        name?.toUpperCase() === front.name &&
        birth === front.birthday.replaceAll('/', '') &&
        sex === front.sex
      const printed = { ...front, sex: sexOf(front.sex), expiry: back.expiry }
      return [
        ...numberFaults(front.id, front.sex, front.birthday),
        ...provinceFault(number, [back.hometown.text, back.address.text]),
        ...unless(same, 'two-people'),
        ...unless(qr && (!same || qrFront), 'qr-mismatch'),
        ...unless(zoneDigits(back.mrz).every(Boolean), 'check-digit'),
        ...unless(!same || zoneAgrees(back.mrz, printed), 'mrz-mismatch'),
        ...unless(lasts(back.expiry, facts), 'expired'),
        ...unless(!same || back.expiry === lawfulExpiry(front.birthday, back.issueDate), 'expiry-rule'),
      ]
    }
    case 'passport-old':
    case 'passport-new': {
      const { front } = facts
      const years = ymd(front.issueDate) < ymd(front.birthday) + 140_000 ? 5 : 10
      return [
        ...(front.id.length === 12 ? numberFaults(front.id, front.sex, front.birthday) : []),
        ...unless(zoneDigits(front.mrz).every(Boolean), 'check-digit'),
        ...unless(zoneAgrees(front.mrz, { ...front, sex: front.sexLetter }), 'mrz-mismatch'),
        ...unless(lasts(front.expiry, facts), 'expired'),
        ...unless(front.expiry === plusYears(front.issueDate, years), 'expiry-rule'),
      ]
    }
    case 'foreign-td1':
    case 'foreign-td3': {
      const { front, mrz } = facts
      return [
        ...unless(zoneDigits(mrz).every(Boolean), 'check-digit'),
        ...unless(zoneAgrees(mrz, { ...front, name: zoneOnly(mrz), sex: front.sexLetter }), 'mrz-mismatch'),
        ...unless(lasts(front.expiry, facts), 'expired'),
      ]
    }
    default:
      throw new Error(`${facts.kind} has rules of its own`)
  }
}
