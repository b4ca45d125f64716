// The large button beside a place for files: the camera instead.
import { Icon } from './icon.tsx'

export function CameraTile({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" class="camera-tile" data-testid="use-camera" onClick={onPress}>
      <Icon name="camera" size={28} />
      <strong>{label}</strong>
    </button>
  )
}
