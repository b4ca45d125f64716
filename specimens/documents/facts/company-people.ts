// People on a certificate, with the paper that was current on the day of registration.
import { AUTHORITIES, NATIONALITY } from '../../../src/documents/text/knowledge/words.ts'
import type { Dice } from '../../person/dice.ts'
import { policeOf } from './cards.ts'
import { citizen } from './citizen.ts'
import { before, type Day, dayOf, slashed } from './days.ts'
import { capitals } from './names.ts'
import { oldNumber } from './numbers.ts'
import type { CompanyPerson, Person } from './record.ts'
import { drawDates } from './timetable.ts'

type PaperKind = 'cmnd-9' | 'cccd-12' | 'cccd-chip' | 'can-cuoc'

/** From each day on, the paper most people show; half a year after it was first issued. */
const PAPERS: readonly (readonly [since: Day, kind: PaperKind])[] = [
  [dayOf(2025, 1, 1), 'can-cuoc'],
  [dayOf(2021, 7, 1), 'cccd-chip'],
  [dayOf(2017, 1, 1), 'cccd-12'],
]

function paperOn(dice: Dice, day: Day): PaperKind {
  const newest = PAPERS.findIndex(([since]) => !before(day, since))
  if (newest < 0) return 'cmnd-9'
  // Many have not changed to the newest yet.
  const index = dice.next() < 0.4 ? newest + 1 : newest
  return PAPERS[index]?.[1] ?? 'cmnd-9'
}

/** Of age and at work. */
const LEAST_AGE = 18

function paperOf(kind: PaperKind, dice: Dice, person: Person) {
  const register = AUTHORITIES['social-order'].value
  switch (kind) {
    case 'cmnd-9':
      return {
        idType: 'Giấy chứng minh nhân dân',
        idNumber: person.oldNumber ?? oldNumber(dice, person.provinces.residence),
        idIssueAt: policeOf(person.provinces.residence).value,
      }
    case 'can-cuoc':
      return {
        idType: 'Thẻ căn cước',
        idNumber: person.number,
        idIssueAt: AUTHORITIES['public-security'].value,
      }
    default:
      return { idType: 'Thẻ căn cước công dân', idNumber: person.number, idIssueAt: register }
  }
}

function drawAdult(dice: Dice, kind: PaperKind, day: Day) {
  for (;;) {
    const dates = drawDates(dice, kind, day, false)
    if (dates.birth.year + LEAST_AGE < day.year) return dates
  }
}

/** `title` is the office they hold; empty for a mere member. */
export function drawCompanyPerson(dice: Dice, seed: number, title: string, day: Day): CompanyPerson {
  const kind = paperOn(dice, day)
  const dates = drawAdult(dice, kind, day)
  const person = citizen(seed, { birth: dates.birth })
  const twoLevels = !before(day, dayOf(2025, 7, 1))
  const home = (one: Person) => (twoLevels ? one.residence2025 : one.residence)
  const address = home(person)
  const contact = dice.next() < 0.7 ? address : home(citizen(seed + 1))
  return {
    person,
    name: capitals(person.name),
    gender: person.sex,
    title,
    birthday: slashed(person.birth),
    ethnicity: person.ethnicity,
    nationality: NATIONALITY,
    ...paperOf(kind, dice, person),
    idIssueDate: slashed(dates.issue),
    idAddress: `${address.text}, ${NATIONALITY}`,
    contactAddress: `${contact.text}, ${NATIONALITY}`,
  }
}
