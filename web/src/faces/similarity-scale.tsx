// Similarity in percent on a scale, with the threshold that was asked for.

import { filled as fill } from '../../../src/words/numbers.ts'
import { faces } from '../words/faces.ts'
import { decimal } from '../words/words.ts'

export function SimilarityScale({
  similarity,
  threshold,
  isEnough,
}: {
  similarity: number
  threshold: number | undefined
  isEnough: boolean
}) {
  const t = faces()
  const shown = decimal(similarity, 1)
  return (
    <section
      class={`panel similarity ${isEnough ? 'tone-pass' : 'tone-fail'}`}
      aria-label={t.similarity}
      data-testid="similarity"
      data-sim={similarity.toFixed(1)}
    >
      <div class="panel-head">
        <h2>{t.similarity}</h2>
        <strong class="similarity-value number">{shown} %</strong>
      </div>
      <div class="similarity-scale" aria-hidden="true">
        <span class="check-fill" style={{ width: `${Math.max(0, Math.min(100, similarity))}%` }} />
        {threshold !== undefined && <span class="check-tick" style={{ left: `${threshold}%` }} />}
      </div>
      <div class="similarity-foot small muted number">
        {threshold !== undefined && (
          <span class="similarity-threshold" style={{ left: `${threshold}%` }}>
            {fill(t.threshold, { value: threshold })}
          </span>
        )}
      </div>
    </section>
  )
}
