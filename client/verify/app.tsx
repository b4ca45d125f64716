// Chooses the screen: the journey as far as it is, under a header with the language, a banner for tests and one for no network.
import { type Signal, signal, useSignalEffect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { filled as fill } from '../../src/words/numbers.ts'
import type { PageWords } from '../../src/words/vi/page.ts'
import { BrandName, branded, brandStyle, Help, offeredLanguages } from './brand.tsx'
import { preparePages } from './capture/document-camera.tsx'
import { isFinal, type Journey, type Place, type Session } from './journey.ts'
import { chooseLanguage, languageName, wordsAtHand, wordsOf } from './languages.ts'
import { Button, Icon, Page, Progress, Tips } from './parts.tsx'
import { NoSession, Processing, Result } from './screens/ending.tsx'
import { Overview } from './screens/overview.tsx'
import { Chip, prepareChip } from './steps/chip.tsx'
import { Confirmation } from './steps/confirmation.tsx'
import { Consent } from './steps/consent.tsx'
import { Document } from './steps/document.tsx'
import { Liveness, prepareLiveness } from './steps/liveness.tsx'
import type { StepProps } from './steps/step-props.ts'

const screens = {
  consent: Consent,
  document: Document,
  chip: Chip,
  liveness: Liveness,
  confirmation: Confirmation,
}

/** What the person chose, for every journey on this page. */
const chosenLanguage: Signal<string | undefined> = signal(undefined)

export function App({
  journey,
  locale,
  onShown,
}: {
  journey: Journey
  /** What the page wishes; the person may choose another. */
  locale: string | undefined
  /** Called with each screen that is shown, once its words are there. */
  onShown: (screen: string, words: PageWords, language: string) => void
}) {
  const told = journey.session.value
  const session = told && branded(told)
  const offered = offeredLanguages(session)
  const wishes = [chosenLanguage.value, locale, session?.locale, ...navigator.languages]
  const language = chooseLanguage(wishes, offered)
  const words = useWords(language)
  const trouble = journey.trouble.value
  const place = journey.place.value
  const isReady = words !== undefined && (session !== undefined || trouble !== undefined)
  const screen = screenOf(session, trouble !== undefined, place)
  useEffect(() => {
    if (isReady && words) onShown(screen, words, language)
  }, [isReady, screen, words, language, onShown])
  useSignalEffect(() => {
    const steps = journey.session.value?.steps ?? []
    const isAhead = (name: string) =>
      steps.some(({ step, state }) => step === name && (state === 'open' || state === 'waiting'))
    // One after the other: the document comes first, and both need the same large runtime.
    const pages = isAhead('document') ? preparePages(journey.baseUrl) : Promise.resolve()
    if (isAhead('chip')) void pages.then(prepareChip)
    if (isAhead('liveness')) void pages.then(() => prepareLiveness(journey.baseUrl))
  })
  if (!words) return null
  return (
    <div
      class={session?.brand?.colours ? 'frame branded' : 'frame'}
      lang={language}
      data-shown={screen}
      style={brandStyle(session)}
    >
      <header class="head">
        {session && !isFinal(session.state) && place.screen !== 'overview' && (
          <Button kind="quiet" icon="back" aria-label={words.back} onClick={() => goBack(journey)} />
        )}
        <p class="head-name">
          {session ? (
            <BrandName
              journey={journey}
              name={session.organisation}
              hasLogo={session.brand?.has_logo === true}
            />
          ) : (
            words.title
          )}
        </p>
        {offered.length > 1 && <LanguageChoice language={language} offered={offered} words={words} />}
      </header>
      {session?.is_test && (
        <p class="banner tone-warn" data-banner="test">
          <Icon name="warn" />
          {words.testBanner}
        </p>
      )}
      <div role="status">
        {!journey.isOnline.value && (
          <p class="banner tone-wait" data-banner="offline">
            <Icon name="wait" />
            {words.offline}
          </p>
        )}
      </div>
      <main>
        {trouble !== undefined && !session ? (
          <NoSession trouble={trouble} words={words} />
        ) : !session ? (
          <Opening words={words} />
        ) : (
          <Screen journey={journey} session={session} place={place} words={words} language={language} />
        )}
      </main>
      {session && <Help session={session} words={words} />}
    </div>
  )
}

function Screen({ place, ...given }: Omit<StepProps, 'step'> & { place: Place }) {
  const { session, words } = given
  if (session.state === 'processing') return <Processing words={words} />
  if (isFinal(session.state)) return <Result session={session} words={words} />
  const step = session.steps.find((one) => one.step === place.screen)
  if (place.screen === 'overview' || step?.state !== 'open') return <Overview {...given} />
  const Shown = screens[step.step]
  const number = session.steps.indexOf(step) + 1
  const total = session.steps.length
  return (
    <>
      <p class="where">{fill(words.overview.progress, { number, total })}</p>
      <Shown {...given} step={step} />
    </>
  )
}

/** While the link is opened: what to have at hand holds for everybody, and can be read meanwhile. */
function Opening({ words }: { words: PageWords }) {
  const t = words.overview
  return (
    <Page title={t.title} screen="opening">
      <h2>{t.atHand}</h2>
      <Tips
        tips={[
          ['document', t.needDocument],
          ['light', t.needLight],
          ['camera', t.needCamera],
        ]}
      />
      <Progress label={words.loading} />
    </Page>
  )
}

function screenOf(session: Session | undefined, isTrouble: boolean, { screen }: Place): string {
  if (!session) return isTrouble ? 'trouble' : 'opening'
  if (session.state === 'processing') return 'processing'
  return isFinal(session.state) ? 'result' : screen
}

const goBack = (journey: Journey): void => {
  if (journey.place.value.part === '') journey.go('overview')
  else journey.leavePart()
}

function LanguageChoice({
  language,
  offered,
  words,
}: {
  language: string
  offered: readonly string[]
  words: PageWords
}) {
  return (
    <label class="language">
      <span class="unseen">{words.changeLanguage}</span>
      <select
        value={language}
        onChange={({ currentTarget }) => {
          chosenLanguage.value = currentTarget.value
        }}
      >
        {offered.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageName(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The words before stay until those of the new language are there. */
function useWords(language: string): PageWords | undefined {
  const [words, setWords] = useState(wordsAtHand(language))
  useEffect(() => {
    let isWanted = true
    void wordsOf(language).then((loaded) => isWanted && setWords(loaded))
    return () => {
      isWanted = false
    }
  }, [language])
  return words
}
