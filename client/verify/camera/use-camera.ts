// The camera of a screen: opened on a press, changed by choice, stopped when the screen is left.
import type { RefObject } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import {
  CameraFault,
  type CameraTroubleWhy,
  type Facing,
  isSelfie,
  listCameras,
  openStream,
  stopStream,
} from './open.ts'

type CameraState =
  | { readonly kind: 'off' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'on'
      readonly stream: MediaStream
      readonly isMirrored: boolean
      readonly deviceId: string
    }
  | { readonly kind: 'trouble'; readonly why: CameraTroubleWhy }

export interface UsedCamera {
  readonly state: CameraState
  /** The cameras to choose from; known once one was allowed. */
  readonly cameras: readonly MediaDeviceInfo[]
  /** Resolves with the stream, or undefined in trouble or when it was stopped meanwhile. */
  start(deviceId?: string): Promise<MediaStream | undefined>
  stop(): void
}

const off: CameraState = { kind: 'off' }

export function useCamera(facing: Facing, longSide: number): UsedCamera {
  const [state, setState] = useState<CameraState>(off)
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([])
  const held = useRef<MediaStream | null>(null)
  /** Counts the requests: an answer to any but the last is dropped. */
  const turn = useRef(0)
  /** The camera that the person chose last. */
  const chosen = useRef<string | undefined>(undefined)

  const stop = useCallback(() => {
    turn.current++
    stopStream(held.current)
    held.current = null
    setState(off)
  }, [])
  useEffect(() => stop, [stop])

  const start = useCallback(
    async (deviceId?: string) => {
      const mine = ++turn.current
      chosen.current = deviceId ?? chosen.current
      stopStream(held.current)
      held.current = null
      setState({ kind: 'asking' })
      try {
        const stream = await openStream({ facing, deviceId: chosen.current, longSide })
        if (turn.current !== mine) {
          stopStream(stream)
          return undefined
        }
        held.current = stream
        const [track] = stream.getVideoTracks()
        track?.addEventListener('ended', () => {
          if (held.current === stream) setState({ kind: 'trouble', why: 'ended' })
        })
        setState({
          kind: 'on',
          stream,
          isMirrored: isSelfie(stream),
          deviceId: track?.getSettings().deviceId ?? '',
        })
        setCameras(await listCameras())
        return stream
      } catch (error) {
        // Perhaps it was unplugged: any other will do next time.
        chosen.current = undefined
        if (turn.current === mine)
          setState({ kind: 'trouble', why: error instanceof CameraFault ? error.why : 'failed' })
        return undefined
      }
    },
    [facing, longSide],
  )
  return { state, cameras, start, stop }
}

/** What a preview shows; before the camera is on, it is taken for one that looks at the person. */
export const previewOf = ({ state }: UsedCamera) =>
  state.kind === 'on'
    ? { stream: state.stream, isMirrored: state.isMirrored }
    : { stream: undefined, isMirrored: true }

/** Plays a camera in a video element for as long as both are there. */
export function useStream(video: RefObject<HTMLVideoElement | null>, stream: MediaStream | undefined): void {
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    // A browser that does not play by itself plays when it is shown; frames are waited for in any case.
    void element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [stream, video])
}
