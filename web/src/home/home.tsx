// The home screen: the state of the server, and everything that can be tried.
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { type Screen, shownSections } from '../screens.tsx'
import { isAdmin } from '../session.tsx'
import { home } from '../words/home.ts'
import { ServerState } from './server-state.tsx'

function Tile({ place }: { place: Screen }) {
  return (
    <li>
      <a class="tile" href={`#${place.path}`}>
        <span class="tile-icon">
          <Icon name={place.icon} size={26} />
        </span>
        <span class="tile-words">
          <strong>{place.name()}</strong>
          <span class="muted small">{place.lead()}</span>
        </span>
      </a>
    </li>
  )
}

export function Home() {
  const t = home()
  return (
    <Page title={t.title} lead={t.lead} aside={<ServerState />}>
      {isAdmin() && (
        <section class="quick">
          <CardDrawing />
          <div class="quick-words">
            <h2>{t.quickTitle}</h2>
            <p>{t.quickText}</p>
          </div>
          <a class="button button-primary" href="#/documents/identity?sample" data-testid="quick-sample">
            <Icon name="sample" />
            <span>{t.quickAct}</span>
          </a>
        </section>
      )}
      {shownSections().map((section) => (
        <section key={section.path} class="home-section" aria-labelledby={`home${section.path}`}>
          <h2 id={`home${section.path}`}>{section.name()}</h2>
          <p class="muted">{section.lead()}</p>
          <ul class="tiles">
            {section.places.map((place) => (
              <Tile key={place.path} place={place} />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

/** A drawing of a card whose fields are being found. */
function CardDrawing() {
  return (
    <svg
      class="card-drawing"
      viewBox="0 0 148 96"
      width="148"
      height="96"
      aria-hidden="true"
      focusable="false"
    >
      <rect class="paper" x="1" y="1" width="146" height="94" rx="11" />
      <rect class="portrait" x="14" y="30" width="38" height="50" rx="6" />
      <circle class="person" cx="33" cy="49" r="8" />
      <path class="person" d="M19 76c1-10 6-15 14-15s13 5 14 15Z" />
      <path class="ink" d="M16 17h56M66 36h62M66 53h44M66 70h54" />
      <rect class="found" x="60" y="29" width="74" height="14" rx="4" />
      <rect class="found" x="60" y="46" width="56" height="14" rx="4" />
      <rect class="found" x="60" y="63" width="66" height="14" rx="4" />
      <rect class="found" x="11" y="27" width="44" height="56" rx="8" />
    </svg>
  )
}
