// The networks that take part in a verdict, by what it is about, each with the hash of the file that runs.
import { networkRows } from '../models/manifest.ts'
import type { Judged } from './verdict.ts'

export interface ReceiptNetwork {
  readonly name: string
  readonly version: string
  readonly sha256: string
}

/** test/receipts/signature.test.ts compares these with what the workers really open. */
const names = {
  faces: [
    'face-detector-short',
    'face-detector-full',
    'face-mesh',
    'face-blendshapes',
    'face-expression',
    'face-embedder',
    'anti-spoof',
    'face-parts',
    'page-finder',
  ],
  pages: ['page-finder', 'page-aligner', 'page-judge', 'text-detector', 'text-reader'],
  // Whether a chip is signed is arithmetic.
  chip: [],
} as const satisfies Partial<Record<Judged, readonly string[]>>

export const networksOf: Readonly<Record<Judged, readonly ReceiptNetwork[]>> = {
  faces: rows(names.faces),
  pages: rows(names.pages),
  chip: rows(names.chip),
  verification: rows([...names.pages, ...names.faces]),
}

function rows(wanted: readonly string[]): ReceiptNetwork[] {
  const found = networkRows.filter(({ name }) => wanted.includes(name))
  return found.map(({ name, version, sha256 }) => ({ name, version, sha256 }))
}
