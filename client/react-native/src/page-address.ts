// Says where an address leads: to the server whose page may call the app, back to the app, or elsewhere.

/** How the journey stands when it leaves the page: believe the signed event that your back end gets. */
export interface VerifyResult {
  readonly state: string
  readonly verificationId?: string
}

export type Turn =
  | { readonly kind: 'stay' | 'refuse' }
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'done'; readonly result: VerifyResult }

/** Written out, because `URL` of React Native is not that of browsers. What a browser might read otherwise has no origin. */
const address = /^(https?):\/\/([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?(?=[/?#]|$)/i
const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/** The origin of a server that may call the app: `https`, or this machine while developing. */
export function originOf(url: string): string | undefined {
  const [, scheme = '', host = '', port] = address.exec(url) ?? []
  const [written, name] = [scheme.toLowerCase(), host.toLowerCase()]
  if (name === '' || url.includes('\\') || (written === 'http' && !thisMachine.includes(name)))
    return undefined
  const usual = written === 'https' ? '443' : '80'
  return `${written}://${name}${port === undefined || port === usual ? '' : `:${port}`}`
}

export function turnOf(url: string, { origin, returnUrl }: { origin: string; returnUrl?: string }): Turn {
  if (returnUrl !== undefined && beforeQuery(url) === beforeQuery(returnUrl)) {
    const verificationId = parameter(url, 'verification_id')
    const result = { state: parameter(url, 'state') ?? '', ...(verificationId && { verificationId }) }
    return { kind: 'done', result }
  }
  if (originOf(url) === origin) return { kind: 'stay' }
  return /^https:\/\//i.test(url) ? { kind: 'outside', url } : { kind: 'refuse' }
}

const beforeQuery = (url: string): string => url.replace(/[?#].*$/s, '')

function parameter(url: string, name: string): string | undefined {
  const value = new RegExp(`[?&]${name}=([\\w.-]*)`).exec(url)?.[1]
  return value === '' ? undefined : value
}

/** The link as the page is opened: with the look that the app asks for. */
export function pageOf(link: string, look: Readonly<Record<string, string | undefined>>): string {
  const asked = Object.entries(look).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return asked.length === 0 ? link : `${link}${link.includes('?') ? '&' : '?'}${asked.join('&')}`
}
