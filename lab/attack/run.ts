// npm run attack: tries every known attack on servers of its own and says which held.
import { parseArgs } from 'node:util'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { tellSandboxes } from '../kit/sandbox.ts'
import { none, printTargets } from '../kit/targets.ts'
import type { Attack, Outcome } from './attack.ts'

/** A theme is a file that exports its `attacks`. */
const themes: Readonly<Record<string, () => Promise<{ readonly attacks: readonly Attack[] }>>> = {
  'lock-file': () => import('./lock-file.ts'),
  http: () => import('./http.ts'),
  pages: () => import('./pages.ts'),
  tenancy: () => import('./tenancy.ts'),
  keys: () => import('./keys.ts'),
  share: () => import('./share.ts'),
  crowd: () => import('./crowd.ts'),
  endurance: () => import('./endurance.ts'),
  operator: () => import('./operator.ts'),
  documents: () => import('./documents.ts'),
  verdicts: () => import('./verdicts.ts'),
  files: () => import('./files.ts'),
  cage: () => import('./cage.ts'),
}

answerHelp(`Tries every known attack on servers of its own and says which held.

  --only NAMES   only these attacks or themes, with commas between:
                 ${Object.keys(themes).join(', ')}
  --list         names the attacks, what each tries and which tests try more of it

Each line is: held, fell or not tried; the attack; a sentence. "Not tried" says what this machine lacks.
${writesCacheOnly} Ends with status 1 when an attack fell.`)

const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean', default: false } },
})
const only = values.only?.split(',').map((name) => name.trim())

interface Row extends Attack {
  readonly theme: string
}

const all: Row[] = []
for (const [theme, load] of Object.entries(themes))
  for (const attack of (await load()).attacks) all.push({ ...attack, theme })
const odd = only?.find((name) => !all.some((row) => row.name === name || row.theme === name))
if (odd !== undefined) {
  console.error(`There is no attack and no theme named ${odd}; --list names them.`)
  process.exit(2)
}
const chosen = all.filter((row) => !only || only.includes(row.name) || only.includes(row.theme))

if (values.list) for (const row of chosen) console.log(describe(row))
else await tryAll()

function describe({ theme, name, tries, seeAlso = [] }: Row): string {
  const more = seeAlso.length > 0 ? ` (more: ${seeAlso.join(', ')})` : ''
  return `${theme}  ${name}: ${tries}${more}`
}

async function tryAll(): Promise<void> {
  tellSandboxes()
  const counts: Record<Outcome['end'], number> = { held: 0, fell: 0, 'not tried': 0 }
  for (const row of chosen) {
    const startedAt = performance.now()
    const { end, why } = await outcomeOf(row)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    counts[end]++
    console.log(`${end.padEnd(9)}  ${row.theme}/${row.name}: ${row.tries}. ${why}. (${seconds} s)`)
  }
  const tried = counts.held + counts.fell
  console.log(`tried ${tried}, held ${counts.held}, fell ${counts.fell}, not tried ${counts['not tried']}`)
  printTargets([none('attacks-fell', counts.fell)])
  process.exitCode = counts.fell > 0 ? 1 : 0
}

/** An attack that ends in no answer is not one that held. */
async function outcomeOf(attack: Attack): Promise<Outcome> {
  try {
    return await attack.run()
  } catch (error) {
    return { end: 'fell', why: `the case broke: ${(error as Error).message.split('\n')[0]}` }
  }
}
