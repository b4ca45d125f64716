// The command that draws specimens: `npm run specimen -- person --seed 3 --out sheet.png`.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { encodePng } from '../src/image/image.ts'
import { contactSheet } from './person/contact-sheet.ts'

const USAGE = 'usage: npm run specimen -- person --seed NUMBER --out FILE.png'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, out: { type: 'string' } },
})
const seed = Number(values.seed)
if (positionals.join() !== 'person' || values.out === undefined || !Number.isSafeInteger(seed)) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await writeFile(values.out, await encodePng(contactSheet(seed)))
  console.log(`${values.out}: person ${seed}`)
}
