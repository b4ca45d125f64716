// The document: each side, and the front tilted where that is asked for, is taken with the camera or chosen as a file, seen once more, and sent.
import { useEffect, useRef, useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import type { components } from '../../src/api-types.ts'
import { SelfsameRefusal } from '../../src/errors.ts'
import { DocumentCamera, ShotDrawing } from '../capture/document-camera.tsx'
import { CameraHelp } from '../handover/camera-help.tsx'
import { attemptsWords, Button, Notice, Page, Progress, Tips } from '../parts.tsx'
import { useAct } from '../use-act.tsx'
import type { CaptureWish, Shot } from '../vision/page-hint.ts'
import type { StepProps } from './step-props.ts'

type Fault =
  | 'notFound'
  | 'notFoundTilted'
  | 'anotherDocument'
  | 'notLegible'
  | 'otherKind'
  | 'otherDocument'
  | 'notTilted'
  | 'backMissing'
  | 'tooLarge'
  | 'notPicture'

export function Document({ journey, session, step, words }: StepProps) {
  const t = words.document
  const [picture, setPicture] = useState<File | undefined>(undefined)
  const [share, setShare] = useState<number | undefined>(undefined)
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const [seen, setSeen] = useState<SeenName | undefined>(undefined)
  const { act, isBusy, trouble } = useAct(words)
  const begun = session.document
  // The camera is an entry of the history: the back button ends it, and not the journey.
  const isFilming = journey.place.value.part === 'camera'
  const shot = shotWanted(step, begun)
  const [flat, setFlat] = useState<CaptureWish['flat']>(undefined)
  const isLive = isFilming && !isBusy && !picture
  const lead = { front: step.both_sides ? t.leadFront : t.leadOne, tilted: t.leadTilted, back: t.leadBack }[
    shot
  ]

  const send = (photo: File) =>
    act(async () => {
      setFault(undefined)
      const options = { onProgress: (sent: number, total: number) => setShare(sent / total) }
      try {
        const attachment = { content: photo, name: photo.name }
        const answer = await journey.doOnce(() =>
          shot !== 'front' && begun
            ? journey.client.attachToDocument(begun.id, attachment, options)
            : journey.client.createDocument({ attachment }, options),
        )
        const after = await journey.refresh()
        setFlat((before) => flatIn(answer?.recognized_data.pages) ?? before)
        const here = after.steps.find((one) => one.step === 'document')
        if (here?.state !== 'open') return
        const wanted = shotWanted(here, after.document)
        // How to tilt it is said before the camera goes on.
        if (wanted === 'tilted' && shot !== 'tilted') journey.leavePart()
        const { result_code, document_version, detected, detected_document } = answer?.recognized_data ?? {}
        setSeen(detected_document)
        const isTaken = document_version === undefined || step.kinds?.includes(document_version)
        setFault(
          result_code === 200 && !isTaken
            ? 'otherKind'
            : (seenInstead(detected, detected_document) ??
                faults[shot][result_code ?? 0] ??
                faultAfter(shot, wanted)),
        )
      } catch (error) {
        setFault(faultOf(error))
      } finally {
        setPicture(undefined)
        setShare(undefined)
      }
    })

  return (
    <Page
      title={isLive ? words.capture.title[shot] : t.title}
      lead={isLive ? undefined : lead}
      screen="document"
      data-side={shot === 'back' ? 'back' : 'front'}
      data-shot={shot}
    >
      {fault !== undefined && !isBusy && (
        <Notice
          tone="warn"
          title={fill(t[fault], { document: seen ? t.seenInstead[seen] : '' })}
          name={fault}
        >
          <p>{attemptsWords(words, step.attempts_left)}</p>
        </Notice>
      )}
      {trouble}
      {isBusy ? (
        <Progress
          label={share !== undefined && share < 1 ? t.sending : t.reading}
          share={share === 1 ? undefined : share}
        />
      ) : picture ? (
        <Chosen
          picture={picture}
          words={words}
          onUse={() => send(picture)}
          onAgain={() => setPicture(undefined)}
        />
      ) : isLive ? (
        <>
          <DocumentCamera
            wish={{ shot, kinds: step.kinds ?? [], isTiltedLater: step.tilt === true, flat }}
            baseUrl={journey.baseUrl}
            words={words.capture}
            onPicture={setPicture}
            trouble={(why, onRetry) => (
              <CameraHelp why={why} onRetry={onRetry} journey={journey} words={words} />
            )}
          />
          <div class="actions">
            <Pick label={t.upload} onPick={setPicture} />
          </div>
        </>
      ) : (
        <>
          {shot === 'tilted' && (
            <div class="tilt-screen">
              <ShotDrawing shot={shot} words={words.capture} />
            </div>
          )}
          <Tips
            tips={
              shot === 'tilted'
                ? [
                    ['again', t.tipTilt],
                    ['camera', t.tipPhoneStill],
                    ['document', t.tipWhole],
                  ]
                : [
                    ['document', t.tipWhole],
                    ['light', t.tipGlare],
                    ['check', t.tipReal],
                  ]
            }
          />
          <div class="actions">
            <Button icon="camera" data-action="film" onClick={() => journey.go('document', 'camera')}>
              {t.camera}
            </Button>
            <Pick label={t.upload} onPick={setPicture} />
          </div>
        </>
      )}
    </Page>
  )
}

/** A file input as a button. */
function Pick({ label, onPick }: { label: string; onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="plain" icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onPick(file)
        }}
      />
    </>
  )
}

function Chosen({
  picture,
  words,
  onUse,
  onAgain,
}: {
  picture: File
  words: StepProps['words']
  onUse: () => void
  onAgain: () => void
}) {
  const t = words.document
  const [address, setAddress] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <>
      {address !== '' && <img class="chosen" src={address} alt={t.picture} />}
      <p>{t.seen}</p>
      <div class="actions">
        <Button icon="check" data-action="use" onClick={onUse}>
          {t.use}
        </Button>
        <Button kind="plain" icon="again" onClick={onAgain}>
          {t.retake}
        </Button>
      </div>
    </>
  )
}

/** The picture that is missing, by what the session knows of the document. */
function shotWanted(step: StepProps['step'], document: StepProps['session']['document']): Shot {
  if (!document?.sides.includes('front')) return 'front'
  if (step.tilt && !document.tilted) return 'tilted'
  return document.sides.includes('back') ? 'front' : 'back'
}

/** How the front lies in the first picture of the document that shows it. */
function flatIn(pages: readonly components['schemas']['SeenPage'][] = []): CaptureWish['flat'] {
  const front = pages.find(({ id_type }) => id_type === '0')
  if (!front) return undefined
  const corner = (i: number) => ({ x: front.corners[2 * i] ?? 0, y: front.corners[2 * i + 1] ?? 0 })
  return { width: front.width, height: front.height, corners: [corner(0), corner(1), corner(2), corner(3)] }
}

/** What the answer to a picture says, where it says more than the session. */
const faults: Readonly<Record<Shot, Readonly<Record<number, Fault>>>> = {
  front: { 101: 'notFound', 109: 'otherDocument' },
  tilted: { 101: 'notFoundTilted', 109: 'otherDocument' },
  back: { 101: 'notFound', 109: 'otherDocument' },
}

type SeenName = components['schemas']['DetectedDocument']

/** What the picture shows where no document of the right kind could be read. */
function seenInstead(
  detected: components['schemas']['Detected'] | undefined,
  document: SeenName | undefined,
): Fault | undefined {
  if (detected === 'another-document') return document && 'anotherDocument'
  return detected?.endsWith('not-legible') ? 'notLegible' : undefined
}

/** What is still wrong after a picture was taken: the session tells, without the checks that would teach a forger. */
const faultAfter = (shot: Shot, wanted: Shot): Fault | undefined =>
  shot === wanted
    ? ({ front: 'notFound', tilted: 'notTilted', back: 'backMissing' } as const)[shot]
    : undefined

function faultOf(error: unknown): Fault {
  if (!(error instanceof SelfsameRefusal)) throw error
  if (error.status === 413) return 'tooLarge'
  if (error.status === 400 || error.status === 415 || error.status === 422) return 'notPicture'
  throw error
}
