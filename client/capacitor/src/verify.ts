// The journey of a person in a Capacitor app: a screen of its own over the app, with NFC and keys of the phone behind it.
import { registerPlugin } from '@capacitor/core'
import { shellFeatures, shellScript } from 'selfsame-client/shell'

export interface VerifyOptions {
  /** `link.url` of the verification, from your back end. Its origin is the only one that may call the phone. */
  readonly link: string
  /** The `return_url` of the verification, where it has one: a way there ends the journey. */
  readonly returnUrl?: string
  readonly theme?: 'light' | 'dark' | 'auto'
  readonly locale?: string
}

/** How the journey stands when it is over or the person leaves it: believe the signed event that your back end gets. */
export interface VerifyResult {
  readonly state: string
}

interface SelfsamePlugin {
  open(options: { link: string; script: string; returnUrl?: string }): Promise<VerifyResult>
}

const plugin = registerPlugin<SelfsamePlugin>('Selfsame')

/** Shows the journey until it is over. Apps of browsers have no plugin: open the link in them. */
export async function verify({ link, returnUrl, ...look }: VerifyOptions): Promise<VerifyResult> {
  const page = new URL(link)
  if (page.protocol !== 'https:') throw new Error('link: it must be the https link of a verification')
  for (const [name, value] of Object.entries(look)) page.searchParams.set(name, value)
  const script = shellScript({ origin: page.origin, features: shellFeatures })
  return plugin.open({ link: page.href, script, ...(returnUrl !== undefined && { returnUrl }) })
}
