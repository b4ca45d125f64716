// Where in a document a value is read: the printed text, a QR code (or barcode), the machine-readable zone, the chip.

export type Source = 'ocr' | 'qr' | 'mrz' | 'chip'

/** `prior`: where the print left letters open, known places, names or beginnings of numbers chose among those that were seen. */
export type Informant = Source | 'prior'
