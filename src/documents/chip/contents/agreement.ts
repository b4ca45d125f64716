// Holds the files of a chip against each other: the digits of the zone, the zone against DG13 and DG11, and the list in COM.
import { atLeast, type Check, softly } from '../../../checks.ts'
import { FIELDS } from '../../fields/rows.ts'
import * as zone from '../../mrz/values.ts'
import { type Day, isNoExpiry, NO_EXPIRY } from '../../text/dates.ts'
import { sameName } from '../../text/names.ts'
import type { ChipFiles } from '../chip.ts'
import type { ChipContents } from './contents.ts'

export function agreementChecks(files: ChipFiles, contents: ChipContents, today: Day): Check[] {
  return [...digitChecks(contents), ...citizenChecks(contents, today), ...listChecks(files, contents)]
}

/** One check for all digits: the issuer computes them, so a wrong one is the issuer's mistake. */
function digitChecks({ zone: reading }: ChipContents): Check[] {
  if (!reading) return []
  const right = reading.checkDigits.filter(({ isRight }) => isRight).length
  return [softly({ ...atLeast('chip-check-digits', right, reading.checkDigits.length), field: 'dg1' })]
}

interface Compared {
  readonly field: string
  readonly inZone: string
  readonly inCitizen: string | undefined
  readonly isSame?: (citizen: string, zone: string) => boolean
}

/** DG1 and DG13 are both signed. Where they are about two people, no check of a signature would tell. */
function citizenChecks({ zone: reading, citizen }: ChipContents, today: Day): Check[] {
  if (!reading || !citizen) return []
  const gender = zone.sexAs({ M: 'Nam', F: 'Nữ' })(reading).value
  const rows: readonly Compared[] = [
    { field: FIELDS.id.field, inZone: zone.documentNumber(reading).value, inCitizen: citizen.number },
    {
      field: FIELDS.name.field,
      inZone: zone.fullName(reading).value,
      inCitizen: citizen.fullName,
      isSame: sameName,
    },
    {
      field: FIELDS.birthday.field,
      inZone: zone.birthday(reading, today).value,
      inCitizen: citizen.birthDate,
    },
    { field: FIELDS.sex.field, inZone: gender, inCitizen: citizen.gender },
    {
      field: FIELDS.expiry.field,
      inZone: zone.expiry(reading, today).value,
      inCitizen: expiryOf(citizen.expiryDate),
    },
  ]
  return rows.flatMap(({ field, inZone, inCitizen, isSame = (one, other) => one === other }) => {
    if (inZone === '' || inCitizen === undefined) return []
    const check = atLeast('dg13-against-dg1', isSame(inCitizen, inZone) ? 1 : 0, 1)
    return [{ ...check, field, values: { dg1: inZone, dg13: inCitizen } }]
  })
}

const expiryOf = (text: string | undefined): string | undefined =>
  text !== undefined && isNoExpiry(text) ? NO_EXPIRY : text

/** COM is not signed: a file that it does not list says only that somebody changed or forgot it. */
function listChecks({ groups }: ChipFiles, { com }: ChipContents): Check[] {
  if (!com) return []
  const unlisted = [...groups.keys()].filter((group) => !com.files.includes(`dg${group}`)).length
  return [softly({ ...atLeast('com-lists-files', unlisted === 0 ? 1 : 0, 1), field: 'com' })]
}
