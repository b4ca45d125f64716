// The checks of an answer: what failed in view, what passed folded; each in a sentence, with a bar and the mark it must reach.
import { useId } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import { checkSentence, checkWords } from '../words/checks.ts'
import { fieldWords } from '../words/fields.ts'
import { shell } from '../words/shell.ts'
import { decimal } from '../words/words.ts'
import { Disclosure } from './disclosure.tsx'
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

const clamped = (value: number): number => Math.min(1, Math.max(0, value))
const isShare = (value: number): boolean => value >= 0 && value <= 1

interface Scale {
  /** How far the bar reaches, and where the mark is that it must reach: 0 to 1. */
  readonly score: number
  readonly tick: number
  readonly shown: number
  readonly asked: number
  readonly isMost: boolean
}

/**
 * The names of checks say what is good, so a bar that reaches its mark is good, whichever way the API counts: a share of
 * what is bad is shown as the share of what is not, and any other measure that must be small fills less the larger it is.
 */
function scaleOf({ score, threshold, rule }: Check): Scale {
  if (rule === 'at-most' && isShare(score) && isShare(threshold)) {
    const [good, asked] = [1 - score, 1 - threshold]
    return { score: good, tick: asked, shown: good, asked, isMost: false }
  }
  const plain = { shown: score, asked: threshold }
  if (rule === 'at-most') {
    const place = (value: number): number => clamped(1 - value / (2 * Math.abs(threshold) || 1))
    return { ...plain, score: place(score), tick: place(threshold), isMost: true }
  }
  const least = Math.min(0, score, threshold)
  const most = Math.max(score, threshold)
  // Shares are shown as they are, everything else so that the larger of the two has room to spare.
  const top = least >= 0 && most <= 1 ? 1 : most + (most - least) * 0.25 || 1
  const place = (value: number): number => clamped((value - least) / (top - least))
  return { ...plain, score: place(score), tick: place(threshold), isMost: false }
}

function written(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) < 10 ? decimal(value, 2) : decimal(value, 1)
}

/** Yes or no, written as 1 or 0, or one and no more: a bar would say nothing. */
const isYesOrNo = ({ score, threshold, rule }: Check): boolean =>
  (score === 0 || score === 1) && (threshold === 1 || (rule === 'at-most' && threshold === 0))

/** What is counted is shown as a number: a bar of five out of five pictures measures nothing. */
const isCount = ({ score, threshold }: Check): boolean =>
  Number.isInteger(score) && Number.isInteger(threshold)

function Measure({ check }: { check: Check }) {
  const t = shell()
  const isNumber = isCount(check)
  const { score, tick, shown, asked, isMost } = isNumber
    ? {
        score: 0,
        tick: 0,
        shown: check.score,
        asked: check.threshold,
        isMost: check.rule === 'at-most',
      }
    : scaleOf(check)
  return (
    <>
      {!isNumber && (
        <div class="check-scale" aria-hidden="true">
          <span class="check-fill" style={{ width: `${score * 100}%` }} />
          <span class="check-tick" style={{ left: `${tick * 100}%` }} />
        </div>
      )}
      <div class="check-foot number">
        <span>{written(shown)}</span>
        <span class="muted">{fill(isMost ? t.atMost : t.atLeast, { value: written(asked) })}</span>
      </div>
    </>
  )
}

function CheckRow({ check }: { check: Check }) {
  const t = shell()
  const tone = tones[check.outcome] ?? 'warn'
  const outcomes = { pass: t.checkPassed, warn: t.checkNoted, fail: t.checkFailed }
  const values = Object.values(check.values ?? {})
  const sentence = checkSentence(check.name)
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
      {sentence && <p class="check-sentence muted">{sentence}</p>}
      {!isYesOrNo(check) && <Measure check={check} />}
      {values.length > 0 && check.outcome !== 'passed' && <p class="check-values">{values.join(' ↔ ')}</p>}
    </li>
  )
}

/** Those that failed first, then those that were noted. */
const order = ['failed', 'noted', 'passed']
const sorted = (checks: readonly Check[]): Check[] =>
  [...checks].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))

function Rows({ checks }: { checks: readonly Check[] }) {
  return (
    <ul class="checks">
      {checks.map((check, index) => (
        <CheckRow key={`${check.name}${check.field ?? ''}${index}`} check={check} />
      ))}
    </ul>
  )
}

/** People do not read more at once. */
const MOST_UNFOLDED = 7

/** What failed or was noted is seen at once; the rest, and all that passed, is folded. */
export function CheckBars({ checks, title }: { checks: readonly Check[] | undefined; title?: string }) {
  const t = shell()
  const id = useId()
  if (!checks || checks.length === 0) return null
  const passed = checks.filter(({ outcome }) => outcome === 'passed')
  const others = sorted(checks.filter(({ outcome }) => outcome !== 'passed'))
  const further = others.slice(MOST_UNFOLDED)
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title ?? t.checks}</h2>
        <span class="muted number">
          {fill(t.checksPassed, { passed: passed.length, all: checks.length })}
        </span>
      </div>
      <p class="check-legend muted small" data-testid="legend">
        <span class="check-scale" aria-hidden="true">
          <span class="check-fill" style={{ width: '80%' }} />
          <span class="check-tick" style={{ left: '60%' }} />
        </span>
        {t.legend}
      </p>
      {others.length > 0 && <Rows checks={others.slice(0, MOST_UNFOLDED)} />}
      {further.length > 0 && (
        <Disclosure summary={fill(t.furtherChecks, { count: further.length })}>
          <Rows checks={further} />
        </Disclosure>
      )}
      {passed.length > 0 && (
        <Disclosure summary={fill(t.passedChecks, { count: passed.length })} testId="passed-checks">
          <Rows checks={passed} />
        </Disclosure>
      )}
    </section>
  )
}
