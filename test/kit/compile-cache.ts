// Shares one compile cache among all processes that tests start, as bin/selfsame does; loaded before every test file.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/selfsame', import.meta.url))
/** The workers of servers in this thread get nothing else of its environment. */
enableCompileCache(compileCache)
/** Every other program reads it from the environment. */
process.env.NODE_COMPILE_CACHE = compileCache
