// The folder of networks that every test and every test server shares, so that they are made once per machine.
import { fileURLToPath } from 'node:url'

/** What it holds is checked whenever it is opened. */
export const networksCache = fileURLToPath(
  new URL('../../node_modules/.cache/selfsame-networks', import.meta.url),
)
