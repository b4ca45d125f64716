// The verdict of an answer: colour, icon and words a person understands, the API's own code small beside them.
import type { ComponentChildren } from 'preact'
import { shell } from '../words/shell.ts'
import { decimal, fill } from '../words/words.ts'
import { Icon } from './icon.tsx'

type Tone = 'pass' | 'warn' | 'fail'

/** Attributes from which tests and other programs read the verdict. */
const verdicts = { pass: 'success', warn: 'warning', fail: 'failure' } as const

interface VerdictProps {
  tone: Tone
  title: string
  text?: string | undefined
  code?: number | undefined
  message?: string | undefined
  milliseconds?: number | undefined
  requestId?: string | undefined
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
        {children}
        <p class="verdict-facts">
          {code !== undefined && (
            <span>
              {code}
              {message ? ` · ${message}` : ''}
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
