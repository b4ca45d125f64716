// What to do where there is no camera: by the system and the app that shows the page, with drawings, and with another device.
import type { CameraTroubleWhy } from '../camera/open.ts'
import type { Journey } from '../journey.ts'
import { fill } from '../languages.ts'
import { CameraTrouble } from '../parts.tsx'
import type { Words } from '../words/vi.ts'
import { appOf, chromeAddress, type System, systemOf } from './browsers.ts'
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
  words: Words
}) {
  const system = systemOf(navigator.userAgent, navigator.maxTouchPoints)
  const app = appOf(navigator.userAgent)
  return (
    <div class="camera-help" data-help={app ? 'app' : why} data-system={system}>
      <CameraTrouble why={why} words={words} onRetry={onRetry} />
      {app ? (
        <LeaveApp app={app} system={system} journey={journey} words={words} />
      ) : (
        why === 'denied' && <AllowCamera system={system} words={words} />
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
  words: Words
}) {
  const t = words.handover
  const link = useLink(journey)
  const browser = system === 'ios' ? 'Safari' : 'Chrome'
  return (
    <section class="hand-over" data-app={app} aria-label={fill(t.inApp, { app })}>
      <h2>{fill(t.inApp, { app })}</h2>
      <Drawing kind="menu" system={system} label={t.menuDrawing} />
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

function AllowCamera({ system, words }: { system: System; words: Words }) {
  const t = words.handover
  return (
    <section class="hand-over" aria-label={t.allow}>
      <h2>{t.allow}</h2>
      <Drawing kind="allow" system={system} label={t.allowDrawing} />
      <ol class="numbered">
        {t.allowSteps[system].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

/** A phone or a window with its address; a ring around what is to be pressed. */
function Drawing({ kind, system, label }: { kind: 'menu' | 'allow'; system: System; label: string }) {
  const isWide = system === 'desktop'
  const width = isWide ? 200 : 110
  // The address of Safari on a phone is at the bottom.
  const barY = system === 'ios' && kind === 'allow' ? 118 : 12
  const ring = kind === 'menu' ? { x: width - 18, y: system === 'ios' ? 128 : 22 } : { x: 24, y: barY + 10 }
  return (
    <svg class="help-drawing" viewBox={`0 0 ${width} 150`} role="img" aria-label={label}>
      <rect class="help-frame" x="2" y="2" width={width - 4} height="146" rx={isWide ? 6 : 14} />
      <rect class="help-bar" x="10" y={barY} width={width - 20} height="20" rx="10" />
      <circle class="help-mark" cx="24" cy={barY + 10} r="4" />
      {[-5, 0, 5].map((off) => (
        <circle
          key={off}
          class="help-mark"
          cx={width - 18}
          cy={(kind === 'menu' ? ring.y : barY + 10) + off}
          r="1.8"
        />
      ))}
      <rect class="help-text" x="16" y="56" width={width - 32} height="6" rx="3" />
      <rect class="help-text" x="16" y="70" width={width - 52} height="6" rx="3" />
      <circle class="help-ring" cx={ring.x} cy={ring.y} r="13" />
    </svg>
  )
}
