// The parts of a case as it is shown: verdict, fields with their sources, what happened, who looked, and the receipt.
import { useId } from 'preact/hooks'
import type { AnswerOf, components } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { CaptureLine } from '../parts/capture-line.tsx'
import { CheckBars } from '../parts/check-bars.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { Icon } from '../parts/icon.tsx'
import { fieldWords } from '../words/fields.ts'
import { shell } from '../words/shell.ts'
import { stepWord, verifications, wordOf } from '../words/verifications.ts'
import type { Verification } from './decide.tsx'
import { reasonWords, StateBadge, Time } from './shown.tsx'

type Schemas = components['schemas']

const reasonTones = { declined: 'fail', review: 'warn', noted: 'none' } as const

export function VerdictPart({ verification }: { verification: Verification }) {
  const t = verifications()
  const id = useId()
  const { verdict, proposal, four_eyes, state } = verification
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{t.reasons}</h2>
        <StateBadge state={state} />
      </div>
      {proposal && (
        <p class="case-proposal tone-warn" data-testid="proposal">
          <Icon name="user" size={20} />
          <span>
            <strong>
              {fill(t.proposal, { name: proposal.reviewer, decision: wordOf(`${proposal.decision}_state`) })}
            </strong>{' '}
            “{proposal.note}” {t.proposalHelp}
          </span>
        </p>
      )}
      {four_eyes && state === 'review' && !proposal && <p class="muted">{t.fourEyes}</p>}
      {verdict && (
        <>
          {verdict.reasons.length === 0 && <p>{t.noReasons}</p>}
          <ul class="reasons" data-testid="reasons">
            {verdict.reasons.map((one) => (
              <li key={one.reason} class={`tone-${reasonTones[one.outcome]}`} data-reason={one.reason}>
                <Icon
                  name={reasonTones[one.outcome] === 'none' ? 'info' : (reasonTones[one.outcome] as 'warn')}
                  size={20}
                />
                <span>
                  <strong>{reasonWords(one.reason)}</strong>
                  <span class="muted small">
                    {wordOf(`outcome_${one.outcome}`)} · {one.reason}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          {verdict.match && (
            <p class="small">{fill(t.matchText, { ...verdict.match, sim: verdict.match.sim })}</p>
          )}
          <p class="muted small">
            {verdict.decided_by === 'policy'
              ? t.byPolicy
              : fill(t.byReviewer, { name: verdict.reviewer ?? '' })}
            {verdict.proposed_by !== undefined && ` · ${fill(t.proposedBy, { name: verdict.proposed_by })}`} ·{' '}
            <Time at={verdict.at} />
          </p>
          {verdict.note !== undefined && <p>“{verdict.note}”</p>}
        </>
      )}
    </section>
  )
}

const sourceNames = ['ocr', 'qr', 'mrz', 'chip'] as const
const sourceWord = (source: (typeof sourceNames)[number]): string =>
  source === 'chip' ? verifications().chipSource : wordOf(source)

export function FieldsPart({ fields }: { fields: readonly Schemas['SourcedField'][] }) {
  const t = verifications()
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{t.fields}</h2>
      {fields.length === 0 && <p class="muted">{t.noFields}</p>}
      <dl class="fields">
        {fields.map(({ field, value, sources }) => {
          const others = sources.filter((one) => one.value !== value)
          return (
            <div key={field} class="field-row" data-field={field}>
              <dt>{fieldWords(field)}</dt>
              <dd>
                <span class="field-value">
                  <span>{value}</span>
                  <span class="sources">
                    {sourceNames
                      .filter((name) => sources.some((one) => one.source === name && one.value === value))
                      .map((name) => (
                        <span key={name} class={`source source-${name}`}>
                          {sourceWord(name)}
                        </span>
                      ))}
                  </span>
                  {others.map((one) => (
                    <span key={`${one.source}${one.side}${one.value}`} class="field-differs tone-warn">
                      <Icon name="warn" size={18} />
                      <span>
                        {sourceWord(one.source)} {fill(t.differs, { value: one.value })}
                      </span>
                    </span>
                  ))}
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

export function ExpectedPart({ verification }: { verification: Verification }) {
  const t = verifications()
  const id = useId()
  const compared = verification.verdict?.expected ?? []
  if (compared.length === 0) return null
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{t.expected}</h2>
      <ul class="reasons">
        {compared.map(({ field, outcome, given, read }) => {
          const isWrong = outcome === 'differs' || outcome === 'not-read'
          return (
            <li key={field} class={isWrong ? 'tone-warn' : 'tone-pass'}>
              <Icon name={isWrong ? 'warn' : 'pass'} size={20} />
              <span>
                <strong>{fieldWords(field)}</strong>
                <span class="muted small">{fill(t.expectedGiven, { given, read: read || '—' })}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What failed or was noted is to be seen at once; what passed is much, and says little. */
export function ChecksPart({ verification }: { verification: Verification }) {
  const t = verifications()
  const attempts = verification.attempts.filter(({ outcome }) => outcome !== 'set-aside')
  const checks = attempts.flatMap((attempt) => attempt.checks ?? [])
  // The newest attempt is the one that counts.
  const captured = attempts.findLast(({ capture }) => capture !== undefined)
  if (checks.length === 0) return null
  return (
    <>
      {captured && (
        <div class="panel">
          <CaptureLine {...captured} />
        </div>
      )}
      {checks.every(({ outcome }) => outcome === 'passed') && <p class="muted">{t.noFailedChecks}</p>}
      <CheckBars checks={checks} />
    </>
  )
}

export function TimelinePart({ events }: { events: readonly Schemas['VerificationEvent'][] }) {
  const t = verifications()
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{t.timeline}</h2>
      <ol class="timeline" data-testid="timeline">
        {events.map(({ id: key, type, at, actor, data }) => (
          <li key={key}>
            <Time at={at} />
            <span>
              <strong>{wordOf(type.replace('verification.', 'event_'), type)}</strong>
              <span class="muted small">
                {wordOf(`actor_${actor}`, actor)}
                {typeof data.step === 'string' && ` · ${stepWord(data.step)}`}
                {typeof data.reviewer === 'string' && ` · ${data.reviewer}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function LooksPart({ looks }: { looks: AnswerOf<'verificationLooks'>['looks'] }) {
  const t = verifications()
  return (
    <Disclosure summary={t.looks} note={String(looks.length)} testId="looks">
      {() => (
        <>
          <p class="muted small">{looks.length === 0 ? t.noLooks : t.looksHelp}</p>
          <ol class="timeline">
            {looks.map((one) => (
              <li key={`${one.request_id}${one.at}${one.operation}`}>
                <Time at={one.at} />
                <span>
                  <strong>{wordOf(`look_${one.operation}`, one.operation)}</strong>
                  <span class="muted small">{one.name ?? t.byOrganisation}</span>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Disclosure>
  )
}

export function ReceiptPart({ receipt }: { receipt: AnswerOf<'verificationReceipt'> | undefined }) {
  const t = verifications()
  if (!receipt) return <p class="muted small">{t.noReceipt}</p>
  const text = JSON.stringify({ receipt: receipt.receipt, signature: receipt.signature }, null, 2)
  return (
    <Disclosure summary={t.receipt} note={receipt.signature.kid ?? ''} testId="receipt">
      {() => (
        <div class="code">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{text}</pre>
          <CopyButton text={() => text} label={shell().copy} />
        </div>
      )}
    </Disclosure>
  )
}
