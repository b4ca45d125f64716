// The kinds of documents in English.
import type { Kind } from '../../documents/kinds/kinds.ts'
import type { CertificateKindName, CommonName } from '../shapes.ts'

export const kinds: Readonly<Record<Kind, string>> = {
  'cmnd-9': 'CMND of 9 digits',
  'cmnd-12': 'CMND of 12 digits',
  'cccd-12': 'CCCD with barcode',
  'cccd-chip': 'CCCD with chip',
  'can-cuoc': 'Căn cước of 2024',
  'passport-old': 'Passport',
  'passport-new': 'Passport of 2022',
  'licence-paper': 'Driving licence on paper',
  'licence-pet': 'Driving licence of PET',
  'licence-2025': 'Driving licence of 2025',
  'business-registration': 'Business registration',
  'foreign-td1': 'Identity card of another country',
  'foreign-td3': 'Passport of another country',
  other: 'Another document',
}

/** What was seen in place of the document that was asked for; it stands within a sentence. */
export const commonNames: Readonly<Record<CommonName, string>> = {
  'IDENTITY CARD': 'identity card',
  PASSPORT: 'passport',
  'DRIVER LICENCE': 'driving licence',
  'BUSINESS REGISTRATION': 'business registration',
  'FOREIGN IDENTITY CARD': 'identity card of another country',
  'FOREIGN PASSPORT': 'passport of another country',
}

/** What a certificate of business registration registers. */
export const certificateKinds: Readonly<Record<CertificateKindName, string>> = {
  ENTERPRISE: 'Enterprise',
  BRANCH: 'Branch',
  'REPRESENTATIVE OFFICE': 'Representative office',
  'BUSINESS LOCATION': 'Business location',
  'HOUSEHOLD BUSINESS': 'Household business',
  COOPERATIVE: 'Cooperative',
}
