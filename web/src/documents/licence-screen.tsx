// The screen that reads driving licences: each side in a request of its own, shown together.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { Page } from '../parts/page.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { studioPerson } from '../session.tsx'
import { documents } from '../words/documents.ts'
import { shell } from '../words/shell.ts'
import { Capture } from './capture.tsx'
import { AfterReading, KeptNotice } from './kept.tsx'
import { LicenceResult, type ReadSide } from './licence-result.tsx'
import { Waiting } from './waiting.tsx'

export function LicenceScreen() {
  const t = documents()
  const s = shell()
  const work = useWork<AnswerOf<'readDriverLicense'>>()
  const [picture, setPicture] = useState<File | null>(null)
  const [sides, setSides] = useState<readonly ReadSide[]>([])
  const { state } = work

  const send = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return
    setPicture(file)
    const done = await work.run((client, options) =>
      client.readDriverLicense(
        { content: file, name: file.name, external_person_id: studioPerson() },
        options,
      ),
    )
    if (!done) return
    // A side that is read again takes the place of the one before.
    const isOther = ({ answer }: ReadSide): boolean =>
      answer.recognized_data.id_type !== done.answer.recognized_data.id_type && answer.result_code === 200
    setSides((before) => [...before.filter(isOther), { ...done, picture: file }])
  }
  const startOver = (): void => {
    work.reset()
    setSides([])
  }
  const isBackNext = sides.some(({ answer }) => answer.recognized_data.id_type === '0')
  // A picture that could not be read has no other side: another one of it is wanted.
  const isRead = sides.some(({ answer }) => answer.result_code === 200)
  const isComplete = sides.length > 1
  const offered = state.kind === 'idle' || (state.kind === 'done' && !isComplete)

  return (
    <Page
      title={t.licenceTitle}
      lead={sides.length === 0 && state.kind === 'idle' ? t.licenceLead : undefined}
    >
      <div class="screen" data-state={state.kind}>
        {state.kind === 'working' && (
          <Waiting state={state} pictures={picture ? [picture] : []} onCancel={work.cancel} />
        )}
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {state.kind !== 'working' && sides.length > 0 && <LicenceResult sides={sides} />}
        {offered && (
          <section
            class={sides.length > 0 ? 'panel' : 'screen'}
            aria-label={t.anyGive}
            data-testid="give-side"
          >
            {sides.length > 0 && <h2>{!isRead ? s.retake : isBackNext ? t.addBack : t.addOther}</h2>}
            <Capture
              shape="card"
              label={sides.length > 0 ? (isBackNext ? t.backGive : t.anyGive) : t.anyGive}
              onFiles={(files) => void send(files)}
            />
            {sides.length === 0 && <KeptNotice />}
            <SampleStrip
              title={t.noDocument}
              note={t.sampleNote}
              choices={
                isBackNext
                  ? [{ label: `${s.useSample}: ${t.back}`, names: ['licence-back'] }]
                  : [
                      { label: `${s.useSample}: ${t.front}`, names: ['licence-front'] },
                      { label: `${s.useSample}: ${t.back}`, names: ['licence-back'] },
                    ]
              }
              onFiles={(files) => void send(files)}
            />
          </section>
        )}
        {(sides.length > 0 || state.kind === 'failed') && state.kind !== 'working' && (
          <AfterReading isKept={isRead} isNext={isComplete} onStartOver={startOver} />
        )}
      </div>
    </Page>
  )
}
