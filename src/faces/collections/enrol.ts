// Registers the face in a reference photo that is fit for recognition; photo and face are kept together or not at all.

import { randomUUID } from 'node:crypto'
import type { Check } from '../../checks.ts'
import { type Code, codes } from '../../codes.ts'
import { bytesOf } from '../../gallery/known-faces.ts'
import type { GalleryWriter } from '../../gallery/port.ts'
import type { CollectionKey } from '../../store/records/collections.ts'
import { placeOfVector } from '../../store/records/face-keys.ts'
import { addFace, nextChange } from '../../store/records/faces.ts'
import type { Vault } from '../../store/vault.ts'
import type { Observation } from '../../vision/observation.ts'
import { personIn } from '../portrait.ts'
import { judgeQuality } from './quality.ts'

interface Enrolment {
  readonly key: CollectionKey
  readonly externalPersonId: string
  readonly consentReference?: string | undefined
  /** The verification that registers the face; it goes when that is redacted. */
  readonly verificationId?: string | undefined
  readonly photo: Uint8Array
  readonly seen: Observation
  readonly createdAt: number
  /** Looks, before anything is kept, whether the face is known otherwise; left out where the caller did not ask for it. */
  readonly examine?: (vector: Float32Array) => Promise<Examined>
}

/** What is known of a face beside its photo. */
export interface Examined {
  readonly warnings: readonly EnrolWarning[]
  readonly checks: readonly Check[]
  /** Whether a warning keeps the face from being registered. */
  readonly isRefused: boolean
}

export interface EnrolWarning {
  readonly kind: 'same-face' | 'other-face' | 'block-list'
  /** Of a block list. */
  readonly collectionId?: string
  readonly other: { readonly id: string; readonly externalPersonId: string }
  readonly similarity: number
  readonly threshold: number
}

interface Enrolled {
  readonly code: Code
  readonly checks: readonly Check[]
  readonly id?: string
  readonly fileId?: string
  readonly warnings?: readonly EnrolWarning[]
}

/** The collection was removed while the photo was examined. */
class CollectionGone extends Error {}

export async function enrol(
  vault: Vault,
  gallery: Pick<GalleryWriter, 'register'>,
  enrolment: Enrolment,
): Promise<Enrolled> {
  const portrait = personIn(enrolment.seen)
  if ('code' in portrait) return portrait
  const quality = judgeQuality(portrait.face)
  const judged = [...portrait.checks, ...quality.checks]
  if (quality.code) return { code: quality.code, checks: judged }
  if (!portrait.face.vector) throw new Error('a face was to be registered without a vector')
  const {
    warnings = [],
    checks: more = [],
    isRefused = false,
  } = (await enrolment.examine?.(portrait.face.vector)) ?? {}
  const checks = [...judged, ...more]
  if (isRefused) return { code: codes.faceKnownOtherwise, checks, warnings }
  const face = { id: randomUUID(), fileId: randomUUID(), vector: portrait.face.vector }
  try {
    await keepFace(vault, gallery, enrolment, face)
  } catch (error) {
    if (error instanceof CollectionGone) return { code: codes.collectionNotFound, checks: [] }
    throw error
  }
  return { code: codes.success, checks, warnings, id: face.id, fileId: face.fileId }
}

interface FaceToKeep {
  readonly id: string
  readonly fileId: string
  readonly vector: Float32Array
}

async function keepFace(
  vault: Vault,
  gallery: Pick<GalleryWriter, 'register'>,
  { key, externalPersonId, photo, seen, examine: _, ...registration }: Enrolment,
  { id, fileId, vector }: FaceToKeep,
): Promise<void> {
  const { organisationId } = key
  const secrets = { vector: { label: placeOfVector(organisationId, id).label, bytes: bytesOf(vector) } }
  await gallery.register(key, { id, vector }, (add) =>
    vault.keep(
      organisationId,
      [{ id: fileId, bytes: photo }],
      async (queries, seals) => {
        const number = await nextChange(queries, key, 1)
        if (number === undefined) throw new CollectionGone()
        const record = {
          id,
          number,
          fileId,
          externalPersonId,
          embedder: seen.embedder.name,
          embedderVersion: seen.embedder.version,
          vector: seals.vector.bytes,
          keyVersion: seals.vector.keyVersion,
        }
        await addFace(queries, key, record, registration)
        return add(queries, number)
      },
      secrets,
    ),
  )
}
