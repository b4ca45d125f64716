// Faces: registered, found, not found and removed in a collection, compared with a card, and filmed.
import { type Act, leave, must, personId, prove, type Stage } from '../stage.ts'
import { jpegVariant, mp4Variant } from '../variants.ts'

type Face = keyof Stage['material']['faces']

const fresh = ({ material, mark }: Stage, face: Face): string =>
  jpegVariant(material.faces[face], mark()).toString('base64')

const COLLECTIONS = 3

/** One of a few, signed when it is first needed and refused as known ever after. */
async function collection(stage: Stage): Promise<string> {
  const id = `collection-${Math.floor(stage.dice.next() * COLLECTIONS)}`
  await must(stage, 'signCollectionId', {
    body: { id, external_person_id: 'clerk' },
    code: stage.signed.has(id) ? 138 : 200,
  })
  stage.signed.add(id)
  return id
}

export const registered: Act = async (stage) => {
  const id = await collection(stage)
  const external_person_id = personId(stage)
  const { body } = await must(stage, 'registerFace', {
    id,
    body: { external_person_id, reference_photo: fresh(stage, 'reference') },
  })
  const found = await stage.caller.ask('identifyFace', {
    id,
    body: { photo: fresh(stage, 'selfie') },
    fits: (answer) => answer.body.external_person_id === external_person_id,
  })
  await prove(stage, found)
  if (stage.dice.next() < 0.3)
    await stage.caller.ask('identifyFace', { id, body: { photo: fresh(stage, 'stranger') }, code: 159 })
  const face = { id: String(body.id), file_id: String(body.file_id) }
  if (stage.dice.next() < 0.5) {
    await stage.caller.ask('deleteFace', { id, body: face })
    await stage.caller.ask('deleteFace', { id, body: face, code: 159 })
  }
  await leave(stage, external_person_id)
}

/** Nobody is registered but while another act of the same caller lasts. */
export const unknownFace: Act = async (stage) => {
  const id = await collection(stage)
  await stage.caller.ask('identifyFace', { id, body: { photo: fresh(stage, 'stranger') }, code: 159 })
}

export const collections: Act = async (stage) => {
  const id = await collection(stage)
  const nobody = { id: crypto.randomUUID(), file_id: crypto.randomUUID() }
  await stage.caller.ask('deleteFace', { id, body: nobody, code: 159 })
}

export const compared: Act = async (stage) => {
  const isSame = stage.dice.next() < 0.6
  const answer = await stage.caller.ask('compareFaces', {
    body: { image_live: fresh(stage, isSame ? 'selfie' : 'stranger'), image_card: fresh(stage, 'card') },
    fits: ({ body }) => body.verify_result === (isSame ? 2 : 0),
  })
  await prove(stage, answer)
}

export const filmed: Act = async (stage) => {
  const film = stage.dice.pick(['turning', 'still'] as const)
  const bytes = mp4Variant(stage.material.videos[film], stage.mark())
  const answer = await stage.caller.ask('verifyVideo', {
    body: { file: bytes, name: 'selfie.mp4' },
    code: film === 'turning' ? 200 : 141,
  })
  await prove(stage, answer)
}
