// Reads a document on the reader of this machine, where a bridge answers: what opens the chip, progress, and what went wrong.
import { useEffect, useState } from 'preact/hooks'
import type { CardFaultName, SentCard } from '../../../client/src/chip/at-reader.ts'
import type { ChipPassword, ChipReason } from '../../../client/src/chip/read-chip.ts'
import { type CallOptions, type Client, createClient, type RequestOf } from '../../../client/src/index.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { Field } from '../parts/field.tsx'
import { Progress } from '../parts/progress.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork } from '../parts/work.ts'
import { WorkProgress } from '../parts/work-progress.tsx'
import { baseUrl, session } from '../session.tsx'
import { chips } from '../words/chips.ts'
import { Capture } from './capture.tsx'

/** The pairing code of the bridge of this machine: typed once, and kept by this browser. */
const keptCode = 'selfsame.bridge'
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Whether a bridge answers at the port that the server names; undefined while that is not known. */
export function useBridge(): boolean | undefined {
  const port = session.value?.chipBridgePort ?? null
  const [isThere, setThere] = useState<boolean>()
  useEffect(() => {
    if (port === null) return
    const stop = new AbortController()
    const look = (): void => {
      fetch(`http://127.0.0.1:${port}/`, { credentials: 'omit', signal: stop.signal })
        .then((answer) => answer.json())
        .then((told: { bridge?: unknown }) => setThere(told.bridge === 'selfsame-chip'))
        .catch(() => stop.signal.aborted || setThere(false))
    }
    look()
    // A clerk starts it, and comes back to this page.
    window.addEventListener('focus', look)
    return () => {
      stop.abort()
      window.removeEventListener('focus', look)
    }
  }, [port])
  return port === null ? false : isThere
}

interface CardProgress {
  readonly percent: number
  readonly isLost: boolean
}

interface How {
  readonly verification?: string
  readonly filing?: Pick<RequestOf<'createChipDocument'>, 'external_person_id'>
}

/** The request of a card: `act` is for `useWork`, and tells how far it is. */
export function useCard() {
  const [progress, setProgress] = useState<CardProgress | null>(null)
  const act =
    (password: ChipPassword, how: How) =>
    async (client: Client, { signal }: CallOptions): Promise<SentCard> => {
      setProgress({ percent: 0, isLost: false })
      try {
        // Ciphers and curves are loaded by who reads a card.
        const [{ openBridge }, { sendCard }] = await Promise.all([
          import('./reader-bridge.ts'),
          import('../../../client/src/chip/at-reader.ts'),
        ])
        const port = session.value?.chipBridgePort ?? 0
        const bridge = await openBridge(port, localStorage.getItem(keptCode) ?? '', signal)
        try {
          return await sendCard({
            ...how,
            ...{ client, password, signal, transceive: bridge.transceive },
            withSecret: (secret) => createClient({ baseUrl, apiKey: secret }),
            onProgress: (percent) => setProgress({ percent, isLost: false }),
            onLost: () => setProgress((before) => ({ percent: before?.percent ?? 0, isLost: true })),
          })
        } finally {
          await bridge.close()
        }
      } catch (error) {
        if (faultOf(error) === 'wrong-code') localStorage.removeItem(keptCode)
        throw error
      } finally {
        setProgress(null)
      }
    }
  return { progress, act }
}

type Fault = CardFaultName | ChipReason

/** The classes are loaded with the reader, so errors are told by what they have. */
function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'CardFault' && 'fault' in error) return error.fault as CardFaultName
  return error.name === 'ChipError' && 'reason' in error ? (error.reason as ChipReason) : undefined
}

export function CardProgressBar({ progress, onCancel }: { progress: CardProgress; onCancel: () => void }) {
  const t = chips()
  const { percent, isLost } = progress
  const label = isLost ? t.slipped : percent === 0 ? t.layOn : t.readingCard
  return <Progress label={label} share={percent === 0 ? undefined : percent / 100} onCancel={onCancel} />
}

/** Another try with what was typed would fail again. */
const wronglyTyped: readonly Fault[] = ['wrong-code', 'wrong-password']

export function CardTrouble({
  error,
  onRetry,
  onBack,
}: {
  error: unknown
  onRetry: () => void
  /** Back to what was typed. */
  onBack: () => void
}) {
  const t = chips()
  const fault = faultOf(error)
  if (fault === undefined) return <Trouble error={error} onRetry={onRetry} />
  const words: Readonly<Record<Fault, string>> = {
    'no-service': t.faultService,
    'no-reader': t.faultReader,
    'several-readers': t.faultSeveral,
    'no-card': t.faultNoCard,
    busy: t.faultBusy,
    forbidden: t.faultForbidden,
    mute: t.faultMute,
    lost: t.faultLost,
    failed: t.faultFailed,
    'no-bridge': t.faultBridge,
    'wrong-code': t.faultCode,
    refused: t.faultFailed,
    ended: t.faultEnded,
    'wrong-password': t.faultPassword,
    locked: t.faultLocked,
    'not-this-chip': t.faultOther,
    tampered: t.faultTampered,
    unsupported: t.faultUnsupported,
    aborted: t.faultEnded,
  }
  return (
    <div data-fault={fault}>
      <Verdict tone="fail" title={t.notRead} text={words[fault]}>
        <Button
          icon="again"
          data-testid="card-again"
          onClick={wronglyTyped.includes(fault) ? onBack : onRetry}
        >
          {t.readAgain}
        </Button>
      </Verdict>
    </div>
  )
}

interface Typed {
  readonly number: string
  readonly birth: string
  readonly expiry: string
  readonly can: string
}

const nothing: Typed = { number: '', birth: '', expiry: '', can: '' }

async function passwordOf({ number, birth, expiry, can }: Typed): Promise<ChipPassword | undefined> {
  const { typedAccessNumber, typedZone } = await import('../../../client/src/chip/typed.ts')
  if (can.trim() !== '') return typedAccessNumber(can)
  return typedZone({ documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry })
}

/** What opens the chip, typed or off a photo of the zone, and the pairing code where this browser has none. */
export function CardForm({
  title = chips().onReader,
  text = '',
  onRead,
}: {
  title?: string
  text?: string
  onRead: (password: ChipPassword) => void
}) {
  const t = chips()
  const [typed, setTyped] = useState(nothing)
  const [isWrong, setWrong] = useState(false)
  const [code, setCode] = useState(() => localStorage.getItem(keptCode) ?? '')
  const [isPaired, setPaired] = useState(code !== '')
  const photo = useWork<Typed | undefined>()
  const type = (name: keyof Typed) => (value: string) => setTyped((before) => ({ ...before, [name]: value }))
  const submit = async (): Promise<void> => {
    const password = await passwordOf(typed)
    setWrong(password === undefined)
    if (password === undefined || plain(code) === '') return
    localStorage.setItem(keptCode, plain(code))
    onRead(password)
  }
  const readZone = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return
    const done = await photo.run(async (client, options) => {
      const { passwordOfLines } = await import('../../../client/src/chip/typed.ts')
      const { recognized_data: data } = await client.readMrz({ content: file, name: file.name }, options)
      const password = passwordOfLines(data.mrz_lines)
      if (!password || !('mrz' in password)) return undefined
      const { documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry } = password.mrz
      return { ...nothing, number, birth, expiry }
    })
    if (done?.answer) setTyped(done.answer)
  }
  const { state } = photo
  return (
    <form
      class="panel card-form"
      data-testid="card-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2>{title}</h2>
      <p class="muted">{`${text} ${t.onReaderText}`.trim()}</p>
      <div class="card-fields">
        <Field
          label={t.number}
          name="card-number"
          autocomplete="off"
          value={typed.number}
          onInput={type('number')}
        />
        <Field
          label={t.birth}
          name="card-birth"
          autocomplete="off"
          placeholder="15/11/1990"
          value={typed.birth}
          onInput={type('birth')}
        />
        <Field
          label={t.expiry}
          name="card-expiry"
          autocomplete="off"
          placeholder="15/11/2030"
          value={typed.expiry}
          onInput={type('expiry')}
        />
        <Field
          label={t.can}
          name="card-can"
          autocomplete="off"
          inputMode="numeric"
          value={typed.can}
          onInput={type('can')}
        />
      </div>
      {isWrong && (
        <p class="field-error" role="alert">
          {t.noPassword}
        </p>
      )}
      {!isPaired && (
        <Field
          label={t.code}
          name="bridge-code"
          autocomplete="off"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          hint={t.codeHint}
          value={code}
          onInput={setCode}
        />
      )}
      <div class="row">
        <Button type="submit" kind="primary" icon="documents">
          {t.readCard}
        </Button>
        {isPaired && (
          <Button
            kind="plain"
            onClick={() => {
              localStorage.removeItem(keptCode)
              setCode('')
              setPaired(false)
            }}
          >
            {t.forgetCode}
          </Button>
        )}
      </div>
      <Disclosure summary={t.byPhoto}>
        {() => (
          <>
            <Capture shape="passport" paste={false} onFiles={(files) => void readZone(files)} />
            {state.kind === 'working' && <WorkProgress state={state} onCancel={photo.cancel} />}
            {state.kind === 'failed' && <Trouble error={state.error} onRetry={photo.again} />}
            {state.kind === 'done' && <p role="status">{state.answer ? t.photoRead : t.photoUnread}</p>}
          </>
        )}
      </Disclosure>
    </form>
  )
}
