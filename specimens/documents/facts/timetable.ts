// When each kind of document was issued, to whom, and a birth and issue day drawn to be valid or expired on a given day.
import type { Dice } from '../../person/dice.ts'
import { addYears, ageOn, before, type Day, dayOf, drawDay, earlier, later } from './days.ts'
import type { FactKind } from './record.ts'

export interface Dates {
  readonly birth: Day
  readonly issue: Day
  readonly expiry: Day | null
}

interface Row {
  readonly first: Day
  readonly last: Day
  readonly leastAge: number
  readonly expiry: (birth: Day, issue: Day) => Day | null
  /** The day the specimen is read on unless another is asked for; all CMND died with 2024. */
  readonly today: Day
  /** A day by which some have expired, where none can have on the usual one. */
  readonly expiredToday?: Day
}

export const REFERENCE_DAY = dayOf(2026, 6, 1)
const CMND_DAY = dayOf(2024, 6, 1)
const NEVER = dayOf(2099, 12, 31)
const later10 = (_birth: Day, issue: Day): Day => addYears(issue, 10)

/** Age limits of identity cards in years. */
const LIMITS = [14, 25, 40, 60] as const

/** Identity cards run to the next age limit that is at least two years off; past the last they do not expire. */
function cardExpiry(birth: Day, issue: Day): Day | null {
  const limit = LIMITS.find((age) => before(issue, addYears(birth, age - 2)))
  return limit === undefined ? null : addYears(birth, limit)
}

const cmndExpiry = (issue: Day): Day => addYears(issue, 15)

const passportExpiry = (birth: Day, issue: Day): Day => addYears(issue, ageOn(birth, issue) < 14 ? 5 : 10)

type DatedKind = Exclude<FactKind, 'business-registration' | 'licence-paper' | 'licence-pet' | 'licence-2025'>

const ROWS: Readonly<Record<DatedKind, Row>> = {
  'cmnd-9': {
    first: dayOf(1999, 6, 1),
    last: dayOf(2016, 12, 31),
    leastAge: 14,
    expiry: (_birth, issue) => cmndExpiry(issue),
    today: CMND_DAY,
  },
  'cmnd-12': {
    first: dayOf(2012, 7, 1),
    last: dayOf(2015, 12, 31),
    leastAge: 14,
    expiry: (_birth, issue) => cmndExpiry(issue),
    today: CMND_DAY,
    expiredToday: dayOf(2031, 6, 1),
  },
  'cccd-12': {
    first: dayOf(2016, 1, 1),
    last: dayOf(2020, 12, 31),
    leastAge: 14,
    expiry: cardExpiry,
    today: REFERENCE_DAY,
  },
  'cccd-chip': {
    first: dayOf(2021, 1, 1),
    last: dayOf(2024, 6, 30),
    leastAge: 14,
    expiry: cardExpiry,
    today: REFERENCE_DAY,
  },
  'can-cuoc': {
    first: dayOf(2024, 7, 1),
    last: NEVER,
    leastAge: 0,
    expiry: cardExpiry,
    today: REFERENCE_DAY,
    expiredToday: dayOf(2029, 6, 1),
  },
  'passport-old': {
    first: dayOf(2007, 1, 1),
    last: dayOf(2022, 6, 30),
    leastAge: 0,
    expiry: passportExpiry,
    today: REFERENCE_DAY,
  },
  'passport-new': {
    first: dayOf(2022, 7, 1),
    last: NEVER,
    leastAge: 0,
    expiry: passportExpiry,
    today: REFERENCE_DAY,
    expiredToday: dayOf(2033, 6, 1),
  },
  'foreign-td1': {
    first: dayOf(2005, 1, 1),
    last: NEVER,
    leastAge: 16,
    expiry: later10,
    today: REFERENCE_DAY,
  },
  'foreign-td3': {
    first: dayOf(2005, 1, 1),
    last: NEVER,
    leastAge: 16,
    expiry: later10,
    today: REFERENCE_DAY,
  },
}

/** The day a specimen is read on: the one asked for, moved on only where nothing of the kind could have expired by then. */
export function readingDay(kind: DatedKind, expired: boolean, asked: Day | undefined): Day {
  const { today, expiredToday } = ROWS[kind]
  const usual = asked ?? today
  return expired && expiredToday !== undefined ? later(usual, expiredToday) : usual
}

/** The last day of issue is the day before reading, and never after the usual reading day moved on for expiry. */
function lastIssue(kind: DatedKind, today: Day): Day {
  return earlier(ROWS[kind].last, dayOf(today.year, today.month, Math.max(1, today.day - 1)))
}

const childShare: Readonly<Partial<Record<DatedKind, number>>> = {
  'can-cuoc': 0.3,
  'passport-old': 0.1,
  'passport-new': 0.15,
}

function drawBirth(dice: Dice, kind: DatedKind, issue: Day): Day {
  const child = dice.next() < (childShare[kind] ?? 0)
  // More of the young than of the old, as in a queue at a counter.
  const oldest = dice.next() < 0.6 ? 48 : 80
  const [least, most] = child ? [0, 14] : [Math.max(14, ROWS[kind].leastAge), oldest]
  return drawDay(dice, addYears(issue, -most), addYears(issue, -least))
}

/** Draws until the day fits; the rules make some pairs of days impossible and none of them rarer than one in a hundred. */
export function drawDates(dice: Dice, kind: DatedKind, today: Day, expired: boolean): Dates {
  const { first, expiry, leastAge } = ROWS[kind]
  const last = lastIssue(kind, today)
  if (!before(first, last)) throw new Error(`no ${kind} had been issued by that day`)
  for (let attempt = 0; attempt < 5000; attempt++) {
    const issue = drawDay(dice, first, last)
    const birth = drawBirth(dice, kind, issue)
    const until = expiry(birth, issue)
    const fits = expired ? until !== null && before(until, today) : until === null || before(today, until)
    if (fits && ageOn(birth, issue) >= leastAge && !before(issue, birth))
      return { birth, issue, expiry: until }
  }
  throw new Error(`no ${kind} can be ${expired ? 'expired' : 'valid'} on that day`)
}
