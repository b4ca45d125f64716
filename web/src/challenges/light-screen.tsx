// The screen of the light challenge: a warning first, another way for who cannot, then the light.
import { useState } from 'preact/hooks'
import { prefersLessMotion } from '../../../client/verify/liveness/less-motion.ts'
import { Icon } from '../parts/icon.tsx'
import { challenges } from '../words/challenges.ts'
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
