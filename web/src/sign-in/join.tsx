// Joining by an invitation, or coming back after a reset: choose a password, or make a passkey.
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type AnswerOf, SelfsameRefusal } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Brand } from '../parts/mark.tsx'
import { Progress } from '../parts/progress.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { asNobody, enter } from '../session.tsx'
import { members, roleWords } from '../words/members.ts'
import { shell } from '../words/shell.ts'
import { hasPasskeys, makePasskey } from './passkeys.ts'
import { Wrong } from './wrong.tsx'

type Invited = AnswerOf<'invitation'>

export function Join({ token }: { token: string }) {
  const [t, own] = [shell(), members()]
  const [invited, setInvited] = useState<Invited | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<string | undefined>(undefined)
  useEffect(() => {
    asNobody().invitation({ token }).then(setInvited, setError)
  }, [token])

  const attempt = async (act: () => Promise<AnswerOf<'join'> | null>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const joined = await act()
      if (joined) {
        // The link is used up: a reload must not show it again.
        location.hash = '#/'
        await enter(joined)
      }
    } catch (fault) {
      setError(fault)
    }
    setBusy(false)
  }

  const byPassword = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const isShort = password.length < 12
    setMissing(isShort ? own.passwordShort : undefined)
    if (!isShort) await attempt(() => asNobody().join({ token, password }))
  }

  const byPasskey = (): Promise<void> =>
    attempt(async () => {
      const client = asNobody()
      const { options } = await client.joinPasskeyOptions({ token })
      const passkey = await makePasskey(options)
      return passkey && client.join({ token, passkey })
    })

  const isOver = error instanceof SelfsameRefusal && error.resultCode === 404
  return (
    <main class="sign-in" data-screen="join">
      <div class="sign-in-about">
        <p class="sign-in-brand">
          <Brand size={44} />
          <span>Selfsame</span>
        </p>
        {invited && <p class="sign-in-claim">{fill(own.joinLead, { organisation: invited.organisation })}</p>}
      </div>
      <div class="sign-in-side">
        <LanguageChoice />
        <form class="sign-in-form" noValidate onSubmit={byPassword}>
          <h1>{own.joinTitle}</h1>
          {isOver && <Wrong title={own.invitationOver} help={own.invitationOverHelp} />}
          {error !== null && !isOver && <Trouble error={error} />}
          {!invited && error === null && <Progress label={t.loading} />}
          {invited && !isOver && (
            <>
              <p>
                <strong>{invited.name}</strong>, {invited.email} · {roleWords()[invited.role]}
              </p>
              <input type="hidden" name="username" autocomplete="username" value={invited.email} />
              <Field
                label={own.newPassword}
                hint={own.passwordHint}
                name="password"
                type="password"
                autocomplete="new-password"
                required
                error={missing}
              />
              <Button kind="primary" type="submit" busy={busy}>
                {own.join}
              </Button>
              {hasPasskeys() && (
                <Button icon="user" data-testid="passkey-join" disabled={busy} onClick={byPasskey}>
                  {own.joinWithPasskey}
                </Button>
              )}
            </>
          )}
        </form>
      </div>
    </main>
  )
}
