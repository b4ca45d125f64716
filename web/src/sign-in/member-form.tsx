// Signing in as a person: e-mail address and password, or a passkey.
import type { TargetedSubmitEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { SelfsameRefusal } from '../../../client/src/index.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { asNobody, enter } from '../session.tsx'
import { members } from '../words/members.ts'
import { shell } from '../words/shell.ts'
import { hasPasskeys, usePasskey } from './passkeys.ts'
import { Wrong } from './wrong.tsx'

type State = { kind: 'idle' } | { kind: 'asking' } | { kind: 'wrong' } | { kind: 'failed'; error: unknown }

const names = ['organisation', 'email', 'password'] as const

export function MemberForm() {
  const [t, own] = [shell(), members()]
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [missing, setMissing] = useState<readonly string[]>([])

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setState({ kind: 'asking' })
    try {
      await act()
      setState({ kind: 'idle' })
    } catch (error) {
      const isWrong = error instanceof SelfsameRefusal && error.resultCode === 401
      setState(isWrong ? { kind: 'wrong' } : { kind: 'failed', error })
    }
  }

  const submit = async (event?: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event?.preventDefault()
    if (!form.current) return
    const given = new FormData(form.current)
    const [organisation = '', email = '', password = ''] = names.map((name) => String(given.get(name) ?? ''))
    const empty = names.filter((name) => String(given.get(name) ?? '').trim() === '')
    setMissing(empty)
    const [first] = empty
    if (first) return form.current.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    await attempt(async () => {
      await enter(
        await asNobody().signIn({ organisation: organisation.trim(), email: email.trim(), password }),
      )
    })
  }

  const byPasskey = (): Promise<void> =>
    attempt(async () => {
      const client = asNobody()
      const { options } = await client.passkeySignInOptions()
      const response = await usePasskey(options)
      if (response) await enter(await client.signInWithPasskey({ response }))
    })

  const error = (name: string) => (missing.includes(name) ? t.signInMissing : undefined)
  return (
    <form ref={form} class="sign-in-fields" noValidate onSubmit={submit} data-state={state.kind}>
      {state.kind === 'wrong' && <Wrong title={own.wrong} help={t.signInWrongHelp} />}
      {state.kind === 'failed' && <Trouble error={state.error} />}
      <Field
        label={t.signInName}
        name="organisation"
        autocomplete="organization"
        required
        error={error('organisation')}
      />
      <Field label={own.email} name="email" autocomplete="username" required error={error('email')} />
      <Field
        label={t.signInPassword}
        name="password"
        type="password"
        autocomplete="current-password"
        required
        error={error('password')}
      />
      <Button kind="primary" type="submit" busy={state.kind === 'asking'}>
        {t.signIn}
      </Button>
      {hasPasskeys() && (
        <Button
          icon="user"
          data-testid="passkey-sign-in"
          disabled={state.kind === 'asking'}
          onClick={byPasskey}
        >
          {own.withPasskey}
        </Button>
      )}
      <p class="muted small">{own.signInHint}</p>
    </form>
  )
}
