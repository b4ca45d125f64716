// Which networks take part in a verdict, by what is looked at, each with the hash of what runs.
import { networkRows } from '../models/manifest.ts'
import type { ReceiptNetwork } from './receipt.ts'

/** Held to what the workers really open by test/receipts/networks.test.ts. */
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
  ],
  pages: ['page-finder', 'page-aligner', 'page-judge', 'text-detector', 'text-reader'],
} as const

export type LookedAt = keyof typeof names

export const networksOf: Readonly<Record<LookedAt, readonly ReceiptNetwork[]>> = {
  faces: rows(names.faces),
  pages: rows(names.pages),
}

function rows(wanted: readonly string[]): ReceiptNetwork[] {
  const found = networkRows.filter(({ name }) => wanted.includes(name))
  return found.map(({ name, version, sha256 }) => ({ name, version, sha256 }))
}
