// The parts of the evaluation of documents: what each needs photographed, and what it measures.
import type { Context, Report } from '../../kit/report.ts'
import { badInput, evaluateBad } from './bad.ts'
import { evaluateBusiness } from './business.ts'
import { abroadOf } from './false-alarms.ts'
import { evaluateIdentity, identityCases } from './identity.ts'
import { evaluateJpeg } from './jpeg.ts'
import { evaluateLicences, licenceCases } from './licences.ts'
import { evaluateLiteral } from './literal.ts'
import { evaluateMrz } from './mrz.ts'
import { CARDS, type Case, PASSPORTS } from './plan.ts'
import { evaluateReal } from './real.ts'
import type { Session } from './session.ts'
import { evaluateSpeed } from './speed.ts'
import { evaluateWarnings, warningCases } from './warnings.ts'

export interface Part {
  readonly cases: (context: Context) => readonly Case[]
  readonly evaluate: (session: Session) => Promise<Report>
}

const cards = (context: Context): Case[] => identityCases({ context }, CARDS).flat()
const passports = (context: Context): Case[] => identityCases({ context }, PASSPORTS).flat()
const identity = (context: Context): Case[] => [...cards(context), ...passports(context)]

/** To add a part is to add a row, here and in the table of suites. */
export const parts: Readonly<Record<string, Part>> = {
  cards: { cases: cards, evaluate: (session) => evaluateIdentity(session, 'cards', CARDS) },
  passports: { cases: passports, evaluate: (session) => evaluateIdentity(session, 'passports', PASSPORTS) },
  licences: { cases: licenceCases, evaluate: evaluateLicences },
  warnings: {
    cases: (context) => [...identity(context), ...abroadOf(context).flat(), ...warningCases(context)],
    evaluate: evaluateWarnings,
  },
  bad: { cases: badInput, evaluate: evaluateBad },
  literal: { cases: () => [], evaluate: evaluateLiteral },
  mrz: { cases: () => [], evaluate: evaluateMrz },
  real: { cases: () => [], evaluate: evaluateReal },
  speed: { cases: identity, evaluate: evaluateSpeed },
  jpeg: { cases: identity, evaluate: evaluateJpeg },
  business: { cases: () => [], evaluate: ({ context }) => evaluateBusiness(context) },
}
