// The live picture of a camera in the studio, with its words and its style.
import type { ComponentProps } from 'preact'
import { Preview as CameraPreview } from '../../../client/verify/camera/preview.tsx'
import { camera as words } from '../words/camera.ts'
import '../style/camera.css'

type PreviewProps = Omit<ComponentProps<typeof CameraPreview>, 'label' | 'proportion'>

export const Preview = (props: PreviewProps) => (
  <CameraPreview {...props} label={words().preview} proportion={4 / 3} />
)
