// One line that says what frames prove about their camera: the level with colour, icon and word, what keeps the key, and why.
import { captureReasonWords, deviceWords, levelWords } from '../words/capture.ts'
import { Icon } from './icon.tsx'

/** As verdicts and attempts carry it; all of it is absent where frames were not looked at. */
export interface Captured {
  readonly capture?: string | undefined
  readonly capture_device?: string | undefined
  readonly capture_app?: string | undefined
  readonly capture_integrity?: readonly string[] | undefined
  readonly capture_reason?: string | undefined
}

const tones: Readonly<Record<string, 'pass' | 'none'>> = { attested: 'pass' }

export function CaptureLine(captured: Captured) {
  const { capture, capture_device: device, capture_reason: reason } = captured
  if (capture === undefined) return null
  const facts = [captured.capture_app, ...(captured.capture_integrity ?? [])].filter(
    (one) => one !== undefined,
  )
  const tone = tones[capture] ?? 'none'
  return (
    <ul class="reasons" data-testid="capture" data-capture={capture}>
      <li class={`tone-${tone}`}>
        <Icon name={tone === 'none' ? 'info' : tone} size={20} />
        <span>
          <strong>
            {levelWords(capture)}
            {device !== undefined && capture !== 'unattested' && `: ${deviceWords(device)}`}
          </strong>
          {facts.length > 0 && <span class="muted small">{facts.join(' · ')}</span>}
          {reason !== undefined && <span class="muted small">{captureReasonWords(reason)}</span>}
        </span>
      </li>
    </ul>
  )
}
