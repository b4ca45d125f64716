// Where the measuring programs find their data and keep what they make; in the checkout they write nowhere but here.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const inCheckout = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The measurement data lies beside the checkout: it may be measured with, and not be passed on. */
export const dataFolder = inCheckout('../shared/data')

/** Git ignores it. */
export const resultsFolder = inCheckout('lab/results')

/** What is kept between runs and can be made again at any time. */
export const cacheFolder = join(resultsFolder, 'cache')

/** The networks converted for this machine, within a cache folder; they are checked whenever they are opened. */
export const networksIn = (cache: string): string => join(cache, 'networks')

export const networkCache = networksIn(cacheFolder)

/** Opens the command line of the server; `npm` needs no installation for it. */
export const program = inCheckout('bin/selfsame')
