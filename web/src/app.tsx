// The studio: the sign-in page, or the frame with the screen at the address.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Frame } from './frame.tsx'
import { Home } from './home/home.tsx'
import { Announcer } from './parts/announce.tsx'
import { Page } from './parts/page.tsx'
import { Progress } from './parts/progress.tsx'
import { Trouble } from './parts/trouble.tsx'
import { route } from './router.tsx'
import { placeAt, type Screen } from './screens.tsx'
import { isResuming, session } from './session.tsx'
import { Join } from './sign-in/join.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { shell } from './words/shell.ts'

function Nowhere() {
  const t = shell()
  return (
    <Page title={t.notFound} lead={t.notFoundHelp}>
      <a class="button button-quiet" href="#/">
        {t.toHome}
      </a>
    </Page>
  )
}

type Loaded = { place: Screen; Screen: ComponentType } | { place: Screen; error: unknown }

/** Loads the code of a screen when it is first opened. */
function LazyScreen({ place }: { place: Screen }) {
  const t = shell()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let wanted = true
    place.load().then(
      (Screen) => wanted && setLoaded({ place, Screen }),
      (error: unknown) => wanted && setLoaded({ place, error }),
    )
    return () => {
      wanted = false
    }
  }, [place, attempt])
  if (loaded?.place !== place) return <Progress label={t.loading} />
  if ('error' in loaded)
    return <Trouble isAway error={loaded.error} onRetry={() => setAttempt(attempt + 1)} />
  return <loaded.Screen />
}

export function App() {
  const [, token] = /^\/join\/(\w+)$/.exec(route.value.path) ?? []
  if (token !== undefined || !session.value)
    return (
      <>
        {token !== undefined ? (
          <Join token={token} />
        ) : isResuming.value ? (
          <Progress label={shell().loading} />
        ) : (
          <SignIn />
        )}
        <Announcer />
      </>
    )
  const { path } = route.value
  const found = placeAt(path)
  return (
    <>
      <Frame section={found?.section} place={found?.place}>
        {path === '/' ? (
          <Home />
        ) : found ? (
          <LazyScreen key={found.place.path} place={found.place} />
        ) : (
          <Nowhere />
        )}
      </Frame>
      <Announcer />
    </>
  )
}
