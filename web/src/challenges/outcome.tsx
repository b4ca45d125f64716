// The outcome of a challenge: the verdict in words, advice, each check as a bar, and the raw exchange.
import type { ComponentChildren } from 'preact'
import type { ChallengeVerdict, Family } from '../../../client/src/challenge/shapes.ts'
import type { Exchange } from '../../../client/src/index.ts'
import { Button } from '../parts/button.tsx'
import { CaptureLine } from '../parts/capture-line.tsx'
import { CheckBars } from '../parts/check-bars.tsx'
import { Coverage } from '../parts/coverage.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { advice } from '../words/advice.ts'
import { challenges } from '../words/challenges.ts'
import { codeWords } from '../words/codes.ts'
import { guidance } from '../words/guidance.ts'
import { adviceFor } from './advise.ts'

export function Outcome({
  family,
  verdict: { success, result_code: code, message, checks, guidance: told, ...captured },
  exchange,
  milliseconds,
  instead,
  more,
  onAgain,
}: {
  family: Family
  verdict: ChallengeVerdict
  exchange: Exchange | undefined
  milliseconds: number
  /** Other challenges, for who could not do this one. */
  instead?: ComponentChildren
  more?: ComponentChildren
  onAgain: () => void
}) {
  const t = challenges()
  return (
    <>
      <Verdict
        // What could not be seen says nothing against the person.
        tone={success ? 'pass' : told ? 'warn' : 'fail'}
        title={success ? t.passed : codeWords(code).title}
        code={code}
        message={message}
        milliseconds={milliseconds}
        requestId={exchange?.requestId}
        checks={checks}
      >
        <p data-testid="verdict-advice">
          {success ? t.passedHelp : told ? guidance()[told] : advice()[adviceFor(code, checks)]}
        </p>
        {!success && instead}
        <CaptureLine {...captured} />
      </Verdict>
      <NextSteps isPassed={success} again={success ? t.once : t.restart} onAgain={onAgain} />
      {more}
      <CheckBars checks={checks} />
      <Coverage of={family} />
      <ExchangeView exchange={exchange} />
    </>
  )
}

/** After a success another screen comes first, otherwise another try. */
export function NextSteps({
  isPassed,
  again,
  onAgain,
}: {
  isPassed: boolean
  again: string
  onAgain: () => void
}) {
  return (
    <div class="row">
      {isPassed && (
        <a class="button button-primary" href="#/faces/compare" data-testid="next-step">
          {challenges().nextCompare}
        </a>
      )}
      <Button
        kind={isPassed ? 'quiet' : 'primary'}
        icon="again"
        data-testid="challenge-again"
        onClick={onAgain}
      >
        {again}
      </Button>
    </div>
  )
}
