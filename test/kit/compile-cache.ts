// Loaded before every test file: code compiled once is kept for all processes that tests start, as bin/selfsame keeps it.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../node_modules/.cache/selfsame', import.meta.url))
/** For the workers of servers in this thread, which are told of nothing else in its environment. */
enableCompileCache(folder)
/** For every other program. */
process.env.NODE_COMPILE_CACHE = folder
