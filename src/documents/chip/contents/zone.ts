// Reads DG1: the machine-readable zone, through the tables by which printed zones are read.
import { childrenOf, contentOf, DerFault, expectTag, readDer } from '../../../der/der.ts'
import { parseExactMrz } from '../../mrz/parse.ts'
import type { MrzReading } from '../../mrz/reading.ts'

const ZONE_FILE = 0x61
const ZONE = 0x5f1f
const MOST_BYTES = 1024

/** Lines of the formats by the number of letters in all. */
const LINES: Readonly<Record<number, { readonly count: number; readonly width: number }>> = {
  90: { count: 3, width: 30 },
  88: { count: 2, width: 44 },
  72: { count: 2, width: 36 },
}

/** Throws DerFault. */
export function readZoneFile(bytes: Uint8Array): MrzReading {
  const file = expectTag(
    readDer(bytes, { maxBytes: MOST_BYTES, hasShortestLengths: false }),
    ZONE_FILE,
    'DG1',
  )
  const zone = childrenOf(file).find(({ tag }) => tag === ZONE)
  if (!zone) throw new DerFault(file.start, 'has no machine-readable zone (5F1F)')
  const text = Buffer.from(contentOf(zone)).toString('latin1')
  const shape = LINES[text.length]
  if (!shape)
    throw new DerFault(zone.start, `has a zone of ${text.length} letters, where a zone has 90, 88 or 72`)
  const lines = Array.from({ length: shape.count }, (_, i) =>
    text.slice(i * shape.width, (i + 1) * shape.width),
  )
  const reading = parseExactMrz(lines)
  if (!reading) throw new DerFault(zone.start, 'has a zone that is none of a card or passport')
  return reading
}
