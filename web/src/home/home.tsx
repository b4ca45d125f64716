// Home: the state of the server, and everything that can be tried.
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { type Screen, sections } from '../screens.tsx'
import { home } from '../words/home.ts'
import { CardDrawing } from './card-drawing.tsx'
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
      {sections.map((section) => (
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
