// The screen of a member's own account: change the password, add and remove passkeys, see and end sessions.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { enter, session, signOut } from '../session.tsx'
import { hasPasskeys, makePasskey } from '../sign-in/passkeys.ts'
import { account } from '../words/account.ts'
import { members } from '../words/members.ts'
import { Rows, timeText, useLoaded } from './list.tsx'

type Passkey = AnswerOf<'memberPasskeys'>['passkeys'][number]
type MemberSession = AnswerOf<'memberSessions'>['sessions'][number]

const SHORTEST_PASSWORD = 12

function Password() {
  const [t, own] = [account(), members()]
  const work = useWork<AnswerOf<'changeMemberPassword'>>()
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState('')
  const [isTried, setTried] = useState(false)
  const isShort = wanted.length < SHORTEST_PASSWORD
  return (
    <form
      class="panel"
      onSubmit={async (event) => {
        event.preventDefault()
        setTried(true)
        if (isShort) return
        const given = { password: wanted, ...(current !== '' && { current_password: current }) }
        const changed = await work.run((client, options) => client.changeMemberPassword(given, options))
        if (!changed) return
        // The session goes on with a new cookie, and a new token for changes.
        await enter(changed.answer)
        setCurrent('')
        setWanted('')
        setTried(false)
        announce(t.changed)
      }}
    >
      <h2>{t.password}</h2>
      <input
        type="hidden"
        name="username"
        autocomplete="username"
        value={session.value?.member?.email ?? ''}
      />
      <Field
        label={t.current}
        hint={t.currentHint}
        name="current"
        type="password"
        autocomplete="current-password"
        value={current}
        onInput={setCurrent}
      />
      <Field
        label={t.wanted}
        hint={own.passwordHint}
        name="wanted"
        type="password"
        autocomplete="new-password"
        value={wanted}
        error={isTried && isShort ? own.passwordShort : undefined}
        onInput={setWanted}
      />
      {work.state.kind === 'failed' && <Trouble error={work.state.error} />}
      <div class="row">
        <Button kind="primary" type="submit" busy={work.state.kind === 'working'}>
          {t.change}
        </Button>
      </div>
    </form>
  )
}

function Passkeys() {
  const t = account()
  const list = useLoaded(async (client) => (await client.memberPasskeys()).passkeys)
  const [name, setName] = useState('')
  const add = async (): Promise<void> => {
    const made = await list.act(async (client) => {
      const { options } = await client.addPasskeyOptions()
      const response = await makePasskey(options)
      if (response) await client.addPasskey({ name: name.trim(), response })
      return response !== null
    })
    if (made) setName('')
  }
  return (
    <section class="panel" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{t.passkeys}</h2>
      <Rows loaded={list} empty={t.noPasskeys} label={t.passkeys}>
        {(one: Passkey) => (
          <li key={one.id} class="managed-row" data-passkey={one.name}>
            <p>
              <strong>{one.name}</strong>
            </p>
            <p class="muted small">
              {fill(t.madeAt, { time: timeText(one.created_at) })} ·{' '}
              {one.used_at === null ? t.usedNever : fill(t.usedAt, { time: timeText(one.used_at) })}
            </p>
            <div class="row">
              <Button
                icon="trash"
                disabled={list.isBusy}
                aria-label={`${t.removePasskey}: ${one.name}`}
                onClick={() => void list.act((client) => client.removePasskey(one.id))}
              >
                {t.removePasskey}
              </Button>
            </div>
          </li>
        )}
      </Rows>
      {hasPasskeys() ? (
        <form
          class="managed-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') void add()
          }}
        >
          <Field
            label={t.passkeyName}
            name="passkey"
            autocomplete="off"
            maxLength={64}
            value={name}
            onInput={setName}
          />
          <div class="row">
            <Button
              type="submit"
              icon="plus"
              busy={list.isBusy}
              disabled={name.trim() === ''}
              data-testid="passkey-add"
            >
              {t.addPasskey}
            </Button>
          </div>
        </form>
      ) : (
        <p class="muted small">{t.noPasskeysHere}</p>
      )}
    </section>
  )
}

function Sessions() {
  const t = account()
  const list = useLoaded(async (client) => (await client.memberSessions()).sessions)
  const end = (one: MemberSession): void => {
    if (one.is_this) signOut()
    else void list.act((client) => client.endMemberSession(one.id))
  }
  return (
    <section class="panel" aria-labelledby="sessions-title" data-state={list.items ? 'ready' : 'loading'}>
      <h2 id="sessions-title">{t.sessions}</h2>
      <Rows loaded={list} empty="" label={t.sessions}>
        {(one: MemberSession) => (
          <li key={one.id} class="managed-row" data-session={one.is_this ? 'this' : 'other'}>
            <p>
              {one.user_agent} {one.is_this && <strong>({t.thisOne})</strong>}
            </p>
            <p class="muted small">
              {fill(t.since, { time: timeText(one.created_at), used: timeText(one.used_at) })}
            </p>
            <div class="row">
              <Button disabled={list.isBusy} onClick={() => end(one)}>
                {t.end}
              </Button>
            </div>
          </li>
        )}
      </Rows>
    </section>
  )
}

export function AccountScreen() {
  const t = account()
  return (
    <Page title={t.title} lead={t.lead}>
      <div class="screen">
        <Password />
        <Passkeys />
        <Sessions />
      </div>
    </Page>
  )
}
