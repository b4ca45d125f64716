// The screen of the sandbox: start a test verification that a persona walks through, and watch its state.
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { connect } from '../session.tsx'
import { reasonWords, type State, StateBadge } from '../verifications/shown.tsx'
import { members } from '../words/members.ts'
import { wordOf } from '../words/verifications.ts'
import { Rows, useLoaded } from './list.tsx'

type Persona = AnswerOf<'listPersonas'>['personas'][number]

interface Started {
  readonly id: string
  readonly persona: string
  readonly state: State
}

const inSandbox = () => connect(undefined, { sandbox: true })
const goesOn = (state: string): boolean => ['created', 'started', 'processing'].includes(state)
const lookEveryMs = 1500

export function PersonasScreen() {
  const t = members()
  const list = useLoaded(async (client) => (await client.listPersonas()).personas)
  const [policy, setPolicy] = useState('simple')
  const [started, setStarted] = useState<Started | null>(null)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    if (!started || !goesOn(started.state)) return
    const look = setTimeout(() => {
      inSandbox()
        .verification(started.id)
        .then(({ state }) => setStarted({ ...started, state }), setError)
    }, lookEveryMs)
    return () => clearTimeout(look)
  }, [started])

  const start = async (persona: string): Promise<void> => {
    setError(null)
    try {
      const wanted = { policy: policy.trim(), persona, external_person_id: `studio-${persona}` }
      const { id, state } = await inSandbox().createVerification(wanted)
      setStarted({ id, persona, state })
    } catch (fault) {
      setError(fault)
    }
  }

  return (
    <Page title={t.personas} lead={t.personasLead}>
      <div class="screen" data-state={list.items === null ? 'loading' : 'ready'}>
        <div class="panel">
          <Field label={t.policy} name="policy" value={policy} onInput={setPolicy} maxLength={64} />
        </div>
        {error !== null && <Trouble error={error} />}
        {started && (
          <p role="status" data-testid="walk" data-walk={started.state}>
            {fill(t.started, { persona: started.persona })} <StateBadge state={started.state} />{' '}
            <a href={`#/verifications/list?id=${started.id}`}>{t.openCase}</a>
          </p>
        )}
        <Rows loaded={list} empty="" label={t.personas}>
          {(one: Persona) => (
            <li key={one.name} class="managed-row">
              <p>
                <strong class="mono">{one.name}</strong>
              </p>
              <p class="muted small">
                {one.reason === null ? t.doesAll : reasonWords(one.reason)}{' '}
                {one.decision !== 'none' && fill(t.comesTo, { decision: wordOf(`${one.decision}_state`) })}
              </p>
              <div class="row">
                <Button
                  data-persona={one.name}
                  aria-label={`${t.start}: ${one.name}`}
                  disabled={policy.trim() === ''}
                  onClick={() => void start(one.name)}
                >
                  {t.start}
                </Button>
              </div>
            </li>
          )}
        </Rows>
      </div>
    </Page>
  )
}
