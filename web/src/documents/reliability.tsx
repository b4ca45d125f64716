// How far the picture can be relied on, as the answer tells it: `[a]`, or `[a, -1.0]` for a photocopy.
import { Icon } from '../parts/icon.tsx'
import { documents } from '../words/documents.ts'
import { linesOf } from './read-fields.ts'

const GOOD = 0.7
const DOUBTFUL = 0.4

export function Reliability({ written }: { written: string }) {
  const t = documents()
  const [share, copy] = linesOf(written)
  if (share === undefined) return null
  const tone = share >= GOOD ? 'pass' : share >= DOUBTFUL ? 'warn' : 'fail'
  return (
    <section class={`panel reliability tone-${tone}`} aria-label={t.reliability} data-testid="reliability">
      <div class="panel-head">
        <h2>{t.reliability}</h2>
        <strong class="number">{Math.round(share * 100)} %</strong>
      </div>
      <div class="check-scale" aria-hidden="true">
        <span class="check-fill" style={{ width: `${share * 100}%` }} />
        <span class="check-tick" style={{ left: `${100 * DOUBTFUL}%` }} />
        <span class="check-tick" style={{ left: `${100 * GOOD}%` }} />
      </div>
      <p class="small">{t[`reliability_${tone}`]}</p>
      <p class="muted small">{t.reliabilityHelp}</p>
      {copy === -1 && (
        <p class="row tone-fail reliability-copy">
          <Icon name="warn" /> {t.photocopy}
        </p>
      )}
    </section>
  )
}
