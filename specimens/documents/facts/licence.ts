// Driving licences, paper, PET and of 2025: number, classes, terms and the rows of the back.
import { PROVINCES, province2025ByCode, provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import { type Authority, NATIONALITY } from '../../../src/documents/text/knowledge/words.ts'
import { type Dice, seededDice } from '../../person/dice.ts'
import { type Asked, expiryText } from './cards.ts'
import { citizen } from './citizen.ts'
import {
  addYears,
  before,
  type Day,
  dayOf,
  drawDay,
  earlier,
  inWords,
  joined,
  later,
  slashed,
} from './days.ts'
import { type LicenceClass, licenceExpiry, NEW_CLASSES, OLD_CLASSES } from './licence-classes.ts'
import { capitals, drawName } from './names.ts'
import { digits, licenceNumber } from './numbers.ts'
import { otherNumber } from './qr.ts'
import type { ClassRow, Licence, Person } from './record.ts'
import { REFERENCE_DAY } from './timetable.ts'

type LicenceKind = Licence['kind']

interface Row {
  readonly first: Day
  readonly last: Day
  readonly classes: readonly LicenceClass[]
  readonly today: Day
  /** By when some have expired. */
  readonly expiredToday?: Day
}

const ROWS: Readonly<Record<LicenceKind, Row>> = {
  // No paper licence for cars is valid any longer, so these are read on a day of their own.
  'licence-paper': {
    first: dayOf(2003, 1, 1),
    last: dayOf(2013, 6, 30),
    classes: OLD_CLASSES,
    today: dayOf(2014, 6, 2),
  },
  'licence-pet': {
    first: dayOf(2013, 7, 1),
    last: dayOf(2025, 2, 28),
    classes: OLD_CLASSES,
    today: REFERENCE_DAY,
  },
  'licence-2025': {
    first: dayOf(2025, 3, 1),
    last: dayOf(2099, 12, 31),
    classes: NEW_CLASSES,
    today: REFERENCE_DAY,
    expiredToday: dayOf(2031, 6, 2),
  },
}

interface Drawn {
  readonly birth: Day
  readonly issue: Day
  readonly classes: readonly LicenceClass[]
  readonly expiry: Day | null
}

const dayBefore = (day: Day): Day => ({ ...day, day: Math.max(1, day.day - 1) })

function drawLicence(dice: Dice, kind: LicenceKind, sex: Person['sex'], today: Day, expired: boolean): Drawn {
  const { first, last, classes: known } = ROWS[kind]
  for (let attempt = 0; attempt < 5000; attempt++) {
    const issue = drawDay(dice, first, earlier(last, dayBefore(today)))
    const birth = drawDay(dice, addYears(issue, -62), addYears(issue, -24))
    const classes = drawClasses(dice, known)
    const expiry = licenceExpiry(classes, birth, sex, issue)
    const fits = expired ? expiry !== null && before(expiry, today) : expiry === null || before(today, expiry)
    if (fits) return { birth, issue, classes, expiry }
  }
  throw new Error(`no ${kind} can be ${expired ? 'expired' : 'valid'} on that day`)
}

/** A motorcycle, a car, or one of each. */
function drawClasses(dice: Dice, known: readonly LicenceClass[]): readonly LicenceClass[] {
  const [light, heavy] = [
    known.filter(({ term }) => term === 'none'),
    known.filter(({ term }) => term !== 'none'),
  ]
  const share = dice.next()
  const [motorcycle, car] = [dice.pick(light), dice.pick(heavy)]
  return share < 0.4 ? [motorcycle] : share < 0.75 ? [car] : [motorcycle, car]
}

/** The title of the signer stands first and is no part of the name. */
const authorityLines = (...lines: string[]): Authority => ({ lines, value: lines.at(-1) ?? '' })

/** Roads offices before March 2025, the traffic police after. */
function issuer(
  dice: Dice,
  kind: LicenceKind,
  name: string,
  city: boolean,
): { place: string; authority: Authority } {
  if (kind === 'licence-2025') {
    return dice.next() < 0.3
      ? {
          place: 'Cục Cảnh sát giao thông',
          authority: authorityLines('CỤC TRƯỞNG', 'CỤC CẢNH SÁT GIAO THÔNG'),
        }
      : {
          place: `Phòng CSGT Công an ${city ? 'thành phố' : 'tỉnh'} ${name}`,
          authority: authorityLines(
            'TRƯỞNG PHÒNG',
            `PHÒNG CSGT - CA ${city ? 'TP.' : 'TỈNH'} ${capitals(name)}`,
          ),
        }
  }
  return dice.next() < 0.15
    ? { place: 'Hà Nội', authority: authorityLines('TỔNG CỤC ĐƯỜNG BỘ VIỆT NAM') }
    : { place: name, authority: authorityLines('GIÁM ĐỐC', `SỞ GIAO THÔNG VẬN TẢI ${capitals(name)}`) }
}

function rowsOf(
  dice: Dice,
  classes: readonly LicenceClass[],
  issue: Day,
): readonly { day: Day; row: ClassRow }[] {
  return classes.map(({ name, vehicles, english }, index) => {
    const last = index === classes.length - 1
    const day = drawDay(dice, addYears(issue, last ? -1 : -6), issue)
    return { day, row: { className: name, classDate: slashed(day), vehicles, vehiclesEnglish: english } }
  })
}

/** Two years past what the class allows, or a date where none is due; not yet past either way. */
const wrongExpiry = (expiry: Day | null, issue: Day, today: Day): Day =>
  expiry === null ? addYears(issue, Math.max(7, today.year - issue.year + 2)) : addYears(expiry, 2)

export function licence(kind: LicenceKind, { seed, breaks, today: asked }: Asked): Licence {
  const dice = seededDice(seed, 0x11ce)
  const expired = breaks === 'expired'
  const row = ROWS[kind]
  const usual = asked ?? row.today
  const today = expired && row.expiredToday !== undefined ? later(usual, row.expiredToday) : usual
  const sex = dice.next() < 0.6 ? 'Nam' : 'Nữ'
  const drawn = drawLicence(dice, kind, sex, today, expired)
  const { birth, issue, classes } = drawn
  const person = citizen(seed, { birth, sex })
  const expiry = breaks === 'expiry-rule' ? wrongExpiry(drawn.expiry, issue, today) : drawn.expiry
  const province = provinceByCode(person.provinces.residence) ?? PROVINCES[0]
  const twoLevels = !before(issue, dayOf(2025, 7, 1))
  const place = twoLevels ? province2025ByCode(province?.code2025 ?? '') : province
  const { place: issuePlace, authority } = issuer(dice, kind, place?.name ?? '', place?.city ?? false)
  const passed = rowsOf(dice, classes, issue)
  const passYear = passed.at(-1)?.day.year ?? issue.year
  const id =
    kind === 'licence-paper'
      ? paperNumber(dice)
      : licenceNumber(dice, province?.code ?? '', sex, birth.year, passYear)
  const address = twoLevels ? person.residence2025 : person.residence
  const inQr = breaks === 'qr-mismatch' ? otherNumber(dice, id) : id
  // What the code on the back says is not public; these fields are on the front too.
  const qr = [
    inQr,
    person.name,
    joined(birth),
    classes.map(({ name }) => name).join(','),
    joined(issue),
  ].join('|')
  return {
    kind,
    seed,
    today,
    ...(breaks === undefined ? {} : { breaks }),
    person,
    front: {
      id,
      name: capitals(person.name),
      birthday: slashed(birth),
      nationality: NATIONALITY,
      nationalityEnglish: 'Vietnamese',
      address,
      classType: classes.map(({ name }) => name).join(', '),
      issuePlace,
      issueDate: slashed(issue),
      issueWords: inWords(issue),
      expiry: expiryText(expiry),
      authority,
      signer: drawName(dice, 'Nam').name,
    },
    back: {
      rows: passed.map((one) => one.row),
      seriId: `${dice.pick(['AA', 'AB', 'AC', 'BA', 'BB', 'CA'])}${digits(dice, 6)}`,
      ...(kind === 'licence-2025' ? { qr } : {}),
    },
  }
}

/** Paper licences carry letters among the digits. */
const paperNumber = (dice: Dice): string => `${dice.pick(['AD', 'AM', 'BC', 'AV', 'AK'])}${digits(dice, 6)}`
