// Documents: cards by one picture, by two and by both at once, passports, licences, certificates, and other papers.
import type { DocumentPhoto } from '../../../test/kit/document-photos.ts'
import type { Answer } from '../../kit/caller.ts'
import { type Act, leave, must, personId, prove, type Stage } from '../stage.ts'
import { jpegVariant, pdfVariant } from '../variants.ts'

const fresh = ({ mark }: Stage, { bytes }: DocumentPhoto): string =>
  jpegVariant(bytes, mark()).toString('base64')

/** The number that is printed on it was read. */
const numbered =
  ({ fields }: DocumentPhoto, field = 'id') =>
  ({ body }: Answer): boolean => {
    const printed = fields[0]?.[field]
    return printed === undefined || (body.recognized_data as Record<string, unknown>)[field] === printed
  }

export const card: Act = async (stage) => {
  const { front, back } = stage.dice.pick(stage.material.cards)
  const external_person_id = personId(stage)
  const created = await must(stage, 'createDocument', {
    body: { attachment: { content: fresh(stage, front), name: 'front.jpg' }, external_person_id },
    fits: numbered(front),
  })
  await prove(stage, created)
  if (stage.dice.next() < 0.5)
    await stage.caller.ask('attachToDocument', {
      id: String(created.body.id),
      body: { content: fresh(stage, back), name: 'back.jpg' },
      fits: numbered(front),
    })
  await leave(stage, external_person_id)
}

/** The back of another kind of card. */
export const mismatch: Act = async (stage) => {
  const [one, other] = stage.material.cards
  if (!one || !other) return
  const external_person_id = personId(stage)
  const created = await must(stage, 'createDocument', {
    body: { attachment: { content: fresh(stage, one.front), name: 'front.jpg' }, external_person_id },
  })
  await stage.caller.ask('attachToDocument', {
    id: String(created.body.id),
    body: { content: fresh(stage, other.front), name: 'other.jpg' },
    code: 109,
  })
  await leave(stage, external_person_id)
}

/** Half of them name a person and are erased, the others are left to their clocks. */
const perhapsNamed = (stage: Stage) =>
  stage.dice.next() < 0.5 ? { external_person_id: personId(stage) } : { external_person_id: undefined }

export const sides: Act = async (stage) => {
  const { front, back } = stage.dice.pick(stage.material.cards)
  const named = perhapsNamed(stage)
  const images = { image1: fresh(stage, front), image2: fresh(stage, back) }
  const answer = await stage.caller.ask('createDocumentFromSides', {
    body: { ...images, name1: '1.jpg', name2: '2.jpg', ...named },
    fits: numbered(front),
  })
  await prove(stage, answer)
  if (named.external_person_id) await leave(stage, named.external_person_id)
}

export const passport: Act = async (stage) => {
  const shown = stage.dice.pick(stage.material.passports)
  const file = { content: fresh(stage, shown), name: 'passport.jpg' }
  const isNested = stage.dice.next() < 0.5
  const answer = await stage.caller.ask('readMrz', {
    body: isNested ? { attachment: file } : file,
    fits: numbered(shown, 'passport_id'),
  })
  await prove(stage, answer)
}

export const licence: Act = async (stage) => {
  const shown = stage.dice.pick(stage.material.licences)
  const named = perhapsNamed(stage)
  const answer = await stage.caller.ask('readDriverLicense', {
    body: { content: fresh(stage, shown), name: 'licence.jpg', ...named },
    fits: numbered(shown),
  })
  await prove(stage, answer)
  if (named.external_person_id) await leave(stage, named.external_person_id)
}

export const certificatePdf: Act = async (stage) => {
  const { pdf } = stage.dice.pick(stage.material.certificates)
  const files = [{ name: 'certificate.pdf', content: pdfVariant(pdf, stage.mark()) }]
  await prove(stage, await stage.caller.ask('readBusinessRegistration', { body: { files } }))
}

export const certificatePhoto: Act = async (stage) => {
  const { pages } = stage.dice.pick(stage.material.certificates)
  const files = pages.slice(0, 1).map((page, i) => ({
    name: `page-${i}.jpg`,
    content: jpegVariant(page, stage.mark()),
  }))
  await prove(stage, await stage.caller.ask('readBusinessRegistration', { body: { files } }))
}

/** Paper that is none of ours. */
export const otherPaper: Act = async (stage) => {
  const shown = stage.dice.pick(stage.material.otherPapers)
  const external_person_id = personId(stage)
  await stage.caller.ask('createDocument', {
    body: { attachment: { content: fresh(stage, shown), name: 'paper.jpg' }, external_person_id },
    code: 101,
  })
  await leave(stage, external_person_id)
}
