// An icon of the studio, as large as the text beside it by default.
import { type IconName, iconPaths } from './icon-paths.ts'

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  )
}
