// The small parts that screens are made of: page, button, icon, notice, tips and progress.
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { filled as fill } from '../../src/words/numbers.ts'
import type { PageWords } from '../../src/words/vi/page.ts'
import type { CameraTroubleWhy } from './camera/open.ts'

/** Strokes on a field of 24 by 24. */
const iconPaths = {
  consent: 'M6 3.5h8.5L19 8v12.5H6ZM14 3.5V8h5M9 12.5h6M9 16h6',
  document:
    'M5.2 6h13.6A1.7 1.7 0 0 1 20.5 7.7v8.6a1.7 1.7 0 0 1-1.7 1.7H5.2a1.7 1.7 0 0 1-1.7-1.7V7.7A1.7 1.7 0 0 1 5.2 6ZM6.6 15.2c.4-1.5 1.3-2.2 2.4-2.2s2 .7 2.4 2.2M10.4 10.2a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0ZM14 10h3.6M14 13.6h3.6',
  chip: 'M8 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM6 10h4v4H6M18 10h-4v4h4M10 6v4M14 18v-4M9.5 3v3M14.5 3v3M9.5 18v3M14.5 18v3',
  liveness:
    'M4 8V5.6A1.6 1.6 0 0 1 5.6 4H8M16 4h2.4A1.6 1.6 0 0 1 20 5.6V8M20 16v2.4a1.6 1.6 0 0 1-1.6 1.6H16M8 20H5.6A1.6 1.6 0 0 1 4 18.4V16M9.2 10v.6M14.8 10v.6M9 14.4c1.7 1.7 4.3 1.7 6 0',
  confirmation:
    'M5 6.5l1.6 1.6L9.5 5M12.5 6.5H20M5 12.5l1.6 1.6L9.5 11M12.5 12.5H20M5 18.5l1.6 1.6L9.5 17M12.5 18.5H20',
  camera:
    'M4.6 8h2.6l1.5-2.3h6.6L16.8 8h2.6A1.6 1.6 0 0 1 21 9.6v7.8a1.6 1.6 0 0 1-1.6 1.6H4.6A1.6 1.6 0 0 1 3 17.4V9.6A1.6 1.6 0 0 1 4.6 8ZM15.4 13.2a3.4 3.4 0 1 1-6.8 0 3.4 3.4 0 0 1 6.8 0Z',
  light:
    'M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  upload: 'M12 15.5V4.8M7.8 8.8 12 4.6l4.2 4.2M4.5 15v3a1.6 1.6 0 0 0 1.6 1.6h11.8a1.6 1.6 0 0 0 1.6-1.6v-3',
  check: 'M5 12.6l4.5 4.5L19 7.4',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4.2h-4.2',
  pass: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM8.2 12.3l2.6 2.6 5-5.4',
  warn: 'M12 4.2 21 19.5H3L12 4.2ZM12 10v4.3M12 16.9v.1',
  fail: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM9.2 9.2l5.6 5.6M14.8 9.2l-5.6 5.6',
  wait: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 7.2V12l3.2 2',
} as const

export type IconName = keyof typeof iconPaths

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  )
}

/** One screen: its title gets the focus, so that a screen reader begins there and Tab goes on from there. */
export function Page({
  title,
  lead,
  children,
  screen,
  ...marks
}: {
  title: string
  lead?: string | undefined
  children?: ComponentChildren
  /** Its name, for tests and other programs. */
  screen: string
  [mark: `data-${string}`]: string | undefined
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [screen, title])
  return (
    <section class="page" data-screen={screen} {...marks}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </section>
  )
}

export function Button({
  kind = 'main',
  icon,
  children,
  ...more
}: { kind?: 'main' | 'plain' | 'quiet'; icon?: IconName } & JSX.IntrinsicElements['button']) {
  return (
    <button type="button" {...more} class={`button button-${kind}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

/** Something that the person must know, with a way on. It is read aloud when it appears. */
export function Notice({
  tone,
  title,
  children,
  name,
}: {
  tone: 'pass' | 'warn' | 'fail' | 'wait'
  title?: string | undefined
  children?: ComponentChildren
  name?: string
}) {
  return (
    <div class={`notice tone-${tone}`} role="alert" data-notice={name}>
      <Icon name={tone} size={24} />
      <div>
        {title !== undefined && <p class="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  )
}

export function Tips({ tips }: { tips: readonly (readonly [IconName, string])[] }) {
  return (
    <ul class="tips">
      {tips.map(([icon, tip]) => (
        <li key={tip}>
          <Icon name={icon} />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
  )
}

/** `share` goes from 0 to 1; it is left out where the time is not known. */
export function Progress({ label, share }: { label: string; share?: number | undefined }) {
  const percent = share === undefined ? undefined : Math.round(100 * share)
  return (
    <div class="progress">
      <p role="status">{label}</p>
      <div
        class={percent === undefined ? 'bar bar-open' : 'bar'}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== undefined && { 'aria-valuenow': percent })}
      >
        <span style={percent === undefined ? {} : { width: `${percent}%` }} />
      </div>
    </div>
  )
}

export const attemptsWords = (words: PageWords, count: number): string =>
  count === 1 ? words.lastAttempt : fill(words.attemptsLeft, { count })

/** Why there is no camera, and what to do about it. */
export function CameraTrouble({
  why,
  words,
  onRetry,
  children,
}: {
  why: CameraTroubleWhy
  words: PageWords
  onRetry: () => void
  children?: ComponentChildren
}) {
  const t = words.camera
  const said: Readonly<Record<CameraTroubleWhy, readonly [string, string]>> = {
    denied: [t.denied, t.deniedHelp],
    none: [t.none, t.noneHelp],
    'in-use': [t.inUse, t.inUseHelp],
    unsupported: [t.unsupported, t.unsupportedHelp],
    insecure: [t.unsupported, t.unsupportedHelp],
    failed: [t.failed, t.failedHelp],
    ended: [t.failed, t.failedHelp],
  }
  const [title, help] = said[why]
  return (
    <>
      <Notice tone="warn" title={title} name="camera">
        <p>{help}</p>
      </Notice>
      <div class="actions">
        <Button icon="again" onClick={onRetry}>
          {words.tryAgain}
        </Button>
        {children}
      </div>
    </>
  )
}
