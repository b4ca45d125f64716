// Provides the pictures that callers send: a few made once, each copy made unique by bytes after its end.
import { randomBytes } from 'node:crypto'
import { wall } from '../../../specimens/kit/films/films.ts'
import { photoOf as documentPhotoOf } from '../../../specimens/kit/photographs/document-photos.ts'
import { anotherPerson, herReference, him, photoOf } from '../../../specimens/kit/photographs/face-photos.ts'

export interface Pictures {
  face(): Buffer
  card(side: 'front' | 'back'): Buffer
  frame(): Promise<Uint8Array>
}

export async function takePictures(random: () => number): Promise<Pictures> {
  const faces: Buffer[] = []
  for (const who of [herReference, him, anotherPerson]) faces.push(Buffer.from(await photoOf(who), 'base64'))
  const kind = 'cccd-chip'
  const cards = {
    front: (await documentPhotoOf({ kind, seed: 411 })).bytes,
    back: (await documentPhotoOf({ kind, side: 'back', seed: 411 })).bytes,
  }
  let shade = 1000
  return {
    face: () => another(faces[Math.floor(random() * faces.length)] ?? Buffer.alloc(0)),
    card: (side) => another(cards[side]),
    // The wall is a new picture, because a repeated frame is recognised by its picture and not by its bytes.
    frame: () => wall(++shade),
  }
}

/** The same picture in another file: with a comment of its own, because bytes after the end are cut. */
const another = (picture: Buffer): Buffer => {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 18]), randomBytes(16)])
  return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)])
}
