// What liveness can say to a verification: which frames show the face best, and what was sent.
import type { Database } from '../store/port.ts'
import type { Vault } from '../store/vault.ts'
import { framesOf, framesSent } from './challenge.ts'
import { withFace } from './frame.ts'

interface LivenessSources {
  readonly store: { readonly database: Database; readonly vault: Vault }
}

export function livenessEvidence({ store: { database, vault } }: LivenessSources) {
  return {
    /** Ids of the frames that show one person, those that show the face most nearly from the front first. */
    async frontalFrames(organisationId: string, challengeId: string | null): Promise<string[]> {
      if (challengeId === null) return []
      const frames = withFace(await framesOf(database, vault, { organisationId, id: challengeId }))
      const turned = ({ face: { angles } }: (typeof frames)[number]) =>
        Math.hypot(angles.yawDegrees, angles.pitchDegrees)
      return frames
        .filter(({ people }) => people === 1)
        .toSorted((a, b) => turned(a) - turned(b))
        .map(({ id }) => id)
    },

    /** The frames of a challenge; none where there is no challenge, as for a video. */
    async inputs(organisationId: string, challengeId: string | null) {
      const frames = challengeId ? await framesSent(database, { organisationId, id: challengeId }) : []
      return frames.map(({ name, ...frame }) => ({ name: `liveness.${name}`, ...frame }))
    },
  }
}

/** A vector of a face in a video, as its findings keep it: Base64 of 32-bit numbers. */
export const vectorText = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

export function vectorFrom(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
