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

addEventListener('hashchange', () => {
  moved = true
  route.value = here()
  scrollTo(0, 0)
})
