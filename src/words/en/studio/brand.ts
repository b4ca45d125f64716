// Words of the screen of the brand: what the people see who open a link of this organisation, in English.

export const brand = {
  title: 'Brand',
  lead: 'What people see who open your links.',
  displayName: 'Name that people know you by',
  accent: 'Colour of buttons and links',
  accentHint: 'Such as #0b5cad. It must be dark enough to be read on white: 4.5 to 1.',
  logo: 'Logo',
  logoHint: 'PNG, JPEG or WebP, at most 256 KiB, best wider than high',
  logoNow: 'Your logo',
  removeLogo: 'Remove the logo',
  welcomeVi: 'Your text on the first screen, in Vietnamese',
  welcomeEn: 'Your text on the first screen, in English',
  consentVi: 'Your text above the question for consent, in Vietnamese',
  consentEn: 'Your text above the question for consent, in English',
  helpEmail: 'E-mail address for help',
  helpPhone: 'Phone number for help',
  save: 'Save and show',
  saved: 'Saved. Journeys under way look new at their next request.',
  preview: 'As people see it',
  previewHint: 'This is the page itself, with a test verification of this moment.',
  show: 'Show it',
}
