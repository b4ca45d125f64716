// Where on a document a value is read: the printed text, a QR code (or barcode), the machine-readable zone.

export type Source = 'ocr' | 'qr' | 'mrz'
