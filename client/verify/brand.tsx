// How the organisation looks to the person: its colours, its logo, its own texts, and whom to ask for help.
import { useEffect, useState } from 'preact/hooks'
import type { PageWords } from '../../src/words/vi/page.ts'
import type { Journey, Session } from './journey.ts'
import { languages } from './languages.ts'

/** The languages of the page that the organisation offers; all where it offers none of them. */
export function offeredLanguages(session: Session | undefined): readonly string[] {
  const offered = languages.filter((one) => session?.brand?.languages?.includes(one) === true)
  return offered.length > 0 ? offered : languages
}

/** The same session, under the name by which people know the organisation. */
export const branded = (session: Session): Session => ({
  ...session,
  organisation: session.brand?.display_name ?? session.organisation,
})

/** Variables for the style sheet; what the page around the element sets comes before them. */
export function brandStyle(session: Session | undefined): Record<string, string> {
  const colours = session?.brand?.colours
  if (!colours) return {}
  return {
    '--brand-accent': colours.accent,
    '--brand-accent-text': colours.accent_text,
    '--brand-accent-dark': colours.accent_dark,
    '--brand-accent-dark-text': colours.accent_dark_text,
  }
}

/** The name of the organisation, as its logo where it has one. */
export function BrandName({ journey, name, hasLogo }: { journey: Journey; name: string; hasLogo: boolean }) {
  const [logo, setLogo] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (!hasLogo) return
    let url: string | undefined
    let isLeft = false
    void journey.client
      .sessionLogo()
      .then(({ content, content_type: type }) => {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
        if (isLeft) return
        url = URL.createObjectURL(new Blob([bytes], { type }))
        setLogo(url)
      })
      // Without its picture the organisation is called by its name.
      .catch(() => {})
    return () => {
      isLeft = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [journey, hasLogo])
  return logo ? <img class="head-logo" src={logo} alt={name} /> : <>{name}</>
}

export function Help({ session, words }: { session: Session; words: PageWords }) {
  const { help_email: email, help_phone: phone } = session.brand ?? {}
  if (!email && !phone) return null
  return (
    <footer class="help" data-help-of={session.organisation}>
      <p>{words.help}</p>
      {email && (
        <a class="button button-quiet" href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {phone && (
        <a class="button button-quiet" href={`tel:${phone.replace(/[^+0-9]/g, '')}`}>
          {phone}
        </a>
      )}
    </footer>
  )
}
