// The screen that reads the files of a chip: the verdict, its portrait, and the chain from the key of the state to the field.
import { useMemo, useState } from 'preact/hooks'
import { CheckBars } from '../parts/check-bars.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { FilePick, isTouched } from '../parts/file-pick.tsx'
import { Page } from '../parts/page.tsx'
import { Picture } from '../parts/picture.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { type Answered, useWork } from '../parts/work.ts'
import { WorkProgress } from '../parts/work-progress.tsx'
import { session, studioPerson } from '../session.tsx'
import { chips } from '../words/chips.ts'
import { codeWords, warningWords } from '../words/codes.ts'
import { CardForm, CardProgressBar, CardTrouble, useBridge, useCard } from './card-reader.tsx'
import { type ChipAnswer, ChipChain } from './chip-chain.tsx'
import { type ChipRequest, chipRequest, droppedFiles } from './chip-files.ts'
import { AfterReading, KeptNotice } from './kept.tsx'

const SPECIMEN = 'selfsame specimen chip --kind cccd-chip --seed 3 --out chip'

function Judged({ answer, exchange }: Answered<ChipAnswer>) {
  const t = chips()
  const { result_code: code, message, authenticity, authenticity_text: text, copy } = answer
  const facts = {
    code,
    message,
    milliseconds: exchange?.milliseconds,
    requestId: exchange?.requestId,
    checks: answer.checks,
  }
  if (code !== 200) {
    const { title, help } = codeWords(code)
    // Of a copy it is true as well that a state signed its files.
    return <Verdict tone="fail" title={title} text={copy === 'copy' ? help : (text ?? help)} {...facts} />
  }
  const titles: Readonly<Record<string, string>> = {
    trusted: answer.warning_code.length > 0 ? t.read : t.trusted,
    'unknown-anchor': t.unknownAnchor,
    revoked: t.revoked,
    expired: t.expired,
  }
  const isBad = authenticity === 'revoked'
  const isGood = authenticity === 'trusted' && answer.warning_code.length === 0
  const title = titles[authenticity ?? ''] ?? t.read
  return (
    <Verdict tone={isBad ? 'fail' : isGood ? 'pass' : 'warn'} title={title} text={text} {...facts}>
      {answer.warning_code.length > 0 && (
        <ul class="warnings">
          {answer.warning_code.map((each, index) => {
            const warned = warningWords(each, answer.warning[index] ?? '')
            return (
              <li key={each} data-warning={each}>
                <strong>{warned.title}.</strong> {warned.help}
              </li>
            )
          })}
        </ul>
      )}
    </Verdict>
  )
}

/** The page may show no pictures from `data:` addresses. */
const blobOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' })

function Portrait({ portrait }: { portrait: NonNullable<ChipAnswer['portrait']> }) {
  const picture = useMemo(() => blobOf(portrait.content), [portrait.content])
  return (
    <div class="chip-portrait" data-testid="chip-portrait">
      <Picture source={picture} alt={chips().portrait} size={portrait} />
    </div>
  )
}

function Result({ answer, exchange }: Answered<ChipAnswer>) {
  return (
    <>
      <Judged answer={answer} exchange={exchange} />
      <div class={answer.portrait ? 'chip-result' : 'screen'}>
        {answer.portrait && <Portrait portrait={answer.portrait} />}
        <ChipChain answer={answer} />
      </div>
      <CheckBars checks={answer.checks} />
      <ExchangeView exchange={exchange} />
    </>
  )
}

export function ChipScreen() {
  const t = chips()
  const work = useWork<ChipAnswer>()
  const [isRefused, setRefused] = useState(false)
  const { state } = work
  const isBridged = useBridge()
  const { progress, act } = useCard()
  const bridgePort = session.value?.chipBridgePort ?? null
  const give = async (files: readonly File[]): Promise<void> => {
    const request: ChipRequest | undefined = await chipRequest(files)
    setRefused(request === undefined)
    const whose = { external_person_id: studioPerson() }
    if (request)
      void work.run((client, options) => client.createChipDocument({ ...request, ...whose }, options))
  }
  return (
    <Page title={t.title} lead={state.kind === 'idle' ? t.lead : undefined}>
      <div class="screen" data-state={state.kind}>
        {state.kind === 'idle' && (
          <>
            {isBridged && (
              <CardForm
                onRead={(password) => {
                  const sent = act(password, { filing: { external_person_id: studioPerson() } })
                  void work.run(async (client, options) => (await sent(client, options)).answer)
                }}
              />
            )}
            {isRefused && <Verdict tone="fail" title={t.noFiles} text={t.noFilesHelp} />}
            <FilePick
              label={t.give}
              hint={isTouched() ? t.giveHint : t.giveDropHint}
              accept=".bin,.json,application/json,application/octet-stream"
              multiple
              dropped={droppedFiles}
              onFiles={(files) => void give(files)}
            />
            <KeptNotice />
            {isBridged === false && bridgePort !== null && (
              <div class="sample-strip" data-testid="no-bridge">
                <div>
                  <strong>{t.noBridge}</strong>
                  <p class="muted small">{t.noBridgeText}</p>
                </div>
                <code class="mono small">{`selfsame chip bridge --studio ${location.origin} --port ${bridgePort}`}</code>
              </div>
            )}
            <div class="sample-strip">
              <div>
                <strong>{t.noChip}</strong>
                <p class="muted small">{t.noChipText}</p>
              </div>
              <code class="mono small">{SPECIMEN}</code>
            </div>
          </>
        )}
        {state.kind === 'working' &&
          (progress ? (
            <CardProgressBar progress={progress} onCancel={work.cancel} />
          ) : (
            <WorkProgress state={state} onCancel={work.cancel} />
          ))}
        {state.kind === 'failed' && (
          <CardTrouble error={state.error} onRetry={work.again} onBack={work.reset} />
        )}
        {state.kind === 'done' && <Result answer={state.answer} exchange={state.exchange} />}
        {(state.kind === 'done' || state.kind === 'failed') && (
          <AfterReading
            isKept={state.kind === 'done' && state.answer.result_code === 200}
            again={t.another}
            onStartOver={work.reset}
          />
        )}
      </div>
    </Page>
  )
}
