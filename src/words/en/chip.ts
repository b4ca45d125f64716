// What a person reads while the chip of a card or passport is read, in English.
import type { ChipWords } from '../vi/chip.ts'

export const chip: ChipWords = {
  title: 'Read the chip',
  lead: 'Reading the chip is the surest way to know that a document is genuine.',

  place: {
    front: 'The chip is in the front of the card: hold the front to the phone.',
    back: 'The chip is in the back of the card: hold the back to the phone.',
    passport: 'The chip is inside the passport: close it and hold the cover to the phone.',
    unknown: 'Hold the side of the document with the chip to the phone.',
  },
  phone: {
    ios: 'iPhone: at the top edge, on the back of the phone.',
    android: 'Android: in the middle of the back of the phone.',
  },
  steady: 'Take off a thick case, put other cards aside, and hold still for 5 to 20 seconds.',
  drawing: 'Drawing: the card lies on the back of the phone at the coloured place',
  keyFound: 'The chip is opened by the number and dates on the document that you photographed.',
  begin: 'Read the chip',
  again: 'Read again',
  goOn: 'Read on',
  stop: 'Stop',

  waiting: 'Hold the card to the phone, and still',
  reading: 'Reading the chip, hold still',
  resting: 'Contact was lost. Hold the card to the phone again: what was read is kept.',
  sending: 'All read. Checking it',
  percent: '{percent} %',
  prompt: 'Hold the card to the phone, and still',
  done: 'All read',
  notDone: 'Not read',

  byHand: 'Enter number and dates by hand',
  byHandHelp: 'Write them as they are printed. They are only used to open this chip.',
  number: 'Number of the document',
  birth: 'Date of birth',
  expiry: 'Valid until',
  noExpiry: 'No date of expiry',
  accessNumber: 'Or the six digits (CAN) on the document, where it has some',
  missing: 'The number and both dates are needed, or six digits.',

  fault: {
    lost: [
      'Contact with the chip was lost',
      'Hold the card close to the phone and read on. What was read is kept.',
    ],
    cancelled: [
      'The reading was stopped',
      'The window of the phone was closed. Begin again when you are ready.',
    ],
    off: ['NFC is switched off', 'Switch NFC on in the settings of the phone, then try again.'],
    noNfc: ['This phone cannot read chips', 'Please go on with a phone that has NFC.'],
    busy: ['The phone is still busy', 'Please wait for a moment, then try again.'],
    failed: ['Not read', 'Please try again. If it still does not work, close the app and open it again.'],
    wrongKey: [
      'The chip does not open',
      'Number or dates are not those of this card. Take the card that you photographed, or check number and dates below.',
    ],
    wrongAccess: [
      'The chip does not open',
      'These six digits do not open the chip. Check them, or enter number and dates.',
    ],
    locked: [
      'The chip takes no more tries for now',
      'Take the card away, wait for a few minutes, and try with the number and dates on the card.',
    ],
    notThisChip: [
      'This is not the chip that is needed',
      'Hold only your document to the phone, no bank card or other card beside it, and do not change it on the way.',
    ],
    tampered: ['What came was damaged', 'Please read again from the beginning, and hold the card still.'],
    refusing: [
      'The chip does not let itself be read',
      'Please read again. If it stays so, the chip may be damaged: contact {organisation}.',
    ],
    unknownChip: [
      'This chip opens in a way that is not supported',
      'If you entered six digits, enter number and dates. Otherwise contact {organisation}.',
    ],
    copy: [
      'The chip did not prove to be the original',
      'Please read again with your original card. If this is the original, contact {organisation}.',
    ],
    broken: [
      'The data in the chip is not what the authority signed',
      'Please read again and hold the card still. If it stays so, contact {organisation}.',
    ],
    otherCard: [
      'This chip is of another document',
      'Please take the document that you photographed, and read again.',
    ],
    otherKind: [
      'This chip is of another kind of document',
      'Please take the document that you photographed, and read again.',
    ],
    tooLong: ['It took too long', 'A reading has three minutes. Please read again from the beginning.'],
    unreadable: ['Not read as a whole', 'Please read again from the beginning, and hold the card still.'],
  },

  elsewhere: 'The chip needs the app',
  how: 'This page cannot read chips here. It takes the app of {organisation} on a phone with NFC.',
  howApp: 'Open the app of {organisation} and go on there. This page goes on by itself when it was read.',
  openApp: 'Open the app of {organisation}',
  scanApp: 'Scan this code with the camera of the phone that has the app of {organisation}.',
  code: 'QR code that opens the app of {organisation}',
  waitingApp: 'Waiting for the app to read the chip…',
  noChip: 'The document that you photographed has no chip.',
  noneLeft: 'You have used all your tries.',
  skip: 'Go on without it',
  skipHelp: 'You can be verified without the chip, too.',
  required: 'This step is required. If the chip cannot be read, please contact {organisation}.',
}
