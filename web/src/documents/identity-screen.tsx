// The screen that reads identity documents: one side after the other on one document, or both at once.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { route } from '../router.tsx'
import { sample } from '../samples/samples.ts'
import { studioPerson } from '../session.tsx'
import { documents } from '../words/documents.ts'
import { shell } from '../words/shell.ts'
import { Capture } from './capture.tsx'
import { type IdentityAnswer, outcomeOf, type ReadDocument } from './identity-answer.ts'
import { IdentityResult } from './identity-result.tsx'
import { KeptNotice } from './kept.tsx'
import { SidesCapture } from './sides-capture.tsx'
import { Waiting } from './waiting.tsx'

export function IdentityScreen() {
  const t = documents()
  const s = shell()
  const work = useWork<IdentityAnswer>()
  const [mode, setMode] = useState<'one' | 'both'>('one')
  const [sending, setSending] = useState<readonly File[]>([])
  /** The last that was read; a side that cannot be attached leaves it as it was. */
  const [held, setHeld] = useState<ReadDocument | null>(null)
  const { state } = work

  const send = async (files: readonly File[], attachTo: ReadDocument | null): Promise<void> => {
    const pictures = attachTo ? [...attachTo.pictures, ...files] : files
    setSending(pictures)
    const [first, second] = files
    if (!first) return
    const whose = { external_person_id: studioPerson() }
    const done = await work.run((client, options) => {
      if (attachTo)
        return client.attachToDocument(attachTo.answer.id, { content: first, name: first.name }, options)
      if (second)
        return client.createDocumentFromSides(
          { image1: first, name1: first.name, image2: second, name2: second.name, ...whose },
          options,
        )
      return client.createDocument({ attachment: { content: first, name: first.name }, ...whose }, options)
    })
    if (done && outcomeOf(done.answer).code === 200) setHeld({ ...done, pictures })
  }

  const startOver = (): void => {
    work.reset()
    setHeld(null)
    setSending([])
  }

  // From Home: a sample is read at once.
  const asked = useRef(route.value.query.has('sample'))
  useEffect(() => {
    if (!asked.current) return
    asked.current = false
    // Where it cannot be fetched, the button below says why.
    void sample('card-front').then(
      (file) => send([file], null),
      () => {},
    )
  }, [])

  return (
    <Page title={t.identityTitle} lead={state.kind === 'idle' && !held ? t.identityLead : undefined}>
      <div class="screen" data-state={state.kind}>
        {state.kind === 'idle' && !held && (
          <>
            <Choice
              label={t.modeLabel}
              value={mode}
              options={[
                { value: 'one', label: t.modeOne },
                { value: 'both', label: t.modeBoth },
              ]}
              onChange={setMode}
            />
            {mode === 'one' ? (
              <Capture
                label={t.anyGive}
                shape="card"
                onFiles={(files) => void send(files.slice(0, 1), null)}
              />
            ) : (
              <SidesCapture onSides={(front, back) => void send([front, back], null)} />
            )}
            <KeptNotice />
            <SampleStrip
              title={t.noDocument}
              note={t.sampleNote}
              choices={
                mode === 'one'
                  ? [{ label: s.useSample, names: ['card-front'] }]
                  : [{ label: t.sampleBoth, names: ['card-front', 'card-back'] }]
              }
              onFiles={(files) => void send(files, null)}
            />
          </>
        )}
        {state.kind === 'working' && <Waiting state={state} pictures={sending} onCancel={work.cancel} />}
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {state.kind === 'failed' && !held && (
          <div class="row">
            <Button icon="again" data-testid="start-over" onClick={startOver}>
              {t.another}
            </Button>
          </div>
        )}
        {state.kind !== 'working' && (
          <IdentityResult
            held={held}
            last={state.kind === 'done' ? { ...state, pictures: sending } : null}
            onAttach={(file) => void send([file], held)}
            onStartOver={startOver}
          />
        )}
      </div>
    </Page>
  )
}
