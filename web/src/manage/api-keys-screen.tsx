// The screen of API keys: create, give a new secret, revoke.
import { useState } from 'preact/hooks'
import type { AnswerOf, RequestOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Field, Tick } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { members, scopeWords, stateWords } from '../words/members.ts'
import { Rows, ShownOnce, timeText, useLoaded } from './list.tsx'

type ApiKey = AnswerOf<'apiKeys'>['api_keys'][number]
type Scope = RequestOf<'createApiKey'>['scopes'][number]

/** The words of the API, because people who make a key write them into programs, too. */
const scopes: readonly Scope[] = [
  ...(['all', 'verifications', 'review', 'settings'] as const),
  ...(['documents', 'faces', 'liveness', 'persons', 'read'] as const),
]

const scopeLabel = (scope: Scope): string => {
  const words = scopeWords()[scope]
  return words.toLowerCase() === scope ? words : `${words} (${scope})`
}

export function ApiKeysScreen() {
  const t = members()
  const says = stateWords()
  const list = useLoaded(async (client) => (await client.apiKeys()).api_keys.toReversed())
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['verifications'])
  const [isTest, setTest] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const [ending, setEnding] = useState<ApiKey | null>(null)
  const isWhole = name.trim() !== '' && chosen.length > 0
  return (
    <Page title={t.apiKeys} lead={t.apiKeysLead}>
      <div class="screen" data-state={list.items === null ? 'loading' : 'ready'}>
        <form
          class="panel"
          onSubmit={async (event) => {
            event.preventDefault()
            if (!isWhole) return
            const wanted = { name: name.trim(), scopes: [...chosen], is_test: isTest }
            const made = await list.act((client) => client.createApiKey(wanted))
            if (made) setKey(made.key)
          }}
        >
          <Field
            label={t.keyName}
            name="name"
            autocomplete="off"
            maxLength={64}
            value={name}
            onInput={setName}
          />
          <fieldset class="managed-label">
            <legend>{t.scopes}</legend>
            <div class="row">
              {scopes.map((scope) => (
                <Tick
                  key={scope}
                  label={scopeLabel(scope)}
                  checked={chosen.includes(scope)}
                  onChange={(isOn) =>
                    setChosen(isOn ? [...chosen, scope] : chosen.filter((other) => other !== scope))
                  }
                />
              ))}
            </div>
          </fieldset>
          <Tick label={t.testKey} checked={isTest} onChange={setTest} />
          <div class="row">
            <Button kind="primary" type="submit" icon="plus" busy={list.isBusy} disabled={!isWhole}>
              {t.createKey}
            </Button>
          </div>
        </form>
        {key !== null && <ShownOnce text={key} says={t.keyShown} copy={t.copyKey} />}
        <Rows loaded={list} empty={t.noKeys} label={t.apiKeys}>
          {(one: ApiKey) => (
            <li key={one.id} class="managed-row" data-key-state={one.state}>
              <p>
                <strong>{one.name}</strong> <span class="mono small">{one.id}</span>
              </p>
              <p class="muted small">
                <code>{[...one.scopes, ...(one.is_test ? ['test'] : [])].join(', ')}</code> ·{' '}
                {says[one.state]} ·{' '}
                {one.last_used_at === null
                  ? t.usedNever
                  : fill(t.usedAt, { time: timeText(one.last_used_at) })}
              </p>
              {one.state === 'good' && (
                <div class="row">
                  <Button
                    disabled={list.isBusy}
                    aria-label={`${t.rotate}: ${one.name}`}
                    onClick={async () =>
                      setKey((await list.act((client) => client.rotateApiKey(one.id, {})))?.key ?? null)
                    }
                  >
                    {t.rotate}
                  </Button>
                  <Button
                    kind="danger"
                    icon="trash"
                    disabled={list.isBusy}
                    aria-label={`${t.revoke}: ${one.name}`}
                    onClick={() => setEnding(one)}
                  >
                    {t.revoke}
                  </Button>
                </div>
              )}
            </li>
          )}
        </Rows>
        {ending && (
          <Confirm
            title={fill(t.revokeAsk, { name: ending.name })}
            text={t.revokeText}
            yes={t.revoke}
            onNo={() => setEnding(null)}
            onYes={() => {
              setEnding(null)
              void list.act((client) => client.revokeApiKey(ending.id))
            }}
          />
        )}
      </div>
    </Page>
  )
}
