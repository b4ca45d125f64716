// What to do where there is no camera: by the system and the app that shows the page, with drawings, and with another device.

import { filled as fill } from '../../../src/words/numbers.ts'
import type { PageWords } from '../../../src/words/vi/page.ts'
import type { CameraTroubleWhy } from '../camera/open.ts'
import type { Journey } from '../journey.ts'
import { CameraTrouble } from '../parts.tsx'
import { AllowCamera, HelpDrawing } from './allow-camera.tsx'
import { appOf, browserOf, chromeAddress, type System, systemOf } from './browsers.ts'
import { CopyLink, HandOverPanel } from './hand-over.tsx'
import { useLink } from './link.ts'

export function CameraHelp({
  why,
  onRetry,
  journey,
  words,
}: {
  why: CameraTroubleWhy
  onRetry: () => void
  journey: Journey
  words: PageWords
}) {
  const system = systemOf(navigator.userAgent, navigator.maxTouchPoints)
  const app = appOf(navigator.userAgent)
  return (
    <div class="camera-help" data-help={app ? 'app' : why} data-system={system}>
      <CameraTrouble why={why} words={words} onRetry={onRetry} />
      {app ? (
        <LeaveApp app={app} system={system} journey={journey} words={words} />
      ) : (
        why === 'denied' && (
          <AllowCamera
            browser={browserOf(navigator.userAgent, navigator.maxTouchPoints)}
            words={words.handover}
          />
        )
      )}
      {system === 'desktop' && <HandOverPanel journey={journey} words={words} />}
    </div>
  )
}

/** Shown before anything is tried, too: browsers of apps often have no camera. */
export function LeaveApp({
  app,
  system,
  journey,
  words,
}: {
  app: string
  system: System
  journey: Journey
  words: PageWords
}) {
  const t = words.handover
  const link = useLink(journey)
  const browser = system === 'ios' ? 'Safari' : 'Chrome'
  return (
    <section class="hand-over" data-app={app} aria-label={fill(t.inApp, { app })}>
      <h2>{fill(t.inApp, { app })}</h2>
      <HelpDrawing kind="menu" shown={system === 'desktop' ? 'chrome' : system} label={t.menuDrawing} />
      <ol class="numbered">
        <li>{system === 'ios' ? t.menuIos : t.menuAndroid}</li>
        <li>{fill(t.openIn, { browser })}</li>
      </ol>
      {link && system === 'android' && (
        <a class="button button-main" href={chromeAddress(link.url)} data-action="open-chrome">
          {fill(t.openIn, { browser })}
        </a>
      )}
      {link && <CopyLink url={link.url} words={words} />}
    </section>
  )
}
