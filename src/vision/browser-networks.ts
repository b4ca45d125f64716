// Opens the networks that the server gives to browsers: those that guide a person, by the name of their file.
import { loadNetwork } from '../models/cache.ts'
import { rowNamed } from '../models/manifest.ts'
import { fileOf } from '../models/network.ts'
import { guidingNetworkNames } from './networks.ts'

interface BrowserNetwork {
  readonly onnx: Uint8Array
  readonly sha256: string
}

/** Undefined for any other file. A network has the hash of the manifest and stays in memory: all together are 10 MB. */
export function openBrowserNetworks(folder: string): (file: string) => Promise<BrowserNetwork> | undefined {
  const rows = new Map(guidingNetworkNames.map(rowNamed).map((row) => [fileOf(row), row]))
  const opened = new Map<string, Promise<BrowserNetwork>>()
  return (file) => {
    const row = rows.get(file)
    const known = opened.get(file)
    if (row === undefined || known) return known
    const opening = loadNetwork(row, folder).then((onnx) => ({ onnx, sha256: row.sha256 }))
    opened.set(file, opening)
    // A disk that failed once may answer later.
    opening.catch(() => opened.delete(file))
    return opening
  }
}
