// The screen of members: invite, change the role, reset, disable and remove.
import { useState } from 'preact/hooks'
import type { AnswerOf, RequestOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { baseUrl, session } from '../session.tsx'
import { members, roleWords, stateWords } from '../words/members.ts'
import { type Loaded, Rows, ShownOnce, timeText, useLoaded } from './list.tsx'

type Member = AnswerOf<'members'>['members'][number]
type Role = Member['role']
type Invited = AnswerOf<'inviteMember'>

const roles: readonly Role[] = ['viewer', 'reviewer', 'admin']

function RoleChoice({
  label,
  value,
  onChange,
}: {
  label: string
  value: Role
  onChange: (role: Role) => void
}) {
  const says = roleWords()
  return (
    <label class="managed-label">
      <span>{label}</span>
      <select
        class="managed-select"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Role)}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {says[role]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A server that does not know its own address answers a path. */
const linkOf = ({ invitation: { token } }: Invited): string => `${baseUrl}/studio/#/join/${token}`

function Invite({
  act,
  isBusy,
  onInvited,
}: Pick<Loaded<unknown>, 'act' | 'isBusy'> & { onInvited: (made: Invited) => void }) {
  const t = members()
  const [wanted, setWanted] = useState<RequestOf<'inviteMember'>>({ email: '', name: '', role: 'viewer' })
  const isWhole = wanted.email.includes('@') && wanted.name.trim() !== ''
  return (
    <form
      class="panel"
      onSubmit={async (event) => {
        event.preventDefault()
        if (!isWhole) return
        const made = await act((client) => client.inviteMember(wanted))
        if (!made) return
        onInvited(made)
        setWanted({ ...wanted, email: '', name: '' })
      }}
    >
      <Field
        label={t.name}
        name="name"
        autocomplete="off"
        value={wanted.name}
        onInput={(name) => setWanted({ ...wanted, name })}
      />
      <Field
        label={t.email}
        name="email"
        autocomplete="off"
        value={wanted.email}
        onInput={(email) => setWanted({ ...wanted, email })}
      />
      <RoleChoice label={t.role} value={wanted.role} onChange={(role) => setWanted({ ...wanted, role })} />
      <div class="row">
        <Button kind="primary" type="submit" icon="plus" busy={isBusy} disabled={!isWhole}>
          {t.invite}
        </Button>
      </div>
    </form>
  )
}

export function MembersScreen() {
  const t = members()
  const says = stateWords()
  const list = useLoaded(async (client) => (await client.members()).members)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [leaving, setLeaving] = useState<Member | null>(null)
  return (
    <Page title={t.members} lead={t.membersLead}>
      <div class="screen" data-state={list.items === null ? 'loading' : 'ready'}>
        <Invite {...list} onInvited={setInvited} />
        {invited && (
          <ShownOnce
            text={linkOf(invited)}
            says={fill(t.invited, { name: invited.member.name })}
            copy={t.copyLink}
          />
        )}
        <Rows loaded={list} empty={t.noMembers} label={t.members}>
          {(one: Member) => (
            <li key={one.id} class="managed-row" data-member={one.email} data-member-state={one.state}>
              <p>
                <strong>{one.name}</strong> {one.id === session.value?.member?.id && `(${t.you})`}
              </p>
              <p class="muted small">
                {one.email} · {says[one.state]} ·{' '}
                {one.signed_in_at === null
                  ? t.signedInNever
                  : fill(t.signedInAt, { time: timeText(one.signed_in_at) })}
              </p>
              <div class="row">
                <RoleChoice
                  label={`${t.role}: ${one.name}`}
                  value={one.role}
                  onChange={(role) => void list.act((client) => client.changeMember(one.id, { role }))}
                />
                <Button
                  disabled={list.isBusy}
                  aria-label={`${t.reset}: ${one.name}`}
                  onClick={async () =>
                    setInvited((await list.act((client) => client.resetMember(one.id))) ?? null)
                  }
                >
                  {t.reset}
                </Button>
                <Button
                  disabled={list.isBusy}
                  aria-label={`${one.state === 'disabled' ? t.enable : t.disable}: ${one.name}`}
                  onClick={() =>
                    void list.act((client) =>
                      client.changeMember(one.id, { enabled: one.state === 'disabled' }),
                    )
                  }
                >
                  {one.state === 'disabled' ? t.enable : t.disable}
                </Button>
                <Button
                  kind="danger"
                  icon="trash"
                  disabled={list.isBusy}
                  aria-label={`${t.remove}: ${one.name}`}
                  onClick={() => setLeaving(one)}
                >
                  {t.remove}
                </Button>
              </div>
            </li>
          )}
        </Rows>
        {leaving && (
          <Confirm
            title={fill(t.removeAsk, { name: leaving.name })}
            text={t.removeText}
            yes={t.remove}
            onNo={() => setLeaving(null)}
            onYes={() => {
              setLeaving(null)
              void list.act((client) => client.removeMember(leaving.id))
            }}
          />
        )}
      </div>
    </Page>
  )
}
