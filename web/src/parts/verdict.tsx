// The verdict of an answer: colour, icon and words a person understands, the API's own code small beside them.
import type { ComponentChildren } from 'preact'
import { filled as fill } from '../../../src/words/numbers.ts'
import { checkWords } from '../words/checks.ts'
import { fieldWords } from '../words/fields.ts'
import { shell } from '../words/shell.ts'
import { decimal, language } from '../words/words.ts'
import { Icon } from './icon.tsx'

type Tone = 'pass' | 'warn' | 'fail'

/** Attributes from which tests and other programs read the verdict. */
const verdicts = { pass: 'success', warn: 'warning', fail: 'failure' } as const

interface NamedCheck {
  readonly name: string
  readonly outcome: string
  readonly field?: string
}

const SUCCESS = 200
const MOST_NAMED = 3

/** One check may be there for several fields or pictures, and is named once. */
function FailedChecks({ checks = [] }: { checks?: readonly NamedCheck[] | undefined }) {
  const t = shell()
  const names = [
    ...new Set(
      checks
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ name, field }) => (field ? `${checkWords(name)} (${fieldWords(field)})` : checkWords(name))),
    ),
  ]
  if (names.length === 0) return null
  const more = names.length - MOST_NAMED
  return (
    <p data-testid="failed-checks">
      {t.failedChecks} <strong>{names.slice(0, MOST_NAMED).join(' · ')}</strong>
      {more > 0 && ` ${fill(t.andMore, { count: more })}`}
    </p>
  )
}

interface VerdictProps {
  tone: Tone
  title: string
  text?: string | undefined
  code?: number | undefined
  message?: string | undefined
  milliseconds?: number | undefined
  requestId?: string | undefined
  /** The checks that failed are named here, so that people need not look for them. */
  checks?: readonly NamedCheck[] | undefined
  children?: ComponentChildren
}

export function Verdict({
  tone,
  title,
  text,
  code,
  message,
  milliseconds,
  requestId,
  checks,
  children,
}: VerdictProps) {
  const t = shell()
  const words = { pass: t.tonePass, warn: t.toneWarn, fail: t.toneFail }
  return (
    <section
      class={`verdict tone-${tone}`}
      role="status"
      data-testid="verdict"
      data-verdict={verdicts[tone]}
      data-code={code}
    >
      <span class="verdict-icon">
        <Icon name={tone} size={30} />
      </span>
      <div class="verdict-words">
        <p class="verdict-tone">{words[tone]}</p>
        <p class="verdict-title">{title}</p>
        {text && <p>{text}</p>}
        {tone !== 'pass' && <FailedChecks checks={checks} />}
        {children}
        <p class="verdict-facts">
          {code !== undefined && (
            <span>
              {/* “Success” of a call says nothing of what it read. */}
              {tone === 'pass' || code !== SUCCESS
                ? `${code}${message && language.value === 'en' ? ` · ${message}` : ''}`
                : `API ${code}`}
            </span>
          )}
          {milliseconds !== undefined && (
            <span>{fill(t.tookSeconds, { seconds: decimal(milliseconds / 1000, 1) })}</span>
          )}
          {requestId && <span class="mono">{requestId}</span>}
        </p>
      </div>
    </section>
  )
}
