// The current route as a signal: the part of the address behind #.
import { signal } from '@preact/signals'

interface Route {
  /** `/documents/identity`, without the # and what follows a question mark. */
  readonly path: string
  readonly query: URLSearchParams
}

function here(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#/, '').split('?')
  return { path: path === '' ? '/' : path.replace(/\/+$/, '') || '/', query: new URLSearchParams(query) }
}

export const route = signal<Route>(here())

let moved = false

/** Whether the person went anywhere since the page was loaded. */
export const movedByHand = (): boolean => moved

/** Where each entry of the history was scrolled to; the browser itself does so before a screen is there. */
const scrolled = new Map<string, number>()
history.scrollRestoration = 'manual'
let entry = entered()

/** The name of this entry of the history, given when it is entered first. */
function entered(): string {
  const before = history.state as { readonly entry?: string } | null
  if (before?.entry !== undefined) return before.entry
  const made = String(performance.now())
  history.replaceState({ ...before, entry: made }, '')
  return made
}

const MOST_FRAMES = 60

/** Scrolls as soon as the screen is high enough for it. */
function scrollBack(to: number, frames = 0): void {
  scrollTo(0, to)
  if (scrollY < to - 1 && frames < MOST_FRAMES) requestAnimationFrame(() => scrollBack(to, frames + 1))
}

addEventListener('scroll', () => scrolled.set(entry, scrollY), { passive: true })
addEventListener('hashchange', () => {
  moved = true
  entry = entered()
  const before = scrolled.get(entry) ?? 0
  route.value = here()
  scrollTo(0, 0)
  if (before > 0) requestAnimationFrame(() => scrollBack(before))
})
