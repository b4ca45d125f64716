// The driving licence on paper, issued until 2012.
import type { KindDefinition } from './kind.ts'
import { labelCue } from './parts/cues.ts'
import {
  LICENCE,
  LICENCE_BACK,
  LICENCE_CUE,
  LICENCE_FRONT,
  TRANSPORT_OFFICE_CUES,
  VEHICLES_CUE,
} from './parts/licences.ts'

export const licencePaper: KindDefinition<'licence-paper'> = {
  kind: 'licence-paper',
  ...LICENCE,
  widthMm: 95,
  heightMm: 65,
  language: 'vietnamese',
  document: 'GPLX',
  // Numbers have letters among the digits, but later ones may have had twelve digits only.
  number: { pattern: /^(?:[A-ZĐ]{1,2}\d{6,7}|\d{12})$/, shape: 'licence' },
  classes: 'before-2025',
  hasDashedAddresses: true,
  front: {
    ...LICENCE_FRONT,
    portrait: { x: 0.035, y: 0.36, width: 0.2, height: 0.39 },
    cues: [LICENCE_CUE, labelCue('BỘ GIAO THÔNG VẬN TẢI', 2), ...TRANSPORT_OFFICE_CUES],
    places: {
      name: [0.45, 0.38],
      birthday: [0.49, 0.44],
      nationality: [0.49, 0.5],
      class_type: [0.19, 0.85],
      expiry: [0.2, 0.93],
    },
  },
  back: { ...LICENCE_BACK, cues: [VEHICLES_CUE, labelCue('Số seri')] },
}
