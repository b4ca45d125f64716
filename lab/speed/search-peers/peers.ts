// Lists the peers in the order they run; a new peer needs a row.
import { qdrantInstalled } from '../../../specimens/kit/engines/qdrant.ts'
import { hnswlib } from './hnswlib.ts'
import { ours } from './ours.ts'
import type { Peer } from './peer.ts'
import { qdrant } from './qdrant.ts'
import { sqliteVec } from './sqlite-vec.ts'
import { usearchExact, usearchHnsw } from './usearch.ts'

const isQdrantThere = await qdrantInstalled()

export const peers: readonly Peer[] = [
  ours,
  usearchExact,
  usearchHnsw,
  hnswlib,
  sqliteVec,
  ...(isQdrantThere ? [qdrant] : []),
]
