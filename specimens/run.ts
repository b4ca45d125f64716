// The command that draws specimens: people and documents that do not exist.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { encodePng } from '../src/image/image.ts'
import { COMMANDS, type Given } from './documents/commands.ts'
import { contactSheet } from './person/contact-sheet.ts'

const USAGE = `usage: npm run specimen -- COMMAND
  person    --seed NUMBER --out FILE.png
  document  --kind KIND [--side front|back] [--page N] [--seed NUMBER] [--breaks RULE] [--cast NAME] [--wear 0..1]
            --out FILE.png|FILE.jpg [--truth FILE.json]
  sheet     [--seed NUMBER] [--cast NAME] --out FILE.png
  export    --out FOLDER [--plates N] [--pages M] [--seed NUMBER]
  portraits`

async function person({ seed = '1', out }: Given): Promise<string> {
  if (out === undefined || !Number.isSafeInteger(Number(seed))) throw new Error('--out FILE.png is missing')
  await writeFile(out, await encodePng(contactSheet(Number(seed))))
  return `${out}: person ${seed}`
}

const text = { type: 'string' } as const
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ seed: text, out: text, kind: text, side: text, page: text, breaks: text, cast: text },
    ...{ truth: text, wear: text, plates: text, pages: text },
  },
})
const [name = '', ...more] = positionals
const command = name === 'person' ? person : COMMANDS[name]
try {
  if (command === undefined || more.length > 0) throw new Error(USAGE)
  console.log(await command(values))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
