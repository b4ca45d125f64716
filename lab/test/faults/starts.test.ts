// Tests starts that must be refused: those of npm run test:fault -- starts that end before the networks are opened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases } from '../../faults/starts/cases.ts'
import { makeTemplates, type Templates, tryCase } from '../../faults/starts/refused-start.ts'

/** `test/commands/serve.test.ts` tries a key that is missing, another key, and two servers on one folder. */
const quick = [
  'the master key is no file',
  'the setting holds a key of another size',
  'the place of the lock is taken by a folder',
]

describe('a start is refused with a sentence, and changes nothing, where', () => {
  let templates: Templates
  beforeAll(() => {
    templates = makeTemplates()
  })
  afterAll(() => templates.close())

  test.each(cases.filter(({ what }) => quick.includes(what)))('$what', async (one) => {
    expect((await tryCase(templates, one))?.faults).toEqual([])
  })
})
