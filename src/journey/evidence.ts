// The evidence of verifications: gives them what documents, chips, liveness and faces know, since a wing imports no other.
import { documentEvidence, documentWords } from '../documents/evidence.ts'
import { faceEvidence } from '../faces/evidence.ts'
import { livenessEvidence, vectorFrom } from '../liveness/evidence.ts'
import type { HashedInput } from '../receipts/verdict.ts'
import type { Runtime } from '../runtime.ts'
import type { Evidence, JudgedAttempt } from '../verifications/evidence.ts'

/** What the evidence of a verification is taken from. */
type Sources = Pick<Runtime, 'store' | 'workers' | 'gallery' | 'config' | 'receipts' | 'now' | 'version'>

/** The portrait is compared with so many frames, and the middle likeness counts: one frame may be blurred. */
const LOOKED_AT = 3

export function openEvidence(sources: Sources): Evidence {
  const { receipts, now } = sources
  const documents = documentEvidence(sources)
  const liveness = livenessEvidence(sources)
  const faces = faceEvidence(sources)

  /** Vectors that were made for nodding heads are no good outside their session, so the pictures are looked at again. */
  async function liveVectors(
    organisationId: string,
    { findings, subjectId }: JudgedAttempt,
    most: number,
  ): Promise<Float32Array[]> {
    if (findings.faces) return findings.faces.slice(0, most).map(vectorFrom)
    const frames = await liveness.frontalFrames(organisationId, subjectId)
    return faces.vectorsIn(organisationId, frames.slice(0, most))
  }

  /** The frames of a challenge; of a video, what its own receipt names. */
  async function livenessInputs(organisationId: string, attempt: JudgedAttempt): Promise<HashedInput[]> {
    const frames = await liveness.inputs(organisationId, attempt.subjectId)
    if (frames.length > 0) return frames
    const own = await receipts.find(organisationId, attempt.requestId)
    const inputs = (own?.receipt.inputs ?? []) as unknown as readonly KeptInput[]
    return inputs.map(({ name, trailing_bytes, ...input }) => ({
      name: `liveness.${name}`,
      ...input,
      ...(trailing_bytes && { trailingBytes: trailing_bytes }),
    }))
  }

  return {
    read: (organisationId, sent, at = now()) => documents.read(organisationId, sent, at),
    fields: (organisationId, sent) => documents.fields(organisationId, sent),

    async portrait(organisationId, sent) {
      for (const file of await documents.portraits(organisationId, sent)) {
        const cut = await faces.cutPortrait(organisationId, file)
        if (cut) return cut
      }
      return undefined
    },

    picture: (organisationId, fileId, use) => pictureFor(sources, organisationId, fileId, use),

    async match(organisationId, sent, attempt) {
      const [first] = await documents.portraits(organisationId, sent)
      if (!first) return { fault: 'gone', checks: [] }
      const live = () => liveVectors(organisationId, attempt, LOOKED_AT)
      const compared = await faces.compare(organisationId, first, live)
      return 'fault' in compared ? compared : { ...compared, portrait: first.from }
    },

    async alike(organisationId, attempt, { collection_id: collectionId, threshold }, besides) {
      const [live] = await liveVectors(organisationId, attempt, 1)
      return live ? faces.alike({ organisationId, collectionId }, live, threshold, besides) : []
    },

    async search(organisationId, attempt, { collection_id: collectionId, threshold }, besides) {
      const [live] = await liveVectors(organisationId, attempt, 1)
      const screened =
        live && (await faces.screen({ organisationId, collectionId }, live, threshold, besides))
      return screened ?? { isGone: true }
    },

    register: (person, { subjectId }, collectionId) =>
      faces.register(person, collectionId, async () =>
        (await liveness.frontalFrames(person.organisationId, subjectId)).slice(0, LOOKED_AT),
      ),

    inputsOf: async (organisationId, sent, attempt) => [
      ...(await documents.inputs(organisationId, sent)),
      ...(attempt ? await livenessInputs(organisationId, attempt) : []),
    ],

    today: documents.today,

    words: documentWords(now),
  }
}

interface KeptInput {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  readonly trailing_bytes?: number
}

/** Formats that browsers show, by how their files begin. */
const shownFormats = [
  { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
  { type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47] },
] as const

const typeOf = (bytes: Uint8Array): string | undefined =>
  bytes.length > 12 && Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP'
    ? 'image/webp'
    : shownFormats.find(({ begins }) => begins.every((byte, i) => bytes[i] === byte))?.type

/** Pictures of telephones that no browser shows are drawn anew, and those that no PDF holds. */
async function pictureFor(
  { store, workers, config }: Sources,
  organisation: string,
  fileId: string,
  use: 'print' | undefined,
) {
  const bytes = await store.vault.read(organisation, fileId)
  if (!bytes) return undefined
  const type = typeOf(bytes)
  if (type !== undefined && !(use === 'print' && type === 'image/webp')) return { type, bytes }
  const input = { bytes, maxMegapixels: config.imageMegapixels, faces: [] }
  const drawn = await workers.run('draw-observation', input, { organisation })
  return 'png' in drawn ? { type: 'image/png', bytes: drawn.png } : undefined
}
