// The first screen, and the one to come back to: who asks, what is ahead, how long it takes, and what to have at hand.

import { filled as fill } from '../../../src/words/numbers.ts'
import type { PageWords } from '../../../src/words/vi/page.ts'
import { appOf, systemOf } from '../handover/browsers.ts'
import { LeaveApp } from '../handover/camera-help.tsx'
import { HandOver } from '../handover/hand-over.tsx'
import type { Journey, Session, Step } from '../journey.ts'
import { openStep } from '../journey.ts'
import { Button, Icon, type IconName, Page, Tips } from '../parts.tsx'

/** How long a step takes most people, in seconds. */
const seconds: Readonly<Record<Step['step'], number>> = {
  consent: 20,
  document: 40,
  chip: 30,
  liveness: 40,
  confirmation: 15,
}

export function Overview({
  journey,
  session,
  words,
  language,
}: {
  journey: Journey
  session: Session
  words: PageWords
  language: string
}) {
  const t = words.overview
  const left = session.steps.filter(({ state }) => state === 'open' || state === 'waiting')
  const isBegun = left.length < session.steps.length
  const minutes = Math.max(1, Math.round(left.reduce((sum, { step }) => sum + seconds[step], 0) / 60))
  const asks = (step: Step['step']) => left.some((one) => one.step === step)
  const tips: (readonly [IconName, string])[] = []
  const needsCamera = asks('liveness') || asks('document')
  if (asks('document')) tips.push(['document', t.needDocument])
  if (needsCamera) tips.push(['light', t.needLight], ['camera', t.needCamera])
  // A computer shows a code for the phone; in the browser of an app the page says how to leave it.
  const system = systemOf(navigator.userAgent, navigator.maxTouchPoints)
  const app = appOf(navigator.userAgent)
  const welcome = session.brand?.texts?.[language]?.welcome
  const lead = isBegun
    ? t.leadAgain
    : fill(minutes === 1 ? t.leadOneMinute : t.lead, { organisation: session.organisation, minutes })
  return (
    <Page title={t.title} lead={lead} screen="overview">
      {welcome !== undefined && <p class="own-text">{welcome}</p>}
      {needsCamera && app && <LeaveApp {...{ app, system, journey, words }} />}
      <h2>{t.ahead}</h2>
      <ol class="ahead">
        {session.steps.map((step) => (
          <StepRow key={step.step} step={step} isNow={step === openStep(session)} words={words} />
        ))}
      </ol>
      {tips.length > 0 && (
        <>
          <h2>{t.atHand}</h2>
          <Tips tips={tips} />
        </>
      )}
      <div class="actions">
        <Button data-action="begin" onClick={() => journey.goOn()}>
          {isBegun ? words.goOn : t.begin}
        </Button>
      </div>
      {needsCamera && !app && system === 'desktop' && <HandOver journey={journey} words={words} />}
    </Page>
  )
}

function StepRow({ step: { step, state }, isNow, words }: { step: Step; isNow: boolean; words: PageWords }) {
  const t = words.overview
  const isDone = state === 'passed' || state === 'failed'
  const said = isDone ? t.done : state === 'skipped' ? t.skipped : isNow ? t.now : t.later
  return (
    <li class={isDone ? 'ahead-done' : isNow ? 'ahead-now' : ''} aria-current={isNow ? 'step' : undefined}>
      <span class="ahead-mark">
        <Icon name={isDone ? 'check' : step} />
      </span>
      <span class="ahead-name">{words.steps[step]}</span>
      <span class="ahead-state">{said}</span>
    </li>
  )
}
