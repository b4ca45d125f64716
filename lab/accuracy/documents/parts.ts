// Lists the parts of the documents evaluation: what each needs photographed, and what it measures.
import type { Context, Report } from '../../kit/report.ts'
import { evaluateAddresses } from './addresses.ts'
import { badInput, evaluateBad } from './bad-input.ts'
import { evaluateBusiness } from './business.ts'
import { cutPlan, evaluateCut } from './cut.ts'
import { abroadOf } from './false-alarms.ts'
import { fieldFigures, fieldTable } from './field-tables.ts'
import { evaluateForged, forgedPlan } from './forged.ts'
import { evaluateFound } from './found.ts'
import { evaluateHardships, hardshipCases } from './hardships.ts'
import { evaluateHidden, hiddenPlan } from './hidden.ts'
import { evaluateIdentity, identityCases } from './identity.ts'
import { evaluateJpeg } from './jpeg.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import { evaluateLicences, licenceCases } from './licences.ts'
import { evaluateMrz } from './mrz.ts'
import { perfectReader } from './perfect-pages.ts'
import { CARDS, type Case, casesOf, LICENCES, PASSPORTS } from './plan.ts'
import { evaluatePrint } from './print-in-place.ts'
import { evaluateQr, qrShots } from './qr.ts'
import { evaluateReal } from './real.ts'
import { fieldName, type Judged } from './score.ts'
import { openSession, type Session } from './session.ts'
import { evaluateSeveral, severalCases } from './several.ts'
import { evaluateSpeed } from './speed.ts'
import { evaluateTilt } from './tilt.ts'
import { evaluateWarnings, warningCases } from './warnings.ts'

export interface Part {
  readonly cases: (context: Context) => readonly Case[]
  readonly evaluate: (session: Session) => Promise<Report>
}

const cards = (context: Context): Case[] => identityCases({ context }, CARDS).flat()
const passports = (context: Context): Case[] => identityCases({ context }, PASSPORTS).flat()
const identity = (context: Context): Case[] => [...cards(context), ...passports(context)]

/** A new part needs a row here and in the table of suites. */
export const parts: Readonly<Record<string, Part>> = {
  cards: { cases: cards, evaluate: (session) => evaluateIdentity(session, 'cards', CARDS) },
  passports: { cases: passports, evaluate: (session) => evaluateIdentity(session, 'passports', PASSPORTS) },
  licences: { cases: licenceCases, evaluate: evaluateLicences },
  hardships: { cases: hardshipCases, evaluate: evaluateHardships },
  warnings: {
    cases: (context) => [...identity(context), ...abroadOf(context).flat(), ...warningCases(context)],
    evaluate: evaluateWarnings,
  },
  forged: { cases: forgedPlan, evaluate: evaluateForged },
  print: { cases: () => [], evaluate: evaluatePrint },
  found: { cases: () => [], evaluate: evaluateFound },
  tilt: { cases: () => [], evaluate: evaluateTilt },
  several: { cases: severalCases, evaluate: evaluateSeveral },
  cut: { cases: cutPlan, evaluate: evaluateCut },
  hidden: { cases: hiddenPlan, evaluate: evaluateHidden },
  bad: { cases: badInput, evaluate: evaluateBad },
  literal: { cases: () => [], evaluate: evaluateLiteral },
  addresses: { cases: () => [], evaluate: ({ context }) => evaluateAddresses(context) },
  mrz: { cases: () => [], evaluate: evaluateMrz },
  qr: { cases: qrShots, evaluate: evaluateQr },
  real: { cases: () => [], evaluate: evaluateReal },
  speed: { cases: identity, evaluate: evaluateSpeed },
  jpeg: { cases: identity, evaluate: evaluateJpeg },
  business: { cases: () => [], evaluate: ({ context }) => evaluateBusiness(context) },
}

/** Measures what the fields lose although a perfect reader reads every line. */
async function evaluateLiteral({ context, misses }: Session): Promise<Report> {
  const perfect = openSession(context, perfectReader)
  const rows: Judged[] = []
  for (const kind of [...CARDS, ...PASSPORTS])
    for (const one of await perfect.answers(context.sample(casesOf(kind))))
      rows.push(...perfect.judge(one, one.whole, one.truth, `${kind} literal`))
  for (const kind of LICENCES)
    for (const one of await perfect.answers(context.sample(casesOf(kind)), { endpoint: licenceEndpoint }))
      for (const [i, answer] of one.alone.entries())
        rows.push(...perfect.judge(one, answer, one.sides[i] ?? {}, `${kind} literal`))
  for (const [key, miss] of perfect.misses) misses.set(key, miss)
  const lossy = new Set(rows.filter(({ isRight }) => !isRight).map(keyOf))
  return {
    tables: [
      fieldTable(
        'Fields that are lost although every line is read perfectly',
        rows.filter((row) => lossy.has(keyOf(row))),
        'No photograph is read here; fields without a loss are left out.',
      ),
    ],
    plots: [],
    figures: { literal: fieldFigures(rows) },
    targets: [],
  }
}

const keyOf = ({ kind, field }: Judged): string => `${kind} ${fieldName(field)}`
