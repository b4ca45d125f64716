// The hosted page /verify/{token}: takes the link out of the address bar at once, and shows the element on the whole page.
import { defineSelfsameVerify } from '../../client/verify/element.tsx'
import './style/verify.css'

const KEPT = 'selfsame.verify'
const secretForm = /\/(ss[lt]_[A-Za-z0-9]+)\/?$/

const { pathname } = location
const inAddress = secretForm.exec(pathname)?.[1]
/** Where the server is: what stands before /verify/. */
const baseUrl = location.origin + pathname.replace(/\/verify(\/.*)?$/, '')

if (inAddress !== undefined) {
  remember(inAddress)
  // The secret leaves the address, so that it cannot be read over a shoulder, in the history, or on a picture of the screen.
  history.replaceState(null, '', `${baseUrl}/verify/${location.search}`)
}

function remember(secret: string): void {
  try {
    sessionStorage.setItem(KEPT, secret)
  } catch {
    // The storage is forbidden: a reload then needs the link again.
  }
}

function remembered(): string | undefined {
  try {
    return sessionStorage.getItem(KEPT) ?? undefined
  } catch {
    return undefined
  }
}

defineSelfsameVerify()
const element = document.createElement('selfsame-verify')
element.setAttribute('base-url', baseUrl)
element.setAttribute('navigation', '')
// An app that shows this page says how it should look.
for (const name of ['theme', 'locale']) {
  const asked = new URLSearchParams(location.search).get(name)
  if (asked !== null) element.setAttribute(name, asked)
}
element.setAttribute('token', inAddress ?? remembered() ?? 'ssl_')
// A page that shows this one in a frame learns what the events say, and nothing about the person.
for (const name of ['selfsame-ready', 'selfsame-step', 'selfsame-done', 'selfsame-error'] as const)
  element.addEventListener(name, ({ detail }) => {
    if (parent !== window) parent.postMessage({ type: name, detail: { ...detail } }, '*')
  })
document.body.append(element)
