// Signing in with the name and password of an organisation.
import type { TargetedSubmitEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { SelfsameRefusal } from '../../../client/src/index.ts'
import { Button } from '../parts/button.tsx'
import { Choice, Field, Tick } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Brand } from '../parts/mark.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { signIn, wasMemberHere } from '../session.tsx'
import { members } from '../words/members.ts'
import { shell } from '../words/shell.ts'
import { MemberForm } from './member-form.tsx'
import { Wrong } from './wrong.tsx'

/** Browsers give a camera only to pages that came over HTTPS, or from the machine itself. */
function Insecure() {
  const t = shell()
  return (
    <section class="verdict tone-warn" data-testid="insecure">
      <span class="verdict-icon">
        <Icon name="warn" size={26} />
      </span>
      <div class="verdict-words">
        <p class="verdict-title">{t.insecure}</p>
        <p>{t.insecureHelp}</p>
      </div>
    </section>
  )
}

type State = { kind: 'idle' } | { kind: 'asking' } | { kind: 'wrong' } | { kind: 'failed'; error: unknown }

/** As a person, or with the name and password of the organisation. */
export function SignIn() {
  const [t, own] = [shell(), members()]
  const [as, setAs] = useState<'member' | 'organisation'>(wasMemberHere() ? 'member' : 'organisation')
  return (
    <main class="sign-in" data-screen="sign-in">
      <div class="sign-in-about">
        <p class="sign-in-brand">
          <Brand size={44} />
          <span>Selfsame</span>
        </p>
        <p class="sign-in-claim">{t.signInLead}</p>
        <ul class="sign-in-trust">
          {[t.trust1, t.trust2, t.trust3].map((text) => (
            <li key={text}>
              <Icon name="check" />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div class="sign-in-side">
        <LanguageChoice />
        <div class="sign-in-form">
          <h1>{t.signInTitle}</h1>
          {!isSecureContext && <Insecure />}
          <Choice
            label={own.signInAs}
            value={as}
            options={[
              { value: 'organisation', label: own.asOrganisation },
              { value: 'member', label: own.asMember },
            ]}
            onChange={setAs}
          />
          {as === 'member' ? <MemberForm /> : <OrganisationForm />}
        </div>
      </div>
    </main>
  )
}

function OrganisationForm() {
  const t = shell()
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [keep, setKeep] = useState(false)
  const [shown, setShown] = useState(false)
  const [missing, setMissing] = useState<readonly string[]>([])

  const submit = async (event?: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event?.preventDefault()
    if (!form.current) return
    const given = new FormData(form.current)
    const name = String(given.get('name') ?? '').trim()
    // Passwords of organisations are drawn by the server and have no spaces: these came along when it was pasted.
    const password = String(given.get('password') ?? '').trim()
    const empty = [...(name ? [] : ['name']), ...(password ? [] : ['password'])]
    setMissing(empty)
    const [first] = empty
    if (first) {
      form.current.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    setState({ kind: 'asking' })
    try {
      await signIn(name, password, keep)
    } catch (error) {
      const wrong = error instanceof SelfsameRefusal && error.resultCode === 401
      setState(wrong ? { kind: 'wrong' } : { kind: 'failed', error })
      if (wrong) form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
    }
  }

  return (
    <form ref={form} class="sign-in-fields" noValidate onSubmit={submit} data-state={state.kind}>
      {state.kind === 'wrong' && <Wrong title={t.signInWrong} help={t.signInWrongHelp} />}
      {state.kind === 'failed' && <Trouble error={state.error} onRetry={submit} />}
      <Field
        label={t.signInName}
        name="name"
        autocomplete="username"
        required
        error={missing.includes('name') ? t.signInMissing : undefined}
      />
      <Field
        label={t.signInPassword}
        name="password"
        type={shown ? 'text' : 'password'}
        autocomplete="current-password"
        required
        error={missing.includes('password') ? t.signInMissing : undefined}
        after={
          <button
            type="button"
            class="icon-button"
            aria-label={shown ? t.hidePassword : t.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        }
      />
      <Tick label={t.signInKeep} name="keep" checked={keep} onChange={setKeep} />
      <Button kind="primary" type="submit" busy={state.kind === 'asking'}>
        {t.signIn}
      </Button>
      <p class="muted small">{t.signInHint}</p>
    </form>
  )
}
