// npm run bench:reader: measures the processor time of a line of 40 characters, and of a card page, split by step.

import { parseArgs } from 'node:util'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { printTargets } from '../kit/targets.ts'
import { cardPhoto } from './reader-picture.ts'
import { benchLine, benchPage } from './reader-steps.ts'

answerHelp(`Measures reading a line of 40 characters, and a page of a card step by step, in processor time of one thread.

  --rounds N       the median counts (40)
  --level NAME     of the photograph: photo or bad (photo)

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, level: { type: 'string', default: 'photo' } },
})
const rounds = Number(options.rounds)
const photo = await cardPhoto(options.level === 'bad' ? 'bad' : 'photo')
const lineMs = await benchLine(photo, rounds)
const pageMs = await benchPage(photo, rounds)
printTargets([
  { name: 'reader_line_ms', value: lineMs, bound: 8, good: 'at most' },
  { name: 'reader_page_ms', value: pageMs, bound: 300, good: 'at most' },
])
