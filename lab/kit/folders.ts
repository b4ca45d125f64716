// Names the folders where the measuring programs find their data and keep results; beside these they write only converted networks.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'

const inCheckout = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The measurement data is beside the checkout, because its terms do not allow passing it on. */
export const dataFolder = inCheckout('../shared/data')

/** Git ignores it. */
export const resultsFolder = inCheckout('lab/results')

/** The cache is kept between runs and can be made again at any time. */
export const cacheFolder = join(resultsFolder, 'cache')

/** The networks converted for this machine, within a cache folder; they are checked whenever they are opened. */
export const networksIn = (cache: string): string => join(cache, 'networks')

/** Tests use the same folder, so that a machine converts and keeps the networks once. */
export const networkCache = networksCache

/** Opens the command line of the server; `npm` needs no installation for it. */
export const program = inCheckout('bin/selfsame')

/** Paths of the files whose names match, in order; none where there is no such folder. */
export const filesIn = (folder: string, name: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((entry) => name.test(entry))
        .toSorted()
        .map((entry) => join(folder, entry))
    : []
