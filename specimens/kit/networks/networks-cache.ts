// Names the folder of networks that the lab, all tests and their servers share, so that they are converted once per machine.
import { fileURLToPath } from 'node:url'

/** Its files are checked whenever they are opened. */
export const networksCache = fileURLToPath(
  new URL('../../../node_modules/.cache/selfsame-networks', import.meta.url),
)
