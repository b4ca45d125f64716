// The samples: photographs of documents and people who do not exist, fetched only when they are asked for.
import cardBack from './card-back.jpg'
import cardFront from './card-front.jpg'
import certificate from './certificate.jpg'
import face from './face.jpg'
import faceAgain from './face-again.jpg'
import faceOther from './face-other.jpg'
import licenceBack from './licence-back.jpg'
import licenceFront from './licence-front.jpg'
import passport from './passport.jpg'

const addresses = {
  'card-front': cardFront,
  'card-back': cardBack,
  passport,
  'licence-front': licenceFront,
  'licence-back': licenceBack,
  certificate,
  face,
  'face-again': faceAgain,
  'face-other': faceOther,
}

export type SampleName = keyof typeof addresses

/** Loads a sample as a file, as if the person had chosen it. */
export async function sample(name: SampleName): Promise<File> {
  const answer = await fetch(addresses[name])
  if (!answer.ok) throw new Error(`${name}.jpg: HTTP ${answer.status}`)
  return new File([await answer.blob()], `${name}.jpg`, { type: 'image/jpeg' })
}
