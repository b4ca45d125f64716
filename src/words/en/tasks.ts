// What a person is asked to do in each task of a challenge, in English: page and studio say the same.

export const tasks = {
  'far-distance': 'Keep an arm’s length away',
  'normal-distance': 'A little closer than an arm’s length',
  'close-distance': 'Come close',
  nose: 'Turn your head until your nose meets the dot',
  light: 'Bring your face into the oval and look at the screen',
  'keep-face-ahead': 'Look straight into the camera',
  'turn-face-left': 'Turn your head to your left',
  'turn-face-right': 'Turn your head to your right',
  'tilt-face-up': 'Look up',
  'tilt-face-down': 'Look down',
  smile: 'Smile',
  wink: 'Wink with one eye',
}
