// Recognises by the user agent where a page is shown: the system, and apps that show pages in a browser of their own.

export type System = 'android' | 'ios' | 'desktop'

/** Names as people know them, by what the app writes into the user agent. The first that fits counts. */
const apps: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Zalo', /\bZalo\b/i],
  ['Messenger', /FB_IAB\/MESSENGER|MessengerForiOS|MessengerLite|Orca-Android/i],
  ['Instagram', /\bInstagram\b/],
  ['Facebook', /\bFBA[NV]\/|FB_IAB/],
  ['TikTok', /BytedanceWebview|musical_ly|TikTok/i],
  ['LINE', /\bLine\//],
]

/** Undefined in a browser. */
export const appOf = (userAgent: string): string | undefined =>
  apps.find(([, mark]) => mark.test(userAgent))?.[0]

/** A tablet of Apple calls itself a Mac, and has touch. */
export function systemOf(userAgent: string, touchPoints: number): System {
  if (/Android/i.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  return 'desktop'
}

/** What shows the page, as far as its settings lie elsewhere. */
export type Browser = 'android' | 'ios' | 'chrome' | 'firefox' | 'safari'

/** Edge, Opera and Brave are built as Chrome is, and have its settings. */
export function browserOf(userAgent: string, touchPoints: number): Browser {
  const system = systemOf(userAgent, touchPoints)
  if (system !== 'desktop') return system
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Chrom(e|ium)\//.test(userAgent) || !/Safari\//.test(userAgent) ? 'chrome' : 'safari'
}

/** An address that Android opens in Chrome, out of the browser of an app. */
export function chromeAddress(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url)
  return `intent://${host}${pathname}${search}${hash}#Intent;scheme=${protocol.slice(0, -1)};package=com.android.chrome;end`
}
