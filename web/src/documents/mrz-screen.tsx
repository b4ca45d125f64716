// The screen that reads the machine-readable zone of a travel document.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { CheckBars } from '../parts/check-bars.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { Page } from '../parts/page.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { type Answered, useWork } from '../parts/work.ts'
import { documents } from '../words/documents.ts'
import { home } from '../words/home.ts'
import { shell } from '../words/shell.ts'
import { Capture } from './capture.tsx'
import { AfterReading, KeptNotice } from './kept.tsx'
import { Outcome } from './outcome.tsx'
import { shownOf } from './pictures.tsx'
import { fieldsIn, fieldsOf, present } from './read-fields.ts'
import { Reading } from './reading.tsx'
import { Waiting } from './waiting.tsx'

function Result({ done, picture }: { done: Answered<AnswerOf<'readMrz'>>; picture: File }) {
  const t = documents()
  const { answer, exchange } = done
  const data = answer.recognized_data
  const fields = present(fieldsOf(['mrz_type', ...fieldsIn(data)], data, data))
  const kind = data.mrz_type ? `${home().mrz} ${data.mrz_type}` : home().mrz
  return (
    <>
      <Outcome
        code={answer.result_code}
        message={answer.message}
        kind={kind}
        fields={fields}
        checks={data.checks}
        seen={data}
        exchange={exchange}
      />
      {answer.result_code === 200 && (
        <Reading
          shown={shownOf([picture], answer.linked_file_ids, data)}
          groups={[{ title: t.fields, fields }]}
          record={() => answer}
        />
      )}
      <CheckBars checks={data.checks} />
      <ExchangeView exchange={exchange} />
    </>
  )
}

export function MrzScreen() {
  const t = documents()
  const s = shell()
  const work = useWork<AnswerOf<'readMrz'>>()
  const [picture, setPicture] = useState<File | null>(null)
  const { state } = work
  const send = ([file]: readonly File[]): void => {
    if (!file) return
    setPicture(file)
    void work.run((client, options) => client.readMrz({ content: file, name: file.name }, options))
  }
  return (
    <Page title={t.mrzTitle} lead={state.kind === 'idle' ? t.mrzLead : undefined}>
      <div class="screen" data-state={state.kind}>
        {state.kind === 'idle' && (
          <>
            <Capture shape="passport" onFiles={send} />
            <KeptNotice isNothing />
            <SampleStrip
              title={t.noDocument}
              note={t.sampleNote}
              choices={[{ label: s.useSample, names: ['passport'] }]}
              onFiles={send}
            />
          </>
        )}
        {state.kind === 'working' && (
          <Waiting state={state} pictures={picture ? [picture] : []} onCancel={work.cancel} />
        )}
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {state.kind === 'done' && picture && <Result done={state} picture={picture} />}
        {(state.kind === 'done' || state.kind === 'failed') && (
          <AfterReading isKept={false} onStartOver={work.reset} />
        )}
      </div>
    </Page>
  )
}
