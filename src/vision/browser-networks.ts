// The networks that a browser may have from the server: those that guide a person, by the name of their file.
import { loadNetwork } from '../models/cache.ts'
import { rowNamed } from '../models/manifest.ts'
import { fileOf } from '../models/network.ts'
import { guidingNetworkNames } from './networks.ts'

export interface BrowserNetwork {
  readonly onnx: Uint8Array
  readonly sha256: string
}

/** Undefined for any other file. What is opened has the hash of the manifest, and is kept: all together are 10 MB. */
export function openBrowserNetworks(folder: string): (file: string) => Promise<BrowserNetwork> | undefined {
  const rows = new Map(guidingNetworkNames.map(rowNamed).map((row) => [fileOf(row), row]))
  const opened = new Map<string, Promise<BrowserNetwork>>()
  return (file) => {
    const row = rows.get(file)
    const known = opened.get(file)
    if (row === undefined || known) return known
    const opening = loadNetwork(row, folder).then((onnx) => ({ onnx, sha256: row.sha256 }))
    opened.set(file, opening)
    // A disk that fails now may answer later.
    opening.catch(() => opened.delete(file))
    return opening
  }
}
