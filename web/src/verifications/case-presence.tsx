// How surely a person was there in each task of a case, and which checks said so.
import { useId } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import { checkWords } from '../words/checks.ts'
import { verifications, wordOf } from '../words/verifications.ts'
import { decimal } from '../words/words.ts'
import type { Verification } from './decide.tsx'

/** By attempt: how surely a person was there, and what said so. */
export function PresencePart({ verification }: { verification: Verification }) {
  const t = verifications()
  const id = useId()
  const weighed = verification.attempts.filter(({ presence }) => presence !== undefined)
  if (weighed.length === 0) return null
  return (
    <section class="panel" aria-labelledby={id} data-testid="presence">
      <h2 id={id}>{t.presence}</h2>
      <p class="muted small">{t.presenceHelp}</p>
      {weighed.map(({ id: key, family = '', outcome, presence = 0, presence_parts: parts = [], ...one }) => (
        <div key={key} data-attempt={outcome}>
          <p>
            <strong>{fill(t.presenceOf, { family: wordOf(`family_${family}`, family), presence })}</strong>
            {one.presence_together !== undefined && one.presence_together !== presence && (
              <span class="muted small">
                {' '}
                {fill(t.presenceTogether, { presence: one.presence_together })}
              </span>
            )}
          </p>
          <dl class="fields">
            {parts.map(({ check, log_odds: odds }) => (
              <div key={check} class="field-row" data-part={check}>
                <dt>{checkWords(check)}</dt>
                <dd class={odds < 0 ? 'tone-warn' : ''}>
                  {odds < 0 ? t.presenceAgainst : t.presenceFor} ({decimal(odds, 1)})
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )
}
