// How sure a picture must be of a living person before its face is compared.
import { Slider } from '../parts/field.tsx'
import { faces } from '../words/faces.ts'
import { decimal } from '../words/words.ts'

export function LivenessSlider({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const t = faces()
  return (
    <Slider
      label={t.livenessThreshold}
      hint={t.livenessHint}
      name="liveness_threshold"
      value={value}
      min={0}
      max={1}
      step={0.01}
      shown={decimal(value, 2)}
      onChange={onChange}
    />
  )
}
