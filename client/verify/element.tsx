// The custom element `<selfsame-verify>`: a journey in a shadow root, with attributes, events and CSS variables.
import { render } from 'preact'
import type { PageWords } from '../../src/words/vi/page.ts'
import { App } from './app.tsx'
import type { SelfsameVerifyElement, SelfsameVerifyEvents } from './element-types.ts'
import { isFinal, type Journey, openJourney } from './journey.ts'
import css from './style.css?inline'

const observed = ['token', 'base-url', 'locale', 'theme'] as const

let sheet: CSSStyleSheet | undefined

/** A constructed style sheet needs no permission of a content security policy; very old browsers have none. */
function styled(root: ShadowRoot): void {
  if ('adoptedStyleSheets' in root && 'replaceSync' in CSSStyleSheet.prototype) {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
    }
    root.adoptedStyleSheets = [sheet]
  } else {
    const style = document.createElement('style')
    style.textContent = css
    root.append(style)
  }
}

class SelfsameVerify extends HTMLElement implements SelfsameVerifyElement {
  static readonly observedAttributes: readonly string[] = observed

  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #place = document.createElement('div')
  #journey: Journey | undefined
  #opened = ''
  #stopWatching = () => {}

  constructor() {
    super()
    styled(this.#root)
    this.#root.append(this.#place)
  }

  connectedCallback(): void {
    this.#update()
  }

  /** An element that is moved to another place of the page keeps its journey. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#close()
    })
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#update()
  }

  #close(): void {
    this.#stopWatching()
    this.#journey?.close()
    this.#journey = undefined
    this.#opened = ''
    render(null, this.#place)
  }

  #update(): void {
    const secret = this.getAttribute('token') ?? ''
    if (secret === '') {
      this.#close()
      return
    }
    const baseUrl = new URL(this.getAttribute('base-url') ?? '.', location.href).href.replace(/\/+$/, '')
    const opened = `${baseUrl} ${secret}`
    if (opened !== this.#opened) {
      this.#close()
      this.#opened = opened
      this.#journey = openJourney({ baseUrl, secret, hasHistory: this.hasAttribute('navigation') })
      this.#watch(this.#journey)
    }
    if (!this.#journey) return
    const locale = this.getAttribute('locale') ?? undefined
    render(<App journey={this.#journey} locale={locale} onShown={this.#shown} />, this.#place)
  }

  #watch(journey: Journey): void {
    let isReady = false
    let isDone = false
    const stops = [
      journey.session.subscribe((session) => {
        if (!session) return
        if (!isReady) this.#tell('selfsame-ready', {})
        isReady = true
        if (isFinal(session.state) && !isDone) {
          isDone = true
          const { verification_id, state } = session
          this.#tell('selfsame-done', { verification_id, state })
        }
      }),
      journey.trouble.subscribe((code) => {
        if (code) this.#tell('selfsame-error', { code, message: messages[code] })
      }),
    ]
    this.#stopWatching = () => {
      for (const stop of stops) stop()
    }
  }

  readonly #shown = (step: string, _words: PageWords): void => {
    this.#tell('selfsame-step', { step, state: this.#journey?.session.value?.state })
  }

  #tell<Name extends keyof SelfsameVerifyEvents>(
    name: Name,
    detail: SelfsameVerifyEvents[Name]['detail'],
  ): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

/** For developers; people read the words of their language. */
const messages = {
  linkUsed: 'the link was opened before, in another browser',
  linkExpired: 'the link has expired',
  linkEnded: 'a newer link took the place of this one, or the verification is over',
  linkUnknown: 'the server does not know this link or token',
  tokenExpired: 'the token has expired',
  over: 'the verification is over',
  cancelled: 'the organisation cancelled the verification',
  expired: 'the time of the verification is over',
  other: 'the server answered with an error',
} as const

/** Importing the module again, or two versions of it, keeps the first. */
export function defineSelfsameVerify(): void {
  if (!customElements.get('selfsame-verify')) customElements.define('selfsame-verify', SelfsameVerify)
}
