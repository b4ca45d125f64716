// After a challenge or a video that did not pass: what to do better, for the person who tries again, in English.
import type { Advice } from '../../checks.ts'

export const advice: Readonly<Record<Advice, string>> = {
  growth: 'The steps were too alike. Come clearly closer from each step to the next.',
  size: 'The face did not fill the frame as asked. Follow “closer” and “back” until the frame turns green.',
  perspective:
    'The face grew like a picture, not like a head. Move the camera to your face yourself, and start further away.',
  shifted: 'The head moved instead of turning. Keep your shoulders where they are and only turn your head.',
  flat: 'The face looked flat. Turn your head itself; photos and screens do not pass.',
  trembled: 'The nose did not move in a straight line. Turn calmly and directly towards the dot.',
  jumped: 'The head turned too fast to be followed. Turn more slowly.',
  notLiving:
    'The face looked like a print or a screen. Clean the lens, find even light without reflections, and use your own face.',
  notSame:
    'The frames did not look like one person. Be alone in front of the camera, with even light from the front.',
  seenBefore: 'These pictures were sent before. Every attempt needs new ones.',
  copies: 'The picture did not move. Use a real camera; a still image does not pass.',
  times:
    'The times of the frames do not fit together. Check that nothing changes your clock or replaces your camera.',
  manyHands:
    'The frames seem to come from several cameras or programs. Use the camera directly, without filters.',
  mixed: 'The steps overlapped in time. Finish one before the next.',
  fewFrames: 'There were too few frames. Keep going until the screen says it is done.',
  count: 'The number of frames was not the one asked for. Start again and let every step finish.',
  slow: 'It took too long. Start again and follow the steps without a break.',
  noFace: 'Your face was not in every frame. Stay in the frame, and let nothing cover your face.',
  several: 'Somebody else was in the picture. Be alone in front of the camera.',
  dark: 'It was too dark. Turn towards a window or a lamp.',
  bright: 'It was too bright. Turn away from the light that shines at you.',
  covered:
    'Something covered your face. Take off masks, hats and dark glasses, and keep hands and hair away.',
  small: 'The face was too small. Come closer.',
  outOfArea: 'The face left the frame. Stay in the middle while you turn.',
  noseAtFirst: 'The nose was at the dot from the beginning. Look straight ahead first, then turn.',
  noseAtLast: 'The nose did not reach the dot. Turn until the dot turns green, and stay there.',
  ahead: 'The first frames did not look straight ahead. Hold the camera at eye level and look into it.',
  left: 'The turn to the left was not far enough. Turn until you feel a slight pull.',
  right: 'The turn to the right was not far enough. Turn until you feel a slight pull.',
  up: 'The head was not raised far enough. Point your chin to the ceiling.',
  down: 'The head was not lowered far enough. Bring your chin towards your chest, and keep looking at the screen.',
  smile:
    'No clear smile was seen, or you smiled already when looking ahead. Begin relaxed, then smile broadly.',
  wink: 'No wink was seen. Close one eye firmly and keep the other wide open.',
  gone: 'The challenge is over or unknown to the server. Start a new one.',
  still: 'The face hardly moved. Turn your head to both sides and say a few words while you film.',
  loop: 'The video repeats itself. Film anew, in one go.',
  missed:
    'The camera or this device was too slow for some of the colours. Close other programs and tabs, and try again.',
  notLit:
    'The light on your face did not follow the colours of the screen. Hold still before this very screen, with a real camera.',
  notSeenLight:
    'The light of the screen was hardly seen on your face. Find a darker place, turn the brightness up, and come closer.',
  tryAgain: 'Please try again, in even light and with the camera at eye level.',
}
