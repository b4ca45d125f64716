// The entry of `selfsame-client/react`: `<selfsame-verify>` as a component of React 18 or later.
import { createElement, useEffect, useRef } from 'react'
import type { DoneDetail, ErrorDetail, SelfsameVerifyAttributes, StepDetail } from './element-types.ts'

export interface SelfsameVerifyProps {
  /** The link `ssl_…` of the verification, or a token `sst_…`. */
  token: string
  /** Where the server is: `https://verify.example`. */
  baseUrl: string
  locale?: string
  theme?: 'light' | 'dark' | 'auto'
  className?: string
  onReady?: () => void
  onStep?: (detail: StepDetail) => void
  onDone?: (detail: DoneDetail) => void
  onError?: (detail: ErrorDetail) => void
}

/** `selfsame-client/verify` defines the element, and is imported where there is a browser: this may be rendered on a server. */
export function SelfsameVerify(props: SelfsameVerifyProps) {
  const { token, baseUrl, locale, theme, className } = props
  const element = useRef<HTMLElement>(null)
  // The newest handlers are called, without listening anew at each rendering.
  const handlers = useRef(props)
  handlers.current = props
  useEffect(() => {
    const { current } = element
    if (!current) return
    const stop = new AbortController()
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      act: (event: HTMLElementEventMap[Name]) => void,
    ) => current.addEventListener(name, act, { signal: stop.signal })
    on('selfsame-ready', () => handlers.current.onReady?.())
    on('selfsame-step', ({ detail }) => handlers.current.onStep?.(detail))
    on('selfsame-done', ({ detail }) => handlers.current.onDone?.(detail))
    on('selfsame-error', ({ detail }) => handlers.current.onError?.(detail))
    return () => stop.abort()
  }, [])
  const attributes: SelfsameVerifyAttributes = {
    token,
    'base-url': baseUrl,
    ...(locale !== undefined && { locale }),
    ...(theme !== undefined && { theme }),
  }
  return createElement('selfsame-verify', { ref: element, class: className, ...attributes })
}
