// Words of what frames prove about the camera that took them: level, what keeps the key, and why, in English.

export const captureLevels = {
  attested: 'Camera attested by the phone',
  signed: 'Frames signed by one key',
  unattested: 'Nobody vouches for the camera',
}

export const captureDevices = {
  strongbox: 'a chip of its own in the phone (StrongBox)',
  'trusted-environment': 'the trusted part of the phone’s processor',
  'secure-enclave': 'the Secure Enclave of Apple',
  browser: 'a browser',
}

export const captureReasons = {
  'attested-key': 'Every frame was signed by a key in hardware, and its maker vouches for it.',
  'own-key':
    'Every frame was signed by one key that nobody vouches for. That proves one sender, and no camera.',
  'no-key': 'The check was started without a key.',
  'key-ended': 'The key was revoked, is over, or its maker took its certificate back.',
  'frames-unsigned': 'A frame came without a signature.',
  'frames-out-of-order': 'The numbers of frames and the times signed with them disagree.',
  'frames-not-fresh': 'The signed times do not fit into the time of the check.',
  'counter-went-back': 'The counter of the key did not go up from frame to frame.',
  'video-not-signed': 'A video is judged without a challenge, and nothing in it is signed.',
}
