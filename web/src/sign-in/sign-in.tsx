// Signing in with the name and password of an organisation.
import type { TargetedSubmitEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { SelfsameRefusal } from '../../../client/src/index.ts'
import { Button } from '../parts/button.tsx'
import { Field, Tick } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Brand } from '../parts/mark.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { signIn } from '../session.tsx'
import { shell } from '../words/shell.ts'

function Wrong() {
  const t = shell()
  return (
    <section class="verdict tone-fail" role="alert" data-testid="sign-in-wrong">
      <span class="verdict-icon">
        <Icon name="fail" size={26} />
      </span>
      <div class="verdict-words">
        <p class="verdict-title">{t.signInWrong}</p>
        <p>{t.signInWrongHelp}</p>
      </div>
    </section>
  )
}

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

export function SignIn() {
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
    const password = String(given.get('password') ?? '')
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
    <main class="sign-in" data-screen="sign-in" data-state={state.kind}>
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
        <form ref={form} class="sign-in-form" noValidate onSubmit={submit}>
          <h1>{t.signInTitle}</h1>
          {!isSecureContext && <Insecure />}
          {state.kind === 'wrong' && <Wrong />}
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
      </div>
    </main>
  )
}
