// What identity cards and passports of other countries have in common with each other and with ours: English labels.
import type { KindDefinition, PageDefinition } from '../kind.ts'
import { DATE_OF_EXPIRY, GIVEN_NAMES, PLACE_OF_ISSUE, SURNAME } from './cues.ts'

export const FOREIGN = { family: 'foreign', language: 'any' } as const satisfies Partial<KindDefinition>

export const FOREIGN_CUES = [PLACE_OF_ISSUE, DATE_OF_EXPIRY, SURNAME, GIVEN_NAMES] as const

/** Nothing but the zone is read of a foreign document. */
export const FOREIGN_PAGE: PageDefinition = { titles: [], labels: [], cues: FOREIGN_CUES }

export const FOREIGN_CARD_ZONE = /^[IAC][A-Z<][A-Z]{3}/
