// Remembers who was registered in this tab, without the photos: the API lists no faces.
import { signal } from '@preact/signals'

export interface RegisteredFace {
  /** The organisation that registered the face. */
  readonly organisation: string
  readonly collection: string
  readonly person: string
  readonly id: string
  readonly fileId: string
}

const kept = 'selfsame.registered'

function restored(): readonly RegisteredFace[] {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(kept) ?? '[]')
    return Array.isArray(held) ? (held as RegisteredFace[]) : []
  } catch {
    return []
  }
}

export const registeredFaces = signal<readonly RegisteredFace[]>(restored())

function keep(faces: readonly RegisteredFace[]): void {
  registeredFaces.value = faces
  sessionStorage.setItem(kept, JSON.stringify(faces))
}

export const remember = (face: RegisteredFace): void => keep([...registeredFaces.value, face])

export const forget = (id: string): void => keep(registeredFaces.value.filter((face) => face.id !== id))
