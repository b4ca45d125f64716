// Compares a selfie with a card, then knows the person again: node faces.ts selfie.jpg card.jpg reference.jpg
import { readFile } from 'node:fs/promises'
import { client } from './connect.ts'

const [selfie = 'selfie.jpg', card = 'card.jpg', reference = 'anna.jpg'] = process.argv.slice(2)
const live = await readFile(selfie)

const compared = await client.compareFaces({ image_live: live, image_card: await readFile(card) })
if (compared.liveness_check === 'face-not-genuine') throw new Error('not a living person')
console.log(compared.verify_result === 2 ? 'the same person' : 'somebody else', compared.sim)

const collection = `visitors-${Date.now()}`
await client.signCollectionId({ id: collection, external_person_id: 'reception' })
const known = await client.registerFace(collection, {
  external_person_id: 'anna',
  reference_photo: await readFile(reference),
})
const found = await client.identifyFace(collection, { photo: live })
console.log(found.message, found.external_person_id, found.similarity)

if (known.id && known.file_id) await client.deleteFace(collection, { id: known.id, file_id: known.file_id })
