// The screens after the steps: being judged, the result in kind words without reasons, and why there is nothing to do.

import type { ComponentChildren } from 'preact'
import { filled as fill } from '../../../src/words/numbers.ts'
import type { PageWords } from '../../../src/words/vi/page.ts'
import type { Session, Trouble } from '../journey.ts'
import { Button, Icon, Page, Progress } from '../parts.tsx'
import { shellWith } from '../shell.ts'

export function Processing({ words }: { words: PageWords }) {
  return (
    <Page title={words.processing.title} screen="processing">
      <Progress label={words.processing.lead} />
    </Page>
  )
}

const tones = {
  approved: 'pass',
  review: 'wait',
  declined: 'fail',
  cancelled: 'warn',
  expired: 'warn',
} as const

export function Result({ session, words }: { session: Session; words: PageWords }) {
  const { organisation } = session
  const t = words.result
  const state = session.state as keyof typeof tones
  const address = returnAddress(session)
  // The person refused consent and thereby ended it: the page does not say that anything failed.
  const isRefused =
    state === 'declined' && session.steps.some((one) => one.step === 'consent' && one.state === 'failed')
  const end = isRefused ? 'refused' : state
  const tone = isRefused ? 'warn' : tones[state]
  return (
    <Page title={t[end]} screen="result" data-state={state} data-end={end}>
      <div class={`result tone-${tone}`}>
        <Icon name={tone} size={56} />
        <p class="lead">{fill(t[`${end}Help`], { organisation })}</p>
      </div>
      <div class="actions">
        {shellWith('close') ? (
          <Leave state={session.state}>{fill(t.goBack, { organisation })}</Leave>
        ) : address === undefined ? (
          <p class="muted">{t.close}</p>
        ) : (
          <a class="button button-main" href={address} data-action="return">
            <span>{fill(t.goBack, { organisation })}</span>
          </a>
        )}
      </div>
    </Page>
  )
}

/** The app around the page takes the person back. What counts for the company is the event that its server gets. */
function Leave({ state, children }: { state: string; children: ComponentChildren }) {
  const leave = () =>
    void shellWith('close')
      ?.close({ state })
      .catch(() => {})
  return (
    <Button data-action="leave" onClick={leave}>
      {children}
    </Button>
  )
}

/** The company's own address with the state and the id of the verification, and nothing about the person. */
function returnAddress({
  return_url,
  state,
  verification_id,
}: Pick<Session, 'return_url' | 'state' | 'verification_id'>): string | undefined {
  if (return_url === undefined || !URL.canParse(return_url)) return undefined
  const url = new URL(return_url)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  url.searchParams.set('state', state)
  url.searchParams.set('verification_id', verification_id)
  return url.href
}

/** What is known of the verification where there is no session. */
const ends: Readonly<Partial<Record<Trouble, string>>> = { cancelled: 'cancelled', expired: 'expired' }

export function NoSession({ trouble, words }: { trouble: Trouble; words: PageWords }) {
  const t = words.trouble
  return (
    <Page title={t[trouble]} screen="trouble" data-trouble={trouble}>
      <div class="result tone-warn">
        <Icon name="warn" size={56} />
        <p class="lead">{t[`${trouble}Help`]}</p>
      </div>
      <div class="actions">
        {trouble === 'other' && (
          <Button icon="again" onClick={() => location.reload()}>
            {words.tryAgain}
          </Button>
        )}
        {shellWith('close') && <Leave state={ends[trouble] ?? ''}>{words.result.leave}</Leave>}
      </div>
    </Page>
  )
}
