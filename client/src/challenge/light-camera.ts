// Keeps a camera and a screen steady while light is measured: exposure, white balance and focus locked, the screen awake.

/** The settings of the Image Capture specification, which the compiler's list of types lacks. */
interface Adjustable {
  readonly exposureMode?: string
  readonly whiteBalanceMode?: string
  readonly focusMode?: string
  readonly exposureTime?: number
  readonly iso?: number
  readonly colorTemperature?: number
  readonly focusDistance?: number
}
type Capabilities = { readonly [Name in keyof Adjustable]?: unknown }

/** Each mode with the values that are held: without them some cameras fall back to their own. */
const modes = [
  ['exposureMode', ['exposureTime', 'iso']],
  ['whiteBalanceMode', ['colorTemperature']],
  ['focusMode', ['focusDistance']],
] as const

/** Locks what the camera lets be locked, and resolves with how to give it back. A camera that refuses is left as it is. */
export async function lockCamera(track: MediaStreamTrack | undefined): Promise<() => Promise<void>> {
  const can = (track?.getCapabilities?.() ?? {}) as Capabilities
  const now = (track?.getSettings() ?? {}) as Adjustable
  const locked: (readonly [mode: string, before: string])[] = []
  for (const [mode, values] of modes) {
    const offered = can[mode]
    if (!track || !Array.isArray(offered) || !offered.includes('manual')) continue
    const held = values.flatMap((name) => (can[name] && now[name] !== undefined ? [[name, now[name]]] : []))
    // One after the other: a camera that refuses one may still lock the others.
    const isLocked = await applied(track, { [mode]: 'manual', ...Object.fromEntries(held) })
    const before = now[mode] ?? 'continuous'
    if (isLocked && before !== 'manual') locked.push([mode, before])
  }
  return async () => {
    for (const [mode, before] of locked) if (track) await applied(track, { [mode]: before })
  }
}

export const videoTrack = ({ srcObject }: HTMLVideoElement): MediaStreamTrack | undefined =>
  srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0] : undefined

async function applied(track: MediaStreamTrack, wish: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    // Constraints replace each other: those by which the camera was opened are asked for again.
    const { advanced = [], ...asked } = track.getConstraints()
    await track.applyConstraints({ ...asked, advanced: [...advanced, wish as MediaTrackConstraintSet] })
    return true
  } catch {
    return false
  }
}

/** Keeps the screen from going dark; browsers that cannot, or do not want to, are left alone. */
export async function keepAwake(): Promise<() => Promise<void>> {
  try {
    const lock = await navigator.wakeLock.request('screen')
    return () => lock.release()
  } catch {
    return async () => {}
  }
}
