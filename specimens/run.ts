// The command that draws specimens: people and documents that do not exist.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { encodePng } from '../src/image/decode/image.ts'
import { CHIP_COMMANDS } from './chips/commands.ts'
import { COMMANDS } from './documents/commands.ts'
import { type Given, needed, SWITCHES, WORDS, whole } from './documents/given.ts'
import { CAMERA_COMMANDS } from './liveness/commands.ts'
import { contactSheet } from './person/contact-sheet.ts'

const USAGE = `usage: selfsame specimen COMMAND, or npm run specimen -- COMMAND
  selfie    [who] [--take N] --out FILE.jpg              a person before a phone; another take differs a little
  frames    --start FILE.json [who] --out FOLDER         what that person sends for a challenge: FILE is the answer to its start
  video     [who] --out FILE.mp4                         a selfie video: the person turns the head and blinks
  person    [--seed N] --out FILE.png                    one person in 27 scenes
  document  --kind KIND [which] [--wear 0..1] --out FILE.png|FILE.jpg [--truth FILE.json]      one side, flat
  photo     --kind KIND [which] [--level clean|photo|bad] --out FILE.jpg [--truth FILE.json]   the same, photographed
  camera    --kind KIND [which] --out FILE.png           the same in 30 conditions, with the truth drawn over it
  pdf       [--kind KIND] [which] [--scanned] --out FILE.pdf [--truth FILE.json]               all pages of a document
  sheet     [--seed N] [--cast NAME] --out FILE.png      every kind and side on one page
  chip      --kind cccd-chip|can-cuoc|passport [--seed N] [--algorithm NAME] [--portrait FORM] [--sod open|reordered] [--breaks HOW]
            [--challenge HEX [--challenge-id ID]] --out FOLDER                     the files of a chip and the papers of its state
  card      --kind KIND [--seed N] [--card NAME] [--algorithm NAME] [--portrait FORM] [--breaks HOW] [--out FOLDER]
            --listen [HOST:]PORT | --insert [HOST:]PORT   the same chip answers a reader: one that comes to the port, or vpcd of pcscd (35963)
  chip-answer --challenge HEX [--challenge-id ID] --out FOLDER                    the same chip answers a challenge
  export    --out FOLDER [--plates N] [--pages N] [--seed N]                                   for training
  portraits                                              makes the portraits of the documents anew
which: [--side front|back] [--page N] [--seed N] [--breaks RULE] [--forgery WHAT] [--cast NAME]; a wrong KIND, RULE, WHAT, NAME, FORM or HOW names those there are
who:   [--seed N], or [--kind KIND] [--seed N] for the person whose portrait that document shows`

async function person(given: Given): Promise<string> {
  const out = needed(given.out, '--out FILE.png')
  const seed = whole(given.seed, 1)
  await writeFile(out, await encodePng(contactSheet(seed)))
  return `${out}: person ${seed}`
}

const commands = { person, ...CAMERA_COMMANDS, ...COMMANDS, ...CHIP_COMMANDS }

/** The command that was named, with what it was given. */
function asked(): { run: () => Promise<string> } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(WORDS.map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries(SWITCHES.map((name) => [name, { type: 'boolean' as const }])),
    },
  })
  const given = values as Given
  if (given.help) return { run: () => Promise.resolve(USAGE) }
  const [name = '', ...more] = positionals
  const command = Object.entries(commands).find(([each]) => each === name)?.[1]
  if (command === undefined || more.length > 0) throw new Error(USAGE)
  return { run: () => command(given) }
}

try {
  console.log(await asked().run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
