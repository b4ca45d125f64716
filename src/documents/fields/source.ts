// Where in a document a value is read: the printed text, a QR code (or barcode), the machine-readable zone, the chip.

export type Source = 'ocr' | 'qr' | 'mrz' | 'chip'
