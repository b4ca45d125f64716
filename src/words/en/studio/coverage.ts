// Words for what a check of a living person looked at, and what it did not, in English.

export const coverage = {
  title: 'What was checked, and what was not',
  checked: 'Checked',
  unchecked: 'Not checked',
  prints: 'Signs of a print or a screen in the picture',
  turns: 'Whether the head moved as it was asked to, at random, just now',
  depth: 'Whether the face has the depth of a head',
  onePerson: 'Whether it was one person throughout, in pictures never seen before',
  film: 'Whether the face moves of itself, and the film does not repeat',
  light: 'Whether the face answers the light of this very screen',
  drawing:
    'Whether the face is drawn or made by a computer: a good drawing has no signs of a print, and may get a high score here',
  moving: 'Whether the person moves: one picture cannot tell',
  injected:
    'Whether the camera itself is real: a film can be fed in its place. Only phones with attested keys tell',
  who: 'Who the person is: compare the face for that',
  masks: 'Masks made with great effort',
}
