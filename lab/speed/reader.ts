// npm run bench:reader: measures the processor time of a line of 40 characters, of a card page by steps, and cards over HTTP.

import { parseArgs } from 'node:util'
import { cardPhoto } from '../../specimens/kit/photographs/card-photo.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { atMost, printTargets, type Target } from '../kit/targets.ts'
import { benchHttp } from './reader-http.ts'
import { benchLine, benchPage } from './reader-steps.ts'

answerHelp(`Measures reading a line of 40 characters, and a page of a card step by step, in processor time of one thread.
Then cards over HTTP, in time on the wall, beside the processor time of reading them.

  --rounds N       the median counts (40)
  --level NAME     of the photograph: photo or bad (photo)
  --only PARTS     line, page, http; separated by commas

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    level: { type: 'string', default: 'photo' },
    only: { type: 'string', default: 'line,page,http' },
  },
})
const rounds = Number(options.rounds)
const level = options.level === 'bad' ? 'bad' : 'photo'
const wanted = options.only.split(',')
const photo = await cardPhoto(level)
const targets: Target[] = []
if (wanted.includes('line')) targets.push(atMost('reader_line_ms', await benchLine(photo, rounds), 8))
if (wanted.includes('page')) targets.push(atMost('reader_page_ms', await benchPage(photo, rounds), 300))
if (wanted.includes('http')) targets.push(...(await benchHttp(level, Math.ceil(rounds / 4))))
printTargets(targets)
