// How telling printed phrases are, and the phrases that several families of documents share.
import type { Cue } from '../kind.ts'

export const titleCue = (phrase: string): Cue => ({ phrase, weight: 4, elsewhere: 4, isTitle: true })

/** Foreign documents are titled in English too. */
export const englishTitleCue = (phrase: string, weight = 1.5): Cue => ({
  phrase,
  weight,
  elsewhere: 0.3,
  isTitle: true,
  isEnglish: true,
})

export const labelCue = (phrase: string, weight = 1.2): Cue => ({
  phrase,
  weight,
  elsewhere: 0.6,
  isTitle: false,
})

export const englishLabelCue = (phrase: string, weight = 0.7): Cue => ({
  phrase,
  weight,
  elsewhere: 0.2,
  isTitle: false,
  isEnglish: true,
})

/** Words that hardly any other page has. */
export const rareCue = (phrase: string, weight = 3): Cue => ({
  phrase,
  weight,
  elsewhere: 1.5,
  isTitle: false,
})

export const FULL_NAME = englishLabelCue('Full name', 2.5)
export const SURNAME = englishLabelCue('Surname')
export const GIVEN_NAMES = englishLabelCue('Given names')
export const DATE_OF_EXPIRY = englishLabelCue('Date of expiry')
export const PLACE_OF_ISSUE = englishLabelCue('Place of issue')
export const PASSPORT_TITLE = englishTitleCue('PASSPORT')
export const IDENTITY_CARD_TITLE = englishTitleCue('IDENTITY CARD')
export const PERSONAL_NUMBER = rareCue('Số định danh cá nhân')
export const MINISTRY = labelCue('BỘ CÔNG AN')
