// The camera with a button that records some seconds.
import { useEffect, useRef, useState } from 'preact/hooks'
import { previewOf, useCamera } from '../../../client/verify/camera/use-camera.ts'
import { RECORD_SECONDS, type Recording, record } from '../../../client/verify/liveness/record.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { CameraChoice } from '../camera/choice.tsx'
import { Preview } from '../camera/preview.tsx'
import { CameraTrouble } from '../camera/trouble.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { camera as cameraWords } from '../words/camera.ts'
import { video as words } from '../words/video.ts'

const CAMERA_PIXELS = 1280
/** The recording can be stopped after this time: the server refuses videos that are too short. */
const LEAST_SECONDS = 2

export function Recorder({
  onVideo,
  onClose,
}: {
  onVideo: (video: Blob, name: string) => void
  onClose: () => void
}) {
  const t = words()
  const camera = useCamera('user', CAMERA_PIXELS)
  const video = useRef<HTMLVideoElement>(null)
  const recording = useRef<Recording | null>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const { state, start } = camera
  useEffect(() => void start(), [start])
  // A recording is dropped when the screen is left.
  useEffect(
    () => () => {
      const left = recording.current
      recording.current = null
      left?.stop()
    },
    [],
  )
  useEffect(() => {
    if (seconds === null) return
    if (seconds === 0) return recording.current?.stop()
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  const go = async () => {
    if (state.kind !== 'on') return
    const mine = record(state.stream)
    recording.current = mine
    setSeconds(RECORD_SECONDS)
    const { video, name } = await mine.done
    if (recording.current === mine) onVideo(video, name)
  }
  if (state.kind === 'trouble')
    return (
      <CameraTrouble why={state.why} onRetry={() => void start()}>
        <Button kind="plain" onClick={onClose}>
          {cameraWords().close}
        </Button>
      </CameraTrouble>
    )
  const isOn = state.kind === 'on'
  return (
    <section class="stage" data-testid="recorder" data-state={seconds === null ? state.kind : 'recording'}>
      <header class="stage-head">
        <button type="button" class="icon-button" aria-label={cameraWords().close} onClick={onClose}>
          <Icon name="close" size={24} />
        </button>
        <span />
        <CameraChoice camera={camera} disabled={seconds !== null} />
      </header>
      <div class="stage-view">
        <Preview {...previewOf(camera)} video={video} />
        {seconds !== null && (
          <p class="record-clock number" aria-hidden="true">
            {seconds}
          </p>
        )}
      </div>
      <div class="stage-words">
        <h2>{!isOn ? cameraWords().asking : seconds === null ? t.ready : t.recording}</h2>
        <p class="stage-guidance" role="status">
          {seconds === null ? fill(t.recordHint, { seconds: RECORD_SECONDS }) : t.recordingHint}
        </p>
        {seconds === null ? (
          <Button
            kind="primary"
            icon="video"
            disabled={!isOn}
            data-testid="video-go"
            onClick={() => void go()}
          >
            {t.go}
          </Button>
        ) : (
          <Button
            kind="quiet"
            disabled={seconds > RECORD_SECONDS - LEAST_SECONDS}
            data-testid="video-stop"
            onClick={() => recording.current?.stop()}
          >
            {t.stop}
          </Button>
        )}
      </div>
    </section>
  )
}
