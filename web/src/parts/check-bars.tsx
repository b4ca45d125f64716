// The checks of an answer, each as a bar: its score, the threshold as a tick, and the outcome in colour, icon and word.
import { useId } from 'preact/hooks'
import { checkWords } from '../words/checks.ts'
import { fieldWords } from '../words/fields.ts'
import { shell } from '../words/shell.ts'
import { decimal, fill } from '../words/words.ts'
import { Icon } from './icon.tsx'

interface Check {
  readonly name: string
  readonly score: number
  readonly threshold: number
  readonly rule?: string
  readonly outcome: string
  readonly field?: string
  readonly values?: Readonly<Record<string, string>>
}

const tones: Record<string, 'pass' | 'warn' | 'fail'> = { passed: 'pass', noted: 'warn', failed: 'fail' }

/** Both on one scale: shares as they are, everything else so that the larger of the two has room to spare. */
function scaled(check: Check): { score: number; tick: number } {
  const least = Math.min(0, check.score, check.threshold)
  const most = Math.max(check.score, check.threshold)
  const top = least >= 0 && most <= 1 ? 1 : most + (most - least) * 0.25 || 1
  const place = (value: number): number => Math.min(1, Math.max(0, (value - least) / (top - least)))
  return { score: place(check.score), tick: place(check.threshold) }
}

function written(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) < 10 ? decimal(value, 2) : decimal(value, 1)
}

/** Yes or no, written as 1 or 0, or one and no more: a bar would say nothing. */
const isYesOrNo = ({ score, threshold, rule }: Check): boolean =>
  (score === 0 || score === 1) && (threshold === 1 || (rule === 'at-most' && threshold === 0))

function Bar({ check }: { check: Check }) {
  const { score, tick } = scaled(check)
  return (
    <>
      <div class="check-scale" aria-hidden="true">
        <span class="check-fill" style={{ width: `${score * 100}%` }} />
        <span class="check-tick" style={{ left: `${tick * 100}%` }} />
      </div>
      <div class="check-foot number">
        <span>{written(check.score)}</span>
        <span class="muted">
          {check.rule === 'at-most' ? '≤' : '≥'} {written(check.threshold)}
        </span>
      </div>
    </>
  )
}

function CheckRow({ check }: { check: Check }) {
  const t = shell()
  const tone = tones[check.outcome] ?? 'warn'
  const outcomes = { pass: t.checkPassed, warn: t.checkNoted, fail: t.checkFailed }
  const values = Object.values(check.values ?? {})
  return (
    <li
      class={`check tone-${tone}`}
      data-check={check.name}
      data-field={check.field}
      data-outcome={check.outcome}
    >
      <div class="check-head">
        <Icon name={tone} size={18} />
        <span class="check-name">
          {checkWords(check.name)}
          {check.field && <span class="muted"> · {fieldWords(check.field)}</span>}
        </span>
        <span class="check-outcome">{outcomes[tone]}</span>
      </div>
      {!isYesOrNo(check) && <Bar check={check} />}
      {values.length > 0 && check.outcome !== 'passed' && <p class="check-values">{values.join(' ↔ ')}</p>}
    </li>
  )
}

/** Those that failed first, then those that were noted. */
const order = ['failed', 'noted', 'passed']
const sorted = (checks: readonly Check[]): Check[] =>
  [...checks].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))

function Rows({ checks, kind }: { checks: readonly Check[]; kind: string }) {
  if (checks.length === 0) return null
  return (
    <ul class={`checks ${kind}`}>
      {sorted(checks).map((check, index) => (
        <CheckRow key={`${check.name}${check.field ?? ''}${index}`} check={check} />
      ))}
    </ul>
  )
}

export function CheckBars({ checks, title }: { checks: readonly Check[] | undefined; title?: string }) {
  const t = shell()
  const id = useId()
  if (!checks || checks.length === 0) return null
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title ?? t.checks}</h2>
        <span class="muted number">{fill(t.checksPassed, { passed, all: checks.length })}</span>
      </div>
      <Rows kind="checks-measured" checks={checks.filter((check) => !isYesOrNo(check))} />
      <Rows kind="checks-yes-no" checks={checks.filter(isYesOrNo)} />
    </section>
  )
}
