// Holds what is printed against what the number says: its structure, sex, year of birth, and province.
import { atLeast, type Check, softly } from '../../checks.ts'
import { isPassport } from '../kinds/kinds.ts'
import type { CombinedField } from '../merge/combine.ts'
import { dayOf, fieldOf, SURE_ENOUGH, sureOfAll } from '../merge/known.ts'
import { provinceOf } from '../text/addresses.ts'
import type { Province } from '../text/knowledge/units.ts'
import { parsePersonalNumber, provincesOfCmnd9 } from '../text/personal-number.ts'
import type { Facts } from './facts.ts'

/** Of the whole hometown: no misreading of a line that is half right turns one province into another. */
const SURE_HOMETOWN = 0.3

/** Of a passport it is the personal number printed beside the passport's own, which may be missing. */
export function numberChecks(facts: Facts): Check[] {
  const { kind } = facts.merged
  const number = fieldOf(facts, isPassport(kind) ? 'optional_data' : 'id')
  if (!number) return []
  const values = { number: number.value }
  if (number.value.length === 9) {
    const known = provincesOfCmnd9(number.value).length
    return [softly({ ...atLeast('number-structure', Math.min(1, known), 1), field: number.field, values })]
  }
  const parts = parsePersonalNumber(number.value)
  const structure = { ...atLeast('number-structure', parts ? 1 : 0, 1), field: number.field, values }
  const isSure = sureOfAll(number) > SURE_ENOUGH
  if (!parts) return [isSure ? structure : softly(structure)]
  const birthYear = dayOf(facts, 'birthday')?.year
  return [
    structure,
    ...agreement('number-sex', number, fieldOf(facts, 'sex'), parts.sex),
    ...agreement('number-birth-year', number, fieldOf(facts, 'birthday'), String(parts.birthYear), birthYear),
    // Born abroad, or of a passport, which prints no more than a place of birth.
    ...(parts.province && !isPassport(kind) ? provinceCheck(facts, number, parts.province) : []),
  ]
}

function agreement(
  name: string,
  number: CombinedField,
  field: CombinedField | undefined,
  expected: string,
  printed: string | number | undefined = field?.value,
): Check[] {
  if (!field || printed === undefined) return []
  const check = {
    ...atLeast(name, String(printed) === expected ? 1 : 0, 1),
    field: field.field,
    values: { number: expected, [field.sources[0] ?? 'ocr']: String(printed) },
  }
  return [sureOfAll(number, field) > SURE_ENOUGH ? check : softly(check)]
}

/**
 * The number names the province where the birth was registered. People move, so every place on the card is asked, and
 * old and new names are compared by the unit of 2025 that both are in. It counts only where none of them fits and the
 * hometown (on a card of 2024, the very place of registration) was surely read.
 */
function provinceCheck(facts: Facts, number: CombinedField, province: Province): Check[] {
  const places = (['hometown', 'address'] as const).flatMap((name) => {
    const field = fieldOf(facts, name)
    return field ? [{ name, field, match: provinceOf(field.value) }] : []
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
      ...Object.fromEntries(places.map(({ name, field }) => [name, field.value])),
    },
  }
  const hometown = places.find(({ name }) => name === 'hometown')
  const isSure =
    hometown !== undefined &&
    sureOfAll(hometown.field) >= SURE_HOMETOWN &&
    places.every(({ match }) => match !== undefined) &&
    sureOfAll(number) > SURE_ENOUGH
  return [isSure ? check : softly(check)]
}
