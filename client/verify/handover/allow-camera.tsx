// How to allow the camera, step by step for each browser, with a drawing of what to press.
import type { Browser } from './browsers.ts'

interface AllowWords {
  readonly allow: string
  readonly allowDrawing: string
  readonly allowSteps: Readonly<Record<Browser, readonly string[]>>
}

export function AllowCamera({ browser, words: t }: { browser: Browser; words: AllowWords }) {
  return (
    <section class="hand-over" aria-label={t.allow} data-browser={browser}>
      <h2>{t.allow}</h2>
      <HelpDrawing kind="allow" shown={browser} label={t.allowDrawing} />
      <ol class="numbered">
        {t.allowSteps[browser].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

/** A phone or a window with its address; a ring around what is to be pressed. */
export function HelpDrawing({
  kind,
  shown,
  label,
}: {
  kind: 'menu' | 'allow'
  shown: Browser
  label: string
}) {
  const isWide = shown !== 'android' && shown !== 'ios'
  const width = isWide ? 200 : 110
  // The settings of a page are in the menu of Safari, above its window.
  const isMenuBar = shown === 'safari' && kind === 'allow'
  // The address of Safari on a phone is at the bottom.
  const barY = shown === 'ios' && kind === 'allow' ? 118 : isMenuBar ? 34 : 12
  const ring =
    kind === 'menu'
      ? { x: width - 18, y: shown === 'ios' ? 128 : 22 }
      : isMenuBar
        ? { x: 34, y: 15 }
        : { x: 24, y: barY + 10 }
  return (
    <svg class="help-drawing" viewBox={`0 0 ${width} 150`} role="img" aria-label={label}>
      <rect class="help-frame" x="2" y="2" width={width - 4} height="146" rx={isWide ? 6 : 14} />
      {isMenuBar &&
        [24, 56, 84, 112].map((x) => (
          <rect key={x} class="help-mark" x={x} y="12" width={x === 24 ? 20 : 16} height="5" rx="2" />
        ))}
      <rect class="help-bar" x="10" y={barY} width={width - 20} height="20" rx="10" />
      {shown === 'firefox' ? (
        // A camera that is crossed out stands there once it was refused.
        <path class="help-line" d={`M18 ${barY + 7}h8v6h-8zM26 ${barY + 10}l4-3v6zM17 ${barY + 15}l13-10`} />
      ) : shown === 'chrome' ? (
        <path
          class="help-line"
          d={`M18 ${barY + 8}h6M27 ${barY + 8}h3M18 ${barY + 13}h2M23 ${barY + 13}h7`}
        />
      ) : (
        <circle class="help-mark" cx="24" cy={barY + 10} r="4" />
      )}
      {[-5, 0, 5].map((off) => (
        <circle
          key={off}
          class="help-mark"
          cx={width - 18}
          cy={(kind === 'menu' ? ring.y : barY + 10) + off}
          r="1.8"
        />
      ))}
      <rect class="help-text" x="16" y="66" width={width - 32} height="6" rx="3" />
      <rect class="help-text" x="16" y="80" width={width - 52} height="6" rx="3" />
      <circle class="help-ring" cx={ring.x} cy={ring.y} r="13" />
    </svg>
  )
}
