// What was registered in this tab: the API lists nothing, so the studio remembers it, without the photos.
import { signal } from '@preact/signals'

export interface RegisteredFace {
  /** Who registered it. */
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
