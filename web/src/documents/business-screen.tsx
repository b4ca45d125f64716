// The screen that reads business registrations: pictures of the pages, or one PDF.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { images, isTouched } from '../parts/file-pick.tsx'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { studioPerson } from '../session.tsx'
import { documents } from '../words/documents.ts'
import { shell } from '../words/shell.ts'
import { BusinessResult } from './business-result.tsx'
import { Capture } from './capture.tsx'
import { AfterReading, KeptNotice } from './kept.tsx'
import { Waiting } from './waiting.tsx'

function Given({ files, onRemove }: { files: readonly File[]; onRemove: (at: number) => void }) {
  const t = documents()
  return (
    <section class="panel" aria-label={t.givenFiles}>
      <h2>{t.givenFiles}</h2>
      <ol class="given-files">
        {files.map((file, index) => (
          <li key={`${file.name}${index}`}>
            <Icon name="documents" />
            <span>
              {file.name}
              <span class="muted small number"> {`${(file.size / 1024).toFixed(0)}\u00a0kB`}</span>
            </span>
            <button
              type="button"
              class="icon-button"
              aria-label={fill(t.removeFile, { name: file.name })}
              onClick={() => onRemove(index)}
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function BusinessScreen() {
  const t = documents()
  const s = shell()
  const work = useWork<AnswerOf<'readBusinessRegistration'>>()
  const [files, setFiles] = useState<readonly File[]>([])
  const [pages, setPages] = useState('')
  const { state } = work

  const send = (given: readonly File[]): void => {
    setFiles(given)
    const asked = pages.trim()
    const whose = { external_person_id: studioPerson() }
    void work.run((client, options) =>
      client.readBusinessRegistration(
        { files: given, ...whose, ...(asked && { selected_pages: asked }) },
        options,
      ),
    )
  }
  const startOver = (): void => {
    // What was not accepted is still there: one file too many is taken away, and the rest need not be given again.
    if (state.kind === 'done' && state.answer.result_code === 200) setFiles([])
    work.reset()
  }
  return (
    <Page title={t.businessTitle} lead={state.kind === 'idle' ? t.businessLead : undefined}>
      <div class="screen" data-state={state.kind}>
        {state.kind === 'idle' && (
          <>
            <Capture
              label={files.length > 0 ? t.addPages : t.pagesGive}
              hint={isTouched() ? t.pagesHint : t.pagesDropHint}
              shape="page"
              accept={`application/pdf,${images}`}
              multiple
              onFiles={(given) => setFiles([...files, ...given])}
            />
            <KeptNotice />
            {files.length > 0 ? (
              <>
                <Given files={files} onRemove={(at) => setFiles(files.filter((_, index) => index !== at))} />
                <Field
                  label={`${t.selectedPages} (${s.optional})`}
                  name="selected_pages"
                  hint={t.selectedPagesHint}
                  value={pages}
                  onInput={setPages}
                />
                <Button kind="primary" data-testid="read-business" onClick={() => send(files)}>
                  {t.read}
                </Button>
              </>
            ) : (
              <SampleStrip
                title={t.noDocument}
                note={t.sampleNote}
                choices={[{ label: s.useSample, names: ['certificate'] }]}
                onFiles={send}
              />
            )}
          </>
        )}
        {state.kind === 'working' && <Waiting state={state} pictures={files} onCancel={work.cancel} />}
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {state.kind === 'done' && <BusinessResult done={state} files={files} />}
        {(state.kind === 'done' || state.kind === 'failed') && (
          <AfterReading
            isKept={state.kind === 'done' && state.answer.result_code === 200}
            onStartOver={startOver}
          />
        )}
      </div>
    </Page>
  )
}
