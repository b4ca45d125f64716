// The state of the server, as /readyz tells it.
import { useCallback, useEffect, useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Icon } from '../parts/icon.tsx'
import { connect, session } from '../session.tsx'
import { home } from '../words/home.ts'

type State =
  | { kind: 'asking' }
  | { kind: 'ready' }
  | { kind: 'not-ready'; wrong: readonly string[] }
  | { kind: 'away' }

export function ServerState() {
  const t = home()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const ask = useCallback(async () => {
    setState({ kind: 'asking' })
    try {
      const { result_code, checks } = await connect().readyz({ retries: 0, timeoutMs: 10_000 })
      const wrong = Object.entries(checks ?? {}).filter(([, said]) => said !== 'ok')
      setState(
        result_code === 200
          ? { kind: 'ready' }
          : { kind: 'not-ready', wrong: wrong.map(([part, said]) => `${part}: ${said}`) },
      )
    } catch {
      setState({ kind: 'away' })
    }
  }, [])
  useEffect(() => {
    void ask()
  }, [ask])
  const words = { asking: t.asking, ready: t.ready, 'not-ready': t.notReady, away: t.away }
  const version = session.value?.version
  return (
    <div
      class={`server-state server-${state.kind}`}
      role="status"
      data-testid="server-state"
      data-state={state.kind}
    >
      {state.kind === 'asking' ? (
        <span class="spinner" aria-hidden="true" />
      ) : (
        <Icon name={state.kind === 'ready' ? 'pass' : 'warn'} />
      )}
      <span>
        <strong>{words[state.kind]}</strong>
        {version && <span class="muted small">{fill(t.version, { version })}</span>}
        {state.kind === 'not-ready' && <span class="muted small">{state.wrong.join(' · ')}</span>}
      </span>
      {(state.kind === 'away' || state.kind === 'not-ready') && (
        <button
          type="button"
          class="icon-button"
          aria-label={t.recheck}
          title={t.recheck}
          onClick={() => void ask()}
        >
          <Icon name="again" />
        </button>
      )}
    </div>
  )
}
