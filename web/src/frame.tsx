// The frame around every screen: a rail on the left on wide screens, a bar at the bottom on a phone.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { filled as fill } from '../../src/words/numbers.ts'
import { Icon } from './parts/icon.tsx'
import type { IconName } from './parts/icon-paths.ts'
import { LanguageChoice } from './parts/language-choice.tsx'
import { Brand } from './parts/mark.tsx'
import { type Screen, type Section, shownSections } from './screens.tsx'
import { session, signOut } from './session.tsx'
import { roleWords } from './words/members.ts'
import { shell } from './words/shell.ts'

function RailLink({ href, icon, name, here }: { href: string; icon: IconName; name: string; here: boolean }) {
  return (
    <a class="rail-link" href={href} aria-current={here ? 'page' : undefined}>
      <Icon name={icon} size={24} />
      <span>{name}</span>
    </a>
  )
}

function Tabs({ section, place }: { section: Section; place: Screen }) {
  const tabs = useRef<HTMLElement>(null)
  // On a phone they do not all fit: the one that is open is brought into view.
  useEffect(() => {
    const show = () => {
      const here = tabs.current?.querySelector<HTMLElement>('[aria-current]')
      if (here && tabs.current)
        tabs.current.scrollLeft = here.offsetLeft - (tabs.current.clientWidth - here.offsetWidth) / 2
    }
    show()
    // A phone that is turned has another width.
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [place])
  return (
    <nav ref={tabs} class="tabs" aria-label={section.name()}>
      {section.places.map((each) => (
        <a key={each.path} href={`#${each.path}`} aria-current={each === place ? 'page' : undefined}>
          <Icon name={each.icon} />
          {each.name()}
        </a>
      ))}
    </nav>
  )
}

export function Frame({
  section,
  place,
  children,
}: {
  section: Section | undefined
  place: Screen | undefined
  children: ComponentChildren
}) {
  const t = shell()
  // After signing in the page begins at the top, however far down the form was.
  useEffect(() => scrollTo(0, 0), [])
  const { name: organisation = '', member } = session.value ?? {}
  const name = member ? `${member.name}, ${roleWords()[member.role]} · ${organisation}` : organisation
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        {t.skip}
      </button>
      <header class="top">
        <a class="top-brand" href="#/" aria-label={`Selfsame · ${t.home}`}>
          <Brand />
          <span class="top-name">Selfsame</span>
        </a>
        <div class="top-tools">
          <LanguageChoice />
          {member && (
            <span class="top-who small" data-testid="who">
              {name}
            </span>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={`${t.signOut} (${fill(t.signedInAs, { name })})`}
            title={`${t.signOut} · ${name}`}
            data-testid="sign-out"
            onClick={signOut}
          >
            <Icon name="leave" size={22} />
          </button>
        </div>
      </header>
      <nav class="rail" aria-label={t.sections}>
        <RailLink href="#/" icon="home" name={t.home} here={section === undefined} />
        {shownSections().map((each) => (
          <RailLink
            key={each.path}
            href={`#${each.path}`}
            icon={each.icon}
            name={each.name()}
            here={each === section}
          />
        ))}
      </nav>
      <main id="content" tabIndex={-1} data-screen={place?.screen ?? 'home'}>
        {section && place && <Tabs section={section} place={place} />}
        {children}
      </main>
    </div>
  )
}
