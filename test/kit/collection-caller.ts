// Calls the routes of face collections as one organisation would, and looks at what is left in the store.
import type { Answered, TestServer } from '../../specimens/kit/servers/server.ts'

export interface Registered {
  readonly id: string
  readonly file_id: string
}

export type Check = {
  name: string
  score: number
  threshold: number
  rule: 'at-least' | 'at-most'
  outcome: 'passed' | 'failed'
}

export function collectionCaller(server: TestServer, as = server.credentials) {
  const at = (collection: string) => `/face-collections/${encodeURIComponent(collection)}`
  const register = (collection: string, external_person_id: string, reference_photo: string) =>
    server.post(at(collection), { external_person_id, reference_photo }, as)
  return {
    sign: (id: string) =>
      server.post('/face-collections/sign-collection-id', { id, external_person_id: 'owner' }, as),
    register,
    /** Registers a person, for tests that begin with one. */
    async registered(collection: string, person: string, photo: string): Promise<Registered> {
      const { body } = await register(collection, person, photo)
      if (body.result_code !== 200) throw new Error(`${person} was not registered: ${JSON.stringify(body)}`)
      return { id: String(body.id), file_id: String(body.file_id) }
    },
    identify: (collection: string, photo: string, more: object = {}) =>
      server.post(`${at(collection)}/identify`, { photo, ...more }, as),
    remove: (collection: string, { id, file_id }: Registered) =>
      server.post(`${at(collection)}/delete`, { id, file_id }, as),
  }
}

export const failedChecks = ({ body }: Answered): string[] =>
  (body.checks as Check[]).filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)

/** Counts rows of faces and of files, the collections' own counts, and files on disk where they lie there. */
export async function storedBy(server: TestServer) {
  return {
    faces: await server.number('COUNT(*)', 'faces'),
    counted: await server.number('CAST(COALESCE(SUM(faces), 0) AS BIGINT)', 'face_collections'),
    files: await server.number('COUNT(*)', 'files'),
    onDisk: server.filesOnDisk(),
  }
}
