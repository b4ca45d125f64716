// The choice between several cameras; nothing where there is one.
import { useId } from 'preact/hooks'
import type { UsedCamera } from '../../../client/verify/camera/use-camera.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { camera as words } from '../words/camera.ts'

export function CameraChoice({ camera, disabled = false }: { camera: UsedCamera; disabled?: boolean }) {
  const t = words()
  const id = useId()
  const { cameras, state } = camera
  if (cameras.length < 2 || state.kind !== 'on') return null
  return (
    <div class="camera-choice">
      <label class="unseen" for={id}>
        {t.choose}
      </label>
      <select
        id={id}
        value={state.deviceId}
        disabled={disabled}
        onChange={(event) => void camera.start(event.currentTarget.value)}
      >
        {cameras.map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label || fill(t.numbered, { number: index + 1 })}
          </option>
        ))}
      </select>
    </div>
  )
}
