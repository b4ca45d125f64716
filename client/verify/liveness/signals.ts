// Tells by sound and vibration that a task is done, for who does not look at the screen while the head is turned.

/** Made on a press, because browsers let pages sound only after one. */
export interface Signals {
  readonly sound: AudioContext | undefined
}

export function openSignals(isWanted: boolean): Signals {
  return { sound: isWanted && typeof AudioContext !== 'undefined' ? new AudioContext() : undefined }
}

const TONE_HERTZ = 880
const TONE_SECONDS = 0.12
const VIBRATION_MS = 60

export function signalTo({ sound }: Signals): void {
  if (!sound) return
  navigator.vibrate?.(VIBRATION_MS)
  const tone = sound.createOscillator()
  const loudness = sound.createGain()
  tone.frequency.value = TONE_HERTZ
  loudness.gain.setValueAtTime(0.2, sound.currentTime)
  // A tone that ends at once clicks.
  loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + TONE_SECONDS)
  tone.connect(loudness).connect(sound.destination)
  tone.start()
  tone.stop(sound.currentTime + TONE_SECONDS)
}
