// Reads the chip in the page: where to hold the card, how far it is, and what to do when it does not go on.
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import type { ChipFile, ChipPassword } from '../../src/chip/read-chip.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { systemOf } from '../handover/browsers.ts'
import { attemptsWords, Button, Notice, Page, Progress, Tips } from '../parts.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { ChipDrawing, sideOf } from './chip-drawing.tsx'
import type { ChipWords } from './chip-words.ts'
import { Elsewhere } from './elsewhere.tsx'
import { KeyForm } from './key-form.tsx'
import { type Attempt, type Fault, openAttempt, type Running } from './play-reading.ts'

/** Of a chip whose document was not photographed. What it does not have is left out. */
const EVERY_FILE: readonly ChipFile[] = ['dg1', 'dg2', 'dg11', 'dg12', 'dg13', 'dg14', 'dg15', 'sod', 'com']

/** The person chooses what opens the chip again. */
const ofKey: readonly Fault[] = ['wrongKey', 'wrongAccess', 'locked', 'unknownChip']
/** The server counted these as a try. */
const ofAttempt: readonly Fault[] = ['copy', 'broken', 'otherCard', 'otherKind']

type ReadingProps = StepProps & { shell: Shell; chip: ChipWords; children: ComponentChildren }

export function Reading(props: ReadingProps) {
  const { journey, session, step, words, chip, children } = props
  const { running, fault, goesOn, begin, stop } = useReading(props)
  const known = session.document?.chip?.key
  const system = systemOf(navigator.userAgent, navigator.maxTouchPoints)
  const side = sideOf(session.document?.kind)
  const drawing = <ChipDrawing {...{ side, system }} label={chip.drawing} />
  const ownKey: ChipPassword | undefined = known && {
    mrz: {
      documentNumber: known.document_number,
      dateOfBirth: known.date_of_birth,
      dateOfExpiry: known.date_of_expiry,
    },
  }
  if (running)
    return (
      <Page title={chip[running.phase]} screen="chip" data-chip={running.phase}>
        {drawing}
        <p class="chip-percent" aria-hidden="true" data-percent={running.percent}>
          {fill(chip.percent, { percent: running.percent })}
        </p>
        <Progress
          label={running.phase === 'sending' ? words.processing.lead : chip.steady}
          share={running.phase === 'sending' ? undefined : running.percent / 100}
        />
        {running.phase !== 'sending' && (
          <div class="actions">
            <Button kind="plain" data-action="stop" onClick={stop}>
              {chip.stop}
            </Button>
          </div>
        )}
      </Page>
    )
  const isKeyOpen = !known || (fault !== undefined && ofKey.includes(fault))
  const form = <KeyForm known={known} chip={chip} onKey={begin} />
  const { organisation } = session
  return (
    <Page title={chip.title} lead={chip.lead} screen="chip" data-chip={fault ? 'fault' : 'intro'}>
      {fault && (
        <Notice tone="warn" title={chip.fault[fault][0]} name={fault}>
          <p>{fill(chip.fault[fault][1] ?? '', { organisation })}</p>
          {ofAttempt.includes(fault) && <p>{attemptsWords(words, step.attempts_left)}</p>}
        </Notice>
      )}
      {fault === 'noNfc' ? (
        <Elsewhere {...{ journey, session, chip }} />
      ) : (
        <>
          {drawing}
          <Tips
            tips={[
              ['document', chip.place[side]],
              ...(system === 'desktop' ? [] : [['chip', chip.phone[system]] as const]),
              ['check', chip.steady],
            ]}
          />
          {isKeyOpen && form}
          {ownKey && (
            <>
              {!isKeyOpen && <p class="muted">{chip.keyFound}</p>}
              <div class="actions">
                <Button
                  kind={isKeyOpen ? 'plain' : 'main'}
                  icon={fault ? 'again' : 'chip'}
                  data-action="read"
                  onClick={() => (goesOn ? begin() : begin(ownKey))}
                >
                  {goesOn ? chip.goOn : fault ? chip.again : chip.begin}
                </Button>
              </div>
            </>
          )}
          {!isKeyOpen && (
            <details class="other-way">
              <summary>{chip.byHand}</summary>
              {form}
            </details>
          )}
        </>
      )}
      {children}
    </Page>
  )
}

/** One reading at a time; leaving the screen, or the back button, ends it. */
function useReading({ journey, session, shell, chip }: ReadingProps) {
  const [running, setRunning] = useState<Running | undefined>(undefined)
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const attempt = useRef<Attempt | undefined>(undefined)
  const going = useRef<AbortController | undefined>(undefined)
  const files = (session.document?.chip?.files as readonly ChipFile[] | undefined) ?? EVERY_FILE

  const stop = useCallback(() => {
    going.current?.abort()
    going.current = undefined
    setRunning(undefined)
  }, [])
  useEffect(() => stop, [stop])
  const { part } = journey.place.value
  const partBefore = useRef(part)
  const isRunning = running !== undefined
  useEffect(() => {
    if (isRunning) journey.go('chip', 'reading')
    else journey.leavePart()
  }, [isRunning, journey])
  useEffect(() => {
    if (isRunning && partBefore.current !== '' && part === '') stop()
    partBefore.current = part
  }, [part, isRunning, stop])

  /** Without a password what was begun goes on. */
  const begin = (password?: ChipPassword): void => {
    if (password) attempt.current = openAttempt({ journey, shell, password, files })
    const now = attempt.current
    if (!now) {
      setFault('wrongKey')
      return
    }
    const mine = new AbortController()
    going.current = mine
    setFault(undefined)
    const isMine = () => going.current === mine
    const end = (ended: Fault | undefined) => {
      if (!isMine()) return
      setFault(ended)
      stop()
    }
    now
      .run({ signal: mine.signal, words: chip, show: (state) => isMine() && setRunning(state) })
      .then(end, () => end('failed'))
  }
  return { running, fault, goesOn: attempt.current?.goesOn() === true, begin, stop }
}
