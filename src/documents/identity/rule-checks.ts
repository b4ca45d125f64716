// Holds the number and the expiry of an identity document against their rules.
import { atLeast, type Check, holds, softly, type YesName } from '../../checks.ts'
import { type Card, dayOf, fieldOf, sureOfAll, weighed } from '../cards/card.ts'
import { datesInOrder, daysUntilExpiry, expiryByRule, structureCheck } from '../cards/checks.ts'
import { FIELDS } from '../fields/rows.ts'
import { isPassport, kindDefinition } from '../kinds/kinds.ts'
import type { CombinedField } from '../merge/combined.ts'
import { isProvinceSure, provinceOf } from '../text/addresses.ts'
import { addYears, type Day, daysBetween, yearOf } from '../text/dates.ts'
import { expectedExpiry } from '../text/expiry-rule.ts'
import type { Province } from '../text/knowledge/units.ts'
import { parsePersonalNumber, provincesOfCmnd9 } from '../text/personal-number.ts'

/** The least confidence of the whole hometown: no misreading of a line that is half right turns one province into another. */
const SURE_HOMETOWN = 0.3

/** The number is that of the person: on a passport it stands beside the passport's own, and may be missing. */
export function numberChecks(card: Card): Check[] {
  const { id, birthday, sex } = FIELDS
  const number = fieldOf(card, FIELDS[kindDefinition(card.kind).answeredAs?.[id.field] ?? id.field])
  if (!number) return []
  if (number.value.length === 9)
    return [softly(structureCheck(number, provincesOfCmnd9(number.value).length > 0))]
  const parts = parsePersonalNumber(number.value)
  const structure = structureCheck(number, parts !== undefined)
  if (!parts) return [structure]
  const born = fieldOf(card, birthday)
  const birthYear = born && yearOf(born.value)
  return [
    structure,
    ...agreement('number-sex', number, fieldOf(card, sex), parts.sex),
    ...agreement('number-birth-year', number, born, String(parts.birthYear), birthYear),
    // A number without a province is of somebody born abroad; a passport prints no more than a place of birth.
    ...(parts.province && !isPassport(card.kind) ? provinceCheck(card, number, parts.province) : []),
  ]
}

function agreement(
  name: YesName,
  number: CombinedField,
  field: CombinedField | undefined,
  expected: string,
  printed: string | number | undefined = field?.value,
): Check[] {
  if (!field || printed === undefined) return []
  const check = {
    ...holds(name, String(printed) === expected),
    field: field.field,
    values: { number: expected, [field.sources[0] ?? 'ocr']: String(printed) },
  }
  return [weighed(check, sureOfAll(number, field))]
}

/**
 * The number names the province where the birth was registered. People move, so every place on the card is asked, and
 * old and new names are compared by the unit of 2025 that both are in. It counts only where none of them fits and the
 * hometown (on a card of 2024, the very place of registration) was surely read.
 */
function provinceCheck(card: Card, number: CombinedField, province: Province): Check[] {
  const places = [FIELDS.hometown, FIELDS.address].flatMap((row) => {
    const field = fieldOf(card, row)
    return field ? [{ field, match: provinceOf(field.value) }] : []
  })
  if (places.length === 0) return []
  const fits = places.filter(
    ({ match }) => match?.codes.includes(province.code) || match?.codes2025.includes(province.code2025),
  ).length
  const check = {
    ...atLeast('number-province', Math.min(1, fits), 1),
    field: number.field,
    values: {
      number: province.name,
      ...Object.fromEntries(places.map(({ field }) => [field.field, field.value])),
    },
  }
  const hometown = places.find(({ field }) => field.field === FIELDS.hometown.field)
  const isSure =
    hometown !== undefined &&
    sureOfAll(hometown.field) >= SURE_HOMETOWN &&
    places.every(({ field }) => isProvinceSure(field.value))
  return [isSure ? weighed(check, sureOfAll(number)) : softly(check)]
}

export function expiryChecks(card: Card): Check[] {
  const { lastValidDay } = kindDefinition(card.kind)
  return [
    ...daysUntilExpiry(card, endOf(card)),
    ...(lastValidDay ? [atLeast('days-until-cmnd-ended', daysBetween(card.today, lastValidDay), 0)] : []),
    ...ruleCheck(card),
    ...datesInOrder(card),
  ]
}

/** Where no expiry is printed, the rule of the kind may give one; it is checked, and never answered as read. */
function endOf(card: Card): Day | undefined {
  const printed = dayOf(card, FIELDS.expiry)
  const issued = dayOf(card, FIELDS.issue_date)
  const rule = kindDefinition(card.kind).expiry
  return printed || rule?.by !== 'issue' || !issued ? printed : addYears(issued, rule.years)
}

function ruleCheck(card: Card): Check[] {
  const [born, issue] = [fieldOf(card, FIELDS.birthday), fieldOf(card, FIELDS.issue_date)]
  const [birthday, issued] = [dayOf(card, FIELDS.birthday), dayOf(card, FIELDS.issue_date)]
  if (!born || !birthday) return []
  return expiryByRule(
    card,
    expectedExpiry({ kind: card.kind, birthday, issued }),
    issue ? [born, issue] : [born],
  )
}
