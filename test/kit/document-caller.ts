// Calls the routes of identity documents as one organisation would, and looks at what is left in the store.
import type { Answered, TestServer } from '../../specimens/kit/servers/server.ts'

interface Recognized extends Record<string, unknown> {
  readonly warning_code: readonly number[]
  readonly checks: readonly { readonly name: string; readonly field?: string; readonly outcome: string }[]
}

export function documentCaller(server: TestServer, as = server.credentials) {
  return {
    create: (content: string, more: object = {}) =>
      server.post('/kyc-documents-sync', { attachment: { content, name: 'card.jpg' }, ...more }, as),
    attach: (id: string, content: string) =>
      server.post(`/kyc-documents-sync/${encodeURIComponent(id)}`, { content, name: 'card.jpg' }, as),
    sides: (image1: string, image2: string) =>
      server.post('/kyc-documents-sides', { image1, name1: '1.jpg', image2, name2: '2.jpg' }, as),
  }
}

export const recognized = ({ body }: Answered): Recognized => body.recognized_data as Recognized

export const filesOf = ({ body }: Answered): string[] => body.linked_file_ids as string[]

/** Lists the names of the checks that failed, with their fields. */
export const failedIn = (answer: Answered): string[] =>
  recognized(answer)
    .checks.filter(({ outcome }) => outcome === 'failed')
    .map(({ name, field }) => (field === undefined ? name : `${name} ${field}`))

export async function storedDocuments(server: TestServer) {
  return {
    documents: await server.number('COUNT(*)', 'documents'),
    images: await server.number('COUNT(*)', 'document_images'),
    files: await server.number('COUNT(*)', 'files'),
  }
}
