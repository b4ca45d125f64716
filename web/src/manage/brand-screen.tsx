// The screen of the brand: name, colour, logo, texts and help of an organisation, and the page itself as people see it.
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf, RequestOf } from '../../../client/src/index.ts'
import { defineSelfsameVerify } from '../../../client/verify/element.tsx'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FilePick } from '../parts/file-pick.tsx'
import { Page } from '../parts/page.tsx'
import { Progress } from '../parts/progress.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { baseUrl, connect } from '../session.tsx'
import { TextArea } from '../verifications/controls.tsx'
import { brand as brandWords } from '../words/brand.ts'
import { shell } from '../words/shell.ts'
import '../style/manage.css'

type Brand = AnswerOf<'brand'>['brand']
type Change = RequestOf<'changeBrand'>

/** What the form holds: every field as text. */
interface Draft {
  readonly display_name: string
  readonly accent: string
  readonly help_email: string
  readonly help_phone: string
  readonly app_link: string
  readonly texts: Readonly<Record<string, { readonly welcome: string; readonly consent: string }>>
  /** Undefined leaves the logo as it is; null removes it. */
  readonly logo: File | null | undefined
}

const languages = ['vi', 'en'] as const

const draftOf = ({ display_name, accent, help_email, help_phone, app_link, texts }: Brand): Draft => ({
  display_name: display_name ?? '',
  accent: accent ?? '',
  help_email: help_email ?? '',
  help_phone: help_phone ?? '',
  app_link: app_link ?? '',
  texts: Object.fromEntries(
    languages.map((language) => [
      language,
      { welcome: texts?.[language]?.welcome ?? '', consent: texts?.[language]?.consent ?? '' },
    ]),
  ),
  logo: undefined,
})

/** An empty field is one that is left out. What the screen does not show, such as other languages, stays as it was. */
function changeOf(draft: Draft, before: Brand): Change {
  const given = <Value extends object>(value: Value): Partial<Value> =>
    Object.fromEntries(Object.entries(value).filter(([, one]) => one !== '')) as Partial<Value>
  const { display_name, accent, help_email, help_phone, app_link, texts, logo } = draft
  const own = languages.map((language) => [language, given(texts[language] ?? {})] as const)
  return {
    ...given({ display_name, accent, help_email, help_phone, app_link }),
    ...(before.languages && { languages: before.languages }),
    texts: {
      ...before.texts,
      ...Object.fromEntries(own.map(([language, text]) => [language, text])),
    },
    ...(logo !== undefined && { logo }),
  }
}

export function BrandScreen() {
  const t = brandWords()
  const [brand, setBrand] = useState<Brand | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [logo, setLogo] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [token, setToken] = useState<string | null>(null)

  const take = async (told: Brand): Promise<void> => {
    setBrand(told)
    setDraft(draftOf(told))
    setLogo(told.has_logo ? (await connect().brandLogo()).content : null)
  }
  useEffect(() => {
    connect()
      .brand()
      .then(({ brand: told }) => take(told))
      .catch(setError)
  }, [])

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await act()
    } catch (fault) {
      setError(fault)
    }
    setBusy(false)
  }

  /** The page opens its link itself, as it does for everybody. */
  const show = async (): Promise<void> => {
    const { link } = await connect(undefined, { sandbox: true }).createVerification({
      policy: 'simple',
      external_person_id: 'studio-preview',
    })
    setToken(link.token)
  }

  const save = (): Promise<void> =>
    attempt(async () => {
      if (!brand || !draft) return
      const { brand: changed } = await connect().changeBrand(changeOf(draft, brand))
      await take(changed)
      announce(t.saved)
      await show()
    })

  if (!brand || !draft)
    return (
      <Page title={t.title} lead={t.lead}>
        {error === null ? <Progress label={shell().loading} /> : <Trouble error={error} />}
      </Page>
    )
  const set = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed })
  const setText = (language: string, changed: Partial<Draft['texts'][string]>): void => {
    const before = draft.texts[language] ?? { welcome: '', consent: '' }
    set({ texts: { ...draft.texts, [language]: { ...before, ...changed } } })
  }
  const text = (language: string, part: 'welcome' | 'consent', label: string) => (
    <TextArea
      label={label}
      name={`${part}-${language}`}
      value={draft.texts[language]?.[part] ?? ''}
      onInput={(value) => setText(language, { [part]: value })}
    />
  )
  return (
    <Page title={t.title} lead={t.lead}>
      <div class="screen brand-screen" data-state="ready">
        <form
          class="panel"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <Field
            label={t.displayName}
            name="display_name"
            autocomplete="off"
            maxLength={60}
            value={draft.display_name}
            onInput={(display_name) => set({ display_name })}
          />
          <Field
            label={t.accent}
            hint={t.accentHint}
            name="accent"
            autocomplete="off"
            maxLength={7}
            value={draft.accent}
            onInput={(accent) => set({ accent })}
          />
          <FilePick
            label={t.logo}
            hint={draft.logo ? draft.logo.name : t.logoHint}
            accept="image/png,image/jpeg,image/webp"
            onFiles={([file]) => set({ logo: file })}
          />
          {logo !== null && draft.logo !== null && (
            <div class="row">
              <img class="brand-logo" src={`data:image/png;base64,${logo}`} alt={t.logoNow} />
              <Button icon="trash" onClick={() => set({ logo: null })}>
                {t.removeLogo}
              </Button>
            </div>
          )}
          {text('vi', 'welcome', t.welcomeVi)}
          {text('en', 'welcome', t.welcomeEn)}
          {text('vi', 'consent', t.consentVi)}
          {text('en', 'consent', t.consentEn)}
          <Field
            label={t.helpEmail}
            name="help_email"
            autocomplete="off"
            value={draft.help_email}
            onInput={(help_email) => set({ help_email })}
          />
          <Field
            label={t.helpPhone}
            name="help_phone"
            autocomplete="off"
            value={draft.help_phone}
            onInput={(help_phone) => set({ help_phone })}
          />
          <Field
            label={t.appLink}
            hint={t.appLinkHint}
            name="app_link"
            autocomplete="off"
            value={draft.app_link}
            onInput={(app_link) => set({ app_link })}
          />
          {error !== null && <Trouble error={error} />}
          <div class="row">
            <Button kind="primary" type="submit" busy={busy} data-testid="brand-save">
              {t.save}
            </Button>
            <Button icon="eye" disabled={busy} onClick={() => void attempt(show)}>
              {t.show}
            </Button>
          </div>
        </form>
        {token !== null && <Preview token={token} />}
      </div>
    </Page>
  )
}

/** The element is made by hand: the types of JSX do not know it. */
function Preview({ token }: { token: string }) {
  const t = brandWords()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!place) return
    defineSelfsameVerify()
    const element = document.createElement('selfsame-verify')
    element.setAttribute('base-url', baseUrl)
    element.setAttribute('token', token)
    place.replaceChildren(element)
    return () => element.remove()
  }, [place, token])
  return (
    <section class="panel" aria-labelledby="preview-title">
      <h2 id="preview-title">{t.preview}</h2>
      <p class="muted small">{t.previewHint}</p>
      <div class="brand-preview" ref={setPlace} data-testid="brand-preview" />
    </section>
  )
}
