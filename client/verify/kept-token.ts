// Keeps the token that a link was exchanged for in this browser, so that a reload, a closed tab or a second tab goes on.

export interface KeptToken {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** An entry bears the name of its link. The link opens once, and was opened, so it is no secret any more. */
const nameOf = (link: string): string => `selfsame.verify.${link}`
const isOurs = (name: string): boolean => name.startsWith('selfsame.verify.ss')

/** Browsers may refuse to store anything: then a reload needs a new link, and nothing else is lost. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

export function keptToken(link: string, now: number): KeptToken | undefined {
  try {
    const kept = JSON.parse(storage()?.getItem(nameOf(link)) ?? 'null') as KeptToken | null
    return kept && typeof kept.token === 'string' && kept.expiresAt > now ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepToken(link: string, kept: KeptToken): void {
  try {
    storage()?.setItem(nameOf(link), JSON.stringify(kept))
  } catch {
    // The storage is full or forbidden.
  }
}

/** Keys of exchanges are of no use without their link or token, and theirs ends with them. */
const keys = new Map<string, string>()
const keyNameOf = (secret: string): string => `selfsame.verify.exchange.${secret}`

/** One for each link or token that is exchanged, the same after a reload: by it the server knows a repeated request. */
export function exchangeKey(secret: string): string {
  const known = keys.get(secret) ?? readKey(secret)
  if (known !== undefined) return known
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  keys.set(secret, drawn)
  try {
    globalThis.sessionStorage.setItem(keyNameOf(secret), drawn)
  } catch {
    // The storage is full or forbidden: the key lives as long as the page.
  }
  return drawn
}

function readKey(secret: string): string | undefined {
  try {
    return globalThis.sessionStorage.getItem(keyNameOf(secret)) ?? undefined
  } catch {
    return undefined
  }
}

export function forgetToken(link: string): void {
  storage()?.removeItem(nameOf(link))
}

/** Tokens end within the hour: what is left of older journeys is of no use to anybody. */
export function forgetOld(now: number): void {
  const all = storage()
  if (!all) return
  for (const name of Object.keys(all).filter(isOurs)) {
    const link = name.slice(nameOf('').length)
    if (!keptToken(link, now)) forgetToken(link)
  }
}
