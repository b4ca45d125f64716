// What the page says while the camera looks: one short sentence for each word of guidance, in English.
// Left and right are the person's own, and so those of the mirror on the screen; the ways of the nose are those of the picture.
import type { Guidance } from '../../liveness/guidance.ts'

export const guidance: Readonly<Record<Guidance, string>> = {
  ok: 'Good, hold still',
  'show-face': 'Show your face to the camera',
  'one-person-only': 'Only you should be in the picture',
  'more-light': 'More light on your face, please',
  'less-light': 'Too bright: turn away from the light',
  'hold-still': 'Hold still, the picture is blurred',
  'come-closer': 'Come a little closer',
  'move-back': 'Move back a little',
  'move-into-area': 'Move your face into the frame',
  'look-ahead': 'Look straight ahead',
  'turn-left': 'Turn your head further to your left',
  'turn-right': 'Turn your head further to your right',
  'look-up': 'Raise your chin further',
  'look-down': 'Lower your chin further',
  'relax-face': 'Relax your face, do not smile yet',
  smile: 'Smile, so that it shows',
  wink: 'Close one eye, keep the other open',
  'uncover-face': 'Uncover your face: no mask, hand or dark glasses',
  'nose-left': 'Turn your head to your right, towards the dot',
  'nose-right': 'Turn your head to your left, towards the dot',
  'nose-up': 'Raise your chin, towards the dot',
  'nose-down': 'Lower your chin, towards the dot',
  'darker-room': 'The room is too bright: turn lamps down, or go away from the window',
  'screen-brighter': 'The light of the screen was hardly seen: turn its brightness up',
}
