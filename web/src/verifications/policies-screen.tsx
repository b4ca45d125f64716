// The screen of policies: their list, and an editor as form or JSON that shows the effect on past cases before saving.
import './verifications.css'
import { useEffect, useState } from 'preact/hooks'
import { type AnswerOf, type components, SelfsameRefusal } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Choice, Field, Tick } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork } from '../parts/work.ts'
import { route } from '../router.tsx'
import { baseUrl } from '../session.tsx'
import { faultWords } from '../words/field-faults.ts'
import { shell } from '../words/shell.ts'
import { stepWord, verifications, wordOf } from '../words/verifications.ts'
import { language } from '../words/words.ts'
import { Select, TextArea } from './controls.tsx'
import { usePolicies } from './filters.tsx'
import { type Schema, SchemaForm } from './schema-form.tsx'
import { reasonWords, Time } from './shown.tsx'

type Policies = AnswerOf<'listPolicies'>
type Whole = AnswerOf<'policy'>
type Trial = AnswerOf<'tryPolicy'>
type Definition = Readonly<Record<string, unknown>>

/** What the form or the text holds, which the server checks: it says what is wrong, field by field. */
const asked = (draft: Definition): components['schemas']['PolicyDefinition'] =>
  draft as components['schemas']['PolicyDefinition']

const NEW = 'new'

function List() {
  const t = verifications()
  const work = useWork<Policies>()
  useEffect(() => void work.run((client, options) => client.listPolicies(options)), [])
  const { state } = work
  return (
    <Page
      title={t.policies}
      lead={t.policiesLead}
      aside={
        <a class="button button-primary" href={`#/verifications/policies?id=${NEW}`}>
          {t.newPolicy}
        </a>
      }
    >
      <div class="screen" data-state={state.kind}>
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {state.kind === 'done' && (
          <ul class="panel policy-list" data-testid="policies">
            {state.answer.policies.map(({ id, version, is_preset, archived_at, created_at }) => (
              <li key={id}>
                <span>
                  <strong>{id}</strong>
                  <span class="muted small">
                    {version !== null && fill(t.version, { version })}
                    {created_at !== null && (
                      <>
                        {' · '}
                        <Time at={created_at} />
                      </>
                    )}
                  </span>
                </span>
                {is_preset && <span class="tag">{t.preset}</span>}
                {archived_at !== null && <span class="tag">{t.archived}</span>}
                <a
                  class="button button-quiet"
                  href={`#/verifications/policies?id=${id}`}
                  aria-label={`${is_preset ? t.look : t.edit}: ${id}`}
                >
                  {is_preset ? t.look : t.edit}
                </a>
                <a
                  class="button button-quiet"
                  href={`#/verifications/policies?id=${NEW}&from=${id}`}
                  aria-label={`${t.copyPolicy}: ${id}`}
                >
                  {t.copyPolicy}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  )
}

/** The schemas of the API, of which the form is made; none where the server does not tell them. */
async function fetchSchemas(signal: AbortSignal | undefined): Promise<Readonly<Record<string, Schema>>> {
  try {
    const answer = await fetch(`${baseUrl}/openapi.json`, signal ? { signal } : {})
    const { components } = (await answer.json()) as { components: { schemas: Record<string, Schema> } }
    return components.schemas
  } catch {
    return {}
  }
}

const MOST_TRIED = 100

function TrialPart({ id, draft }: { id: string; draft: Definition }) {
  const t = verifications()
  const policies = usePolicies()
  const [on, setOn] = useState(id)
  const [isTest, setTest] = useState(false)
  const work = useWork<Trial>()
  useEffect(() => work.reset(), [draft])
  const { state } = work
  const attempt = () =>
    work.run((client, options) =>
      client.tryPolicy(
        on,
        { definition: asked(draft), last: MOST_TRIED, is_test: isTest },
        { ...options, timeoutMs: 120_000 },
      ),
    )
  return (
    <section class="panel" aria-labelledby="trial-title">
      <h2 id="trial-title">{t.trial}</h2>
      <div class="filters">
        <Select
          label={t.trialOn}
          name="trial-on"
          value={on}
          options={[...new Set([on, ...policies])].map((value) => ({ value, label: value }))}
          onChange={setOn}
        />
        <Tick label={t.tests} name="trial-test" checked={isTest} onChange={setTest} />
        <Button busy={state.kind === 'working'} data-testid="try" onClick={() => void attempt()}>
          {fill(t.tryIt, { count: MOST_TRIED })}
        </Button>
      </div>
      {state.kind === 'idle' && <p class="muted">{t.trialFirst}</p>}
      {state.kind === 'failed' && <Trouble error={state.error} />}
      {state.kind === 'done' && (
        <div data-testid="trial" data-changed={state.answer.changes.length} role="status">
          <p>
            <strong>
              {state.answer.changes.length === 0
                ? t.trialNone
                : fill(t.trialChanged, { changed: state.answer.changes.length, tried: state.answer.tried })}
            </strong>
          </p>
          {state.answer.gone > 0 && <p class="muted">{fill(t.trialGone, { count: state.answer.gone })}</p>}
          {state.answer.untried.length > 0 && (
            <p class="muted">
              {fill(t.trialUntried, { steps: state.answer.untried.map(stepWord).join(', ') })}
            </p>
          )}
          <ul class="notes">
            {state.answer.changes.map((change) => (
              <li key={change.verification_id}>
                <a class="duplicate-case" href={`#/verifications/list?id=${change.verification_id}`}>
                  {fill(t.fromTo, {
                    from: wordOf(`${change.from}_state`),
                    to: wordOf(`${change.to}_state`),
                  })}
                </a>
                <p class="muted small">
                  {[
                    ...change.added.map((one) => `+ ${reasonWords(one)}`),
                    ...change.dropped.map((one) => `− ${reasonWords(one)}`),
                  ].join(' ')}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const faultsIn = (error: unknown): ReadonlyMap<string, string> =>
  new Map(
    error instanceof SelfsameRefusal
      ? error.errors.map(({ path, message }) => [
          path.replace(/^definition\.?/, ''),
          faultWords(message) ?? shell().wrongField,
        ])
      : [],
  )

interface Loaded {
  readonly whole: Whole
  readonly kinds: readonly string[]
  readonly schemas: Readonly<Record<string, Schema>>
}

function Editor({ id, from }: { id: string; from: string }) {
  const t = verifications()
  const isNew = id === NEW
  const loading = useWork<Loaded>()
  const saving = useWork<{ readonly version: number }>()
  const [name, setName] = useState('')
  const [draft, setDraft] = useState<Definition>({})
  const [view, setView] = useState<'form' | 'json'>('form')
  const [text, setText] = useState('')
  const [badJson, setBadJson] = useState<string>()
  const [isArchiving, setArchiving] = useState(false)
  useEffect(() => {
    void loading
      .run(async (client, { signal }) => {
        const options = signal ? { signal } : {}
        const [whole, simple, schemas] = await Promise.all([
          client.policy(isNew ? from : id, options),
          client.policy('simple', options),
          fetchSchemas(signal),
        ])
        return { whole, schemas, kinds: simple.definition.steps.document?.kinds ?? [] }
      })
      .then((done) => {
        if (!done) return
        setDraft(done.answer.whole.definition as unknown as Definition)
        if (!done.answer.schemas.PolicyDefinition) setView('json')
      })
  }, [id, from])
  useEffect(() => setText(JSON.stringify(draft, null, 2)), [draft, view])
  const { state } = loading
  if (state.kind === 'failed') return <Trouble error={state.error} onRetry={loading.again} />
  if (state.kind !== 'done') return <p class="muted">{shell().loading}</p>
  const { whole, schemas, kinds } = state.answer
  const schema = schemas.PolicyDefinition
  const isLocked = !isNew && whole.is_preset
  const faults = saving.state.kind === 'failed' ? faultsIn(saving.state.error) : new Map<string, string>()
  const save = async (): Promise<void> => {
    const done = await saving.run((client, options) =>
      isNew
        ? client.createPolicy({ id: name.trim(), definition: asked(draft) }, options)
        : client.changePolicy(id, { definition: asked(draft) }, options),
    )
    if (!done) return
    announce(fill(t.saved, { version: done.answer.version }))
    if (isNew) location.hash = `#/verifications/policies?id=${name.trim()}`
  }
  const write = (given: string): void => {
    setText(given)
    try {
      setDraft(JSON.parse(given) as Definition)
      setBadJson(undefined)
    } catch (error) {
      // Browsers say why in English.
      const why = language.value === 'en' ? `: ${(error as Error).message}` : ''
      setBadJson(`${t.badJson}${why}`)
    }
  }
  const archive = async (): Promise<void> => {
    setArchiving(false)
    await saving.run(async (client, options) => {
      await client.archivePolicy(id, {}, options)
      location.hash = '#/verifications/policies'
      return { version: whole.version ?? 1 }
    })
  }
  return (
    <div class="screen" data-testid="policy" data-id={id}>
      {isLocked && <p class="muted">{t.presetHelp}</p>}
      {isNew && (
        <Field
          label={t.policyName}
          hint={t.policyNameHint}
          name="policy-id"
          maxLength={64}
          value={name}
          error={faults.get('id')}
          onInput={setName}
        />
      )}
      {schema && (
        <Choice
          label={t.editTitle}
          value={view}
          options={[
            { value: 'form', label: t.form },
            { value: 'json', label: t.json },
          ]}
          onChange={setView}
        />
      )}
      {view === 'form' && schema ? (
        <SchemaForm
          schema={schema}
          value={draft}
          context={{ schemas, kinds, faults, isLocked }}
          onChange={setDraft}
        />
      ) : (
        <div class="panel">
          <TextArea
            label={t.jsonLabel}
            name="json"
            rows={24}
            mono
            readOnly={isLocked}
            value={text}
            error={badJson}
            onInput={write}
          />
        </div>
      )}
      <TrialPart id={isNew ? from : id} draft={draft} />
      {saving.state.kind === 'failed' && <Trouble error={saving.state.error} />}
      {saving.state.kind === 'done' && (
        <Verdict tone="pass" title={fill(t.saved, { version: saving.state.answer.version })} />
      )}
      {!isLocked && (
        <div class="row">
          <Button
            kind="primary"
            busy={saving.state.kind === 'working'}
            disabled={badJson !== undefined || (isNew && name.trim() === '')}
            data-testid="save-policy"
            onClick={() => void save()}
          >
            {isNew ? t.saveNew : t.save}
          </Button>
          {!isNew && whole.archived_at === null && (
            <Button kind="danger" onClick={() => setArchiving(true)}>
              {t.archive}
            </Button>
          )}
        </div>
      )}
      {isArchiving && (
        <Confirm
          title={fill(t.archiveTitle, { id })}
          text={t.archiveText}
          yes={t.archive}
          onYes={() => void archive()}
          onNo={() => setArchiving(false)}
        />
      )}
    </div>
  )
}

export function PoliciesScreen() {
  const t = verifications()
  const id = route.value.query.get('id')
  const from = route.value.query.get('from') ?? 'simple'
  if (id === null) return <List key="list" />
  return (
    <Page
      key={`${id}/${from}`}
      title={id === NEW ? t.newPolicy : fill(t.editTitle, { id })}
      aside={
        <a class="button button-quiet" href="#/verifications/policies">
          {t.back}
        </a>
      }
    >
      <Editor id={id} from={from} />
    </Page>
  )
}
