// Names the build that read a document: this version, and that of the network that reads lines.
import { rowNamed } from '../models/manifest.ts'

export function serverTag(version: string): string {
  const reader = rowNamed('text-reader')
  return `selfsame-${version} ${reader.name}-${reader.version}`
}
