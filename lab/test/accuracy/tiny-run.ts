// Runs the command line over the tiny suite in a process of its own, because rendering plots changes sharp for the whole process.
import { join } from 'node:path'
import { runCommand } from '../../kit/command.ts'

const [data = '', out = '', ...words] = process.argv.slice(2)

const suites = {
  tiny: {
    about: 'nothing but numbers',
    parts: ['plot', 'absent'],
    options: { loud: 'no louder than before' },
    module: new URL('./tiny-suite.ts', import.meta.url),
    evaluate: 'evaluateTiny',
  },
}

process.exitCode = await runCommand(words, suites, { data, cache: join(out, 'cache'), out })
