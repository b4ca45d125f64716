// Prepares and opens every network once in a fresh process, and reports how long each took.

import { prepareNetworks } from '../../src/models/cache.ts'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'

const [folder = ''] = process.argv.slice(2)
const startedAt = performance.now()
await prepareNetworks(folder)
const preparedAt = performance.now()
await openFaceNetworks((name) => openNetwork(name, folder))
process.send?.({ prepareMs: preparedAt - startedAt, openMs: performance.now() - preparedAt })
process.disconnect()
