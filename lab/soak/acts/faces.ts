// Plays faces: registered, found, not found and removed in a collection, compared with a card, and filmed.
import type { Answer } from '../../kit/caller.ts'
import { type Act, leave, must, personId, prove, type Session } from '../session.ts'
import { jpegVariant, mp4Variant } from '../variants.ts'

type Face = keyof Session['material']['faces']

const fresh = ({ material, mark }: Session, face: Face): string =>
  jpegVariant(material.faces[face], mark()).toString('base64')

const COLLECTIONS = 3

/** The collection is one of a few; it is signed when it is first needed and refused as known afterwards. */
async function collection(session: Session): Promise<string> {
  const id = `collection-${Math.floor(session.dice.next() * COLLECTIONS)}`
  await must(session, 'signCollectionId', {
    body: { id, external_person_id: 'clerk' },
    code: session.made.has(id) ? 138 : 200,
  })
  session.made.add(id)
  return id
}

export const registered: Act = async (session) => {
  const id = await collection(session)
  const external_person_id = personId(session)
  const { body } = await must(session, 'registerFace', {
    id,
    body: { external_person_id, reference_photo: fresh(session, 'reference') },
  })
  const found = await session.caller.ask('identifyFace', {
    id,
    body: { photo: fresh(session, 'selfie') },
    fits: (answer) => answer.body.external_person_id === external_person_id,
  })
  await prove(session, found)
  if (session.dice.next() < 0.3)
    await session.caller.ask('identifyFace', {
      id,
      body: { photo: fresh(session, 'otherPerson') },
      code: 159,
    })
  const face = { id: String(body.id), file_id: String(body.file_id) }
  if (session.dice.next() < 0.5) {
    await session.caller.ask('deleteFace', { id, body: face })
    await session.caller.ask('deleteFace', { id, body: face, code: 159 })
  }
  await leave(session, external_person_id)
}

/** No face is registered except during another act of the same caller. */
export const unknownFace: Act = async (session) => {
  const id = await collection(session)
  await session.caller.ask('identifyFace', { id, body: { photo: fresh(session, 'otherPerson') }, code: 159 })
}

const nothing =
  (name: string) =>
  ({ body }: Answer): boolean =>
    (body[name] as readonly unknown[]).length === 0

/** No face is registered, so a search for duplicates has nothing to find. */
export const duplicates: Act = async (session) => {
  const id = await collection(session)
  await session.caller.ask('listCollections', {
    fits: ({ body }) =>
      (body.collections as unknown[]).length ===
      [...session.made].filter((one) => one.startsWith('collection')).length,
  })
  await session.caller.ask('listFaces', { id, fits: nothing('faces') })
  await session.caller.ask('findDuplicates', { id, fits: nothing('duplicates') })
  const begun = await must(session, 'startDuplicateSearch', { id, body: {} })
  const search = [id, String(begun.body.id)]
  await session.caller.ask('duplicateSearch', { id: search, fits: nothing('duplicates') })
  await session.caller.ask('stopDuplicateSearch', { id: search })
}

export const collections: Act = async (session) => {
  const id = await collection(session)
  const nobody = { id: crypto.randomUUID(), file_id: crypto.randomUUID() }
  await session.caller.ask('deleteFace', { id, body: nobody, code: 159 })
}

export const compared: Act = async (session) => {
  const isSame = session.dice.next() < 0.6
  const answer = await session.caller.ask('compareFaces', {
    body: {
      image_live: fresh(session, isSame ? 'selfie' : 'otherPerson'),
      image_card: fresh(session, 'card'),
    },
    fits: ({ body }) => body.verify_result === (isSame ? 2 : 0),
  })
  await prove(session, answer)
}

export const filmed: Act = async (session) => {
  const film = session.dice.pick(['turning', 'still'] as const)
  const bytes = mp4Variant(session.material.videos[film], session.mark())
  const answer = await session.caller.ask('verifyVideo', {
    body: { file: bytes, name: 'selfie.mp4' },
    code: film === 'turning' ? 200 : 141,
    // The server knows it after the first time.
    or: 141,
  })
  await prove(session, answer)
}
