// Defines a job table that cannot be loaded until the test creates the file named in the environment.
import { existsSync } from 'node:fs'

if (!existsSync(process.env.START_WHEN_EXISTS ?? '')) process.exit(7)

export const jobs = { pid: async () => process.pid }
