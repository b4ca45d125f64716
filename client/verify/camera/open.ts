// Opens a camera, and says in one word why it did not open.

export type CameraTroubleWhy = 'denied' | 'none' | 'unsupported' | 'in-use' | 'insecure' | 'failed' | 'ended'

/** Whether the camera looks towards the person or away. */
export type Facing = 'user' | 'environment'

export class CameraFault extends Error {
  override readonly name = 'CameraFault'
  readonly why: CameraTroubleWhy

  constructor(why: CameraTroubleWhy, cause?: unknown) {
    super(`no camera: ${why}`, { cause })
    this.why = why
  }
}

interface CameraWish {
  readonly facing: Facing
  readonly deviceId?: string | undefined
  /** The wanted long side in pixels; the camera gives what it can. */
  readonly longSide: number
}

export async function openStream({ facing, deviceId, longSide }: CameraWish): Promise<MediaStream> {
  const media = navigator.mediaDevices as MediaDevices | undefined
  if (!media?.getUserMedia) throw new CameraFault(isSecureContext ? 'unsupported' : 'insecure')
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: facing }
  // The device may be held wide or upright: both sides are only wishes.
  const size = { width: { ideal: longSide }, height: { ideal: Math.round((longSide * 3) / 4) } }
  try {
    return await media.getUserMedia({ video: { ...which, ...size, frameRate: { ideal: 30 } }, audio: false })
  } catch (error) {
    throw new CameraFault(whyOf(error), error)
  }
}

/** The reasons, by the names that browsers give these errors. */
const reasons: Readonly<Record<string, CameraTroubleWhy>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
}

const whyOf = (error: unknown): CameraTroubleWhy =>
  (error instanceof DOMException || error instanceof Error ? reasons[error.name] : undefined) ?? 'failed'

/** Cameras have names only once one was allowed. */
export async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
}

export function stopStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** A camera that looks at the person is shown as a mirror would; one that looks away is not. */
export function isSelfie(stream: MediaStream): boolean {
  const facing = stream.getVideoTracks()[0]?.getSettings().facingMode
  return facing === undefined || facing === 'user'
}
