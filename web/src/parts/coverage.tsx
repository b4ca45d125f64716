// Says of a check of a living person what was looked at and what was not, with a small drawing of each side.
import { useId } from 'preact/hooks'
import { coverage } from '../words/coverage.ts'
import { Disclosure } from './disclosure.tsx'
import { Icon } from './icon.tsx'

type Words = ReturnType<typeof coverage>
type Point = Exclude<keyof Words, 'title' | 'checked' | 'unchecked'>

interface Covered {
  readonly checked: readonly Point[]
  readonly unchecked: readonly Point[]
}

const motion: Covered = {
  checked: ['turns', 'depth', 'onePerson', 'prints'],
  unchecked: ['injected', 'masks', 'who'],
}

const table = {
  /** One picture, as faces are compared and recognised by. */
  picture: { checked: ['prints'], unchecked: ['drawing', 'moving', 'injected'] },
  distance: motion,
  nose: motion,
  profile: motion,
  light: { checked: ['light', 'onePerson', 'prints'], unchecked: ['injected', 'masks', 'who'] },
  video: { checked: ['film', 'prints'], unchecked: ['drawing', 'injected', 'who'] },
} as const satisfies Readonly<Record<string, Covered>>

function Side({ title, points, tone }: { title: string; points: readonly Point[]; tone: 'pass' | 'warn' }) {
  const t = coverage()
  const id = useId()
  return (
    <div class="coverage-side">
      <Drawing isSeen={tone === 'pass'} />
      <h3 id={id}>{title}</h3>
      <ul aria-labelledby={id}>
        {points.map((point) => (
          <li key={point} class={`tone-${tone}`}>
            <Icon name={tone === 'pass' ? 'check' : 'close'} size={16} />
            <span>{t[point]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A face under a glass, or one that is drawn on a sheet with its pencil. */
function Drawing({ isSeen }: { isSeen: boolean }) {
  return (
    <svg class="coverage-drawing" viewBox="0 0 96 64" aria-hidden="true">
      {isSeen ? (
        <>
          <path d="M30 12c-9 0-15 7-15 17 0 12 7 22 15 22s15-10 15-22c0-10-6-17-15-17Z" />
          <path d="M23 28h4M33 28h4M30 29v8M25 43q5 3 10 0" />
          <circle cx="62" cy="28" r="15" />
          <path d="m73 39 12 12M55 28l5 5 9-10" />
        </>
      ) : (
        <>
          <path d="M18 6h38l10 10v42H18ZM56 6v10h10" />
          <path
            class="coverage-dashed"
            d="M42 20c-7 0-11 5-11 13 0 9 5 16 11 16s11-7 11-16c0-8-4-13-11-13Z"
          />
          <path d="M37 32h3M44 32h3M39 42q3 2 6 0M86 20 62 48l-2 6 6-3 24-27Z" />
        </>
      )}
    </svg>
  )
}

export function Coverage({ of }: { of: keyof typeof table }) {
  const t = coverage()
  const { checked, unchecked } = table[of]
  return (
    <div class="exchange">
      <Disclosure summary={t.title} testId="coverage">
        <div class="coverage">
          <Side title={t.checked} points={checked} tone="pass" />
          <Side title={t.unchecked} points={unchecked} tone="warn" />
        </div>
      </Disclosure>
    </div>
  )
}
