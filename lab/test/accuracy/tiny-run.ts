// Runs the command line over the tiny suite in a process of its own, because rendering plots changes sharp for the whole process.
import { join } from 'node:path'
import { runCommand } from '../../kit/command.ts'
import { suites } from './tiny-suites.ts'

const [data = '', out = '', ...words] = process.argv.slice(2)

process.exitCode = await runCommand(words, suites, { data, cache: join(out, 'cache'), out })
