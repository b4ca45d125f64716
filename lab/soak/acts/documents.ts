// Plays documents: cards by one picture, by two and by both at once, passports, licences, certificates, and other papers.
import type { DocumentPhoto } from '../../../specimens/kit/photographs/document-photos.ts'
import type { Answer } from '../../kit/caller.ts'
import { type Act, leave, must, personId, prove, type Session } from '../session.ts'
import { jpegVariant, pdfVariant } from '../variants.ts'

const fresh = ({ mark }: Session, { bytes }: DocumentPhoto): string =>
  jpegVariant(bytes, mark()).toString('base64')

/** The printed number must have been read. */
const numbered =
  ({ fields }: DocumentPhoto, field = 'id') =>
  ({ body }: Answer): boolean => {
    const printed = fields[0]?.[field]
    return printed === undefined || (body.recognized_data as Record<string, unknown>)[field] === printed
  }

export const card: Act = async (session) => {
  const { front, back } = session.dice.pick(session.material.cards)
  const external_person_id = personId(session)
  const created = await must(session, 'createDocument', {
    body: { attachment: { content: fresh(session, front), name: 'front.jpg' }, external_person_id },
    fits: numbered(front),
  })
  await prove(session, created)
  if (session.dice.next() < 0.5)
    await session.caller.ask('attachToDocument', {
      id: String(created.body.id),
      body: { content: fresh(session, back), name: 'back.jpg' },
      fits: numbered(front),
    })
  await leave(session, external_person_id)
}

/** The back is of another kind of card. */
export const mismatch: Act = async (session) => {
  const [one, other] = session.material.cards
  if (!one || !other) return
  const external_person_id = personId(session)
  const created = await must(session, 'createDocument', {
    body: { attachment: { content: fresh(session, one.front), name: 'front.jpg' }, external_person_id },
  })
  await session.caller.ask('attachToDocument', {
    id: String(created.body.id),
    body: { content: fresh(session, other.front), name: 'other.jpg' },
    code: 109,
  })
  await leave(session, external_person_id)
}

/** Half of them name a person and are erased, the others are left to expire. */
const perhapsNamed = (session: Session) =>
  session.dice.next() < 0.5 ? { external_person_id: personId(session) } : { external_person_id: undefined }

export const sides: Act = async (session) => {
  const { front, back } = session.dice.pick(session.material.cards)
  const named = perhapsNamed(session)
  const images = { image1: fresh(session, front), image2: fresh(session, back) }
  const answer = await session.caller.ask('createDocumentFromSides', {
    body: { ...images, name1: '1.jpg', name2: '2.jpg', ...named },
    fits: numbered(front),
  })
  await prove(session, answer)
  if (named.external_person_id) await leave(session, named.external_person_id)
}

export const passport: Act = async (session) => {
  const shown = session.dice.pick(session.material.passports)
  const file = { content: fresh(session, shown), name: 'passport.jpg' }
  const isNested = session.dice.next() < 0.5
  const answer = await session.caller.ask('readMrz', {
    body: isNested ? { attachment: file } : file,
    fits: numbered(shown, 'passport_id'),
  })
  await prove(session, answer)
}

export const licence: Act = async (session) => {
  const shown = session.dice.pick(session.material.licences)
  const named = perhapsNamed(session)
  const answer = await session.caller.ask('readDriverLicense', {
    body: { content: fresh(session, shown), name: 'licence.jpg', ...named },
    fits: numbered(shown),
  })
  await prove(session, answer)
  if (named.external_person_id) await leave(session, named.external_person_id)
}

export const certificatePdf: Act = async (session) => {
  const { pdf } = session.dice.pick(session.material.certificates)
  const files = [{ name: 'certificate.pdf', content: pdfVariant(pdf, session.mark()) }]
  const answer = await must(session, 'readBusinessRegistration', { body: { files } })
  await prove(session, answer)
  await session.caller.ask('businessRegistrationPage', { id: [String(answer.body.id), '1'], code: 0 })
}

export const certificatePhoto: Act = async (session) => {
  const { pages } = session.dice.pick(session.material.certificates)
  const files = pages.slice(0, 1).map((page, i) => ({
    name: `page-${i}.jpg`,
    content: jpegVariant(page, session.mark()),
  }))
  await prove(session, await session.caller.ask('readBusinessRegistration', { body: { files } }))
}

/** The paper is no supported document. */
export const otherPaper: Act = async (session) => {
  const shown = session.dice.pick(session.material.otherPapers)
  const external_person_id = personId(session)
  await session.caller.ask('createDocument', {
    body: { attachment: { content: fresh(session, shown), name: 'paper.jpg' }, external_person_id },
    code: 101,
  })
  await leave(session, external_person_id)
}

/** The chip answers a challenge or the one of a session; nobody imported the certificate of its state. */
export const chip: Act = async (session) => {
  const { files, answer } = session.dice.pick(session.material.chips)
  const external_person_id = personId(session)
  const answerTo = (challenge: unknown): string =>
    Buffer.from(answer(new Uint8Array(Buffer.from(String(challenge), 'base64')))).toString('base64')
  const { body: asked } = await must(session, 'startChipChallenge', { body: {} })
  const { body: opened } = await must(session, 'openChipSession', { body: {} })
  const { challenge } = opened.active_authentication as { readonly challenge: string }
  const proof = session.dice.pick([
    { active_authentication: { challenge_id: asked.challenge_id, response: answerTo(asked.challenge) } },
    { chip_session: { session_id: opened.session_id, active_response: answerTo(challenge) } },
  ])
  const made = await must(session, 'createChipDocument', {
    body: { ...files, ...proof, external_person_id },
    fits: ({ body }) => body.authenticity === 'unknown-anchor' && body.copy === 'genuine',
  })
  await prove(session, made)
  const id = String(made.body.id)
  await session.caller.ask('confirmChip', { id, body: { authority: 'C06', result: 'confirmed' } })
  await session.caller.ask('chipEvidence', { id, fits: ({ body }) => body.evidence !== undefined })
  await leave(session, external_person_id)
}
