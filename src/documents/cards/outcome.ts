// What reading a card comes to: a result code, and the record of the card as far as there is one.
import { randomUUID } from 'node:crypto'
import type { Code } from '../../codes.ts'

export interface Outcome<Data> {
  readonly code: Code
  /** Of the document; where nothing was stored, it names the answer only. */
  readonly id: string
  readonly fileIds: readonly string[]
  readonly data: Data
}

export const notStored = <Data>(code: Code, data: Data, id: string = randomUUID()): Outcome<Data> => ({
  code,
  id,
  fileIds: [],
  data,
})
