// Gives a command a manifest with a wrong hash for one network, as if the network's file had changed.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const realHash = '0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79'

/** With these settings a command loads this file before its own code. */
export const anotherManifest = { NODE_OPTIONS: `--import ${fileURLToPath(import.meta.url)}` }

if (isMainThread && process.env.NODE_OPTIONS === anotherManifest.NODE_OPTIONS)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith('/weights/manifest.json')) return loaded
      return { ...loaded, source: String(loaded.source).replaceAll(realHash, '0'.repeat(64)) }
    },
  })
