// The screen of the light challenge: a warning first, another way for who cannot, then the light.
import { useState } from 'preact/hooks'
import type { ChallengeVerdict, LightStarted } from '../../../client/src/challenge/shapes.ts'
import { prefersLessMotion } from '../../../client/verify/liveness/light-stage.tsx'
import { Icon } from '../parts/icon.tsx'
import { challenges } from '../words/challenges.ts'
import { shell } from '../words/shell.ts'
import { Challenge } from './challenge.tsx'
import { CommonFields, commonWish, usualOptions } from './common-options.tsx'

export function LightScreen() {
  const t = challenges()
  const [common, setCommon] = useState(usualOptions)
  const isLessMotion = prefersLessMotion()
  return (
    <Challenge
      family="light"
      title={t.lightTitle}
      lead={t.lightLead}
      wish={commonWish(common)}
      choice={<LightWarning isLessMotion={isLessMotion} />}
      begin={{ label: t.lightYes, kind: isLessMotion ? 'quiet' : 'primary' }}
      tips={[t.lightTip1, t.lightTip2, t.lightTip3]}
      instead={<OtherChecks />}
      more={(verdict, plan) => plan?.family === 'light' && <Transitions {...{ verdict, plan }} />}
      options={<CommonFields value={common} hasShare={false} onChange={setCommon} />}
    />
  )
}

/** What everybody reads before the light; who asked their system for less motion is offered the others first. */
function LightWarning({ isLessMotion }: { isLessMotion: boolean }) {
  const t = challenges()
  return (
    <section class="light-warning tone-warn" aria-labelledby="light-warning" data-testid="light-warning">
      <Icon name="warn" size={26} />
      <div>
        <h2 id="light-warning">{t.lightWarning}</h2>
        <p>{t.lightWarningText}</p>
        <p>{t.lightWarningWho}</p>
        {isLessMotion && <p data-testid="light-less-motion">{t.lightLessMotion}</p>}
        <OtherChecks isFirst={isLessMotion} />
      </div>
    </section>
  )
}

function OtherChecks({ isFirst = false }: { isFirst?: boolean }) {
  const t = challenges()
  const kind = isFirst ? 'button button-primary' : 'button button-quiet'
  return (
    <p class="row" data-testid="light-others">
      <span>{t.lightOthers}</span>
      <a class={kind} href="#/liveness/distance">
        {t.distanceTitle}
      </a>
      <a class={kind} href="#/liveness/profile">
        {t.profileTitle}
      </a>
    </p>
  )
}

/** The check of a transition ends with its number: the first is from the first colour to the second. */
const transitionCheck = /^(?:light-)?transition-(\d+)$/

/** Each change of the screen with its two colours, and whether the face changed with it. */
function Transitions({
  verdict: { checks = [] },
  plan: {
    started: { sequence },
  },
}: {
  verdict: ChallengeVerdict
  plan: { readonly started: LightStarted }
}) {
  const t = challenges()
  const outcomes = new Map(checks.map(({ name, outcome }) => [transitionCheck.exec(name)?.[1], outcome]))
  return (
    <section class="panel" aria-labelledby="light-transitions">
      <h2 id="light-transitions">{t.transitions}</h2>
      <ol class="transitions" data-testid="transitions">
        {sequence.slice(1).map(({ pattern, colour }, i) => {
          const outcome = outcomes.get(String(i + 1))
          const tone = outcome === 'passed' ? 'pass' : outcome === 'failed' ? 'fail' : 'warn'
          return (
            <li key={i} class={`transition tone-${tone}`} data-transition={i + 1} data-outcome={outcome}>
              <svg viewBox="0 0 40 28" aria-hidden="true">
                <rect width="40" height="28" fill={sequence[i]?.colour ?? colour} />
                {/* An edge comes from the top; a full screen changes at once. */}
                {pattern === 'edge' ? (
                  <rect width="40" height="14" fill={colour} />
                ) : (
                  <rect x="20" width="20" height="28" fill={colour} />
                )}
              </svg>
              <span class="unseen">{pattern === 'edge' ? t.transitionEdge : t.transitionFull}</span>
              <span class="number">{i + 1}</span>
              {outcome && <Icon name={tone} size={16} />}
              {outcome && <span class="unseen">{outcomeWords(outcome)}</span>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function outcomeWords(outcome: string): string {
  const t = shell()
  return outcome === 'passed' ? t.checkPassed : outcome === 'failed' ? t.checkFailed : t.checkNoted
}
