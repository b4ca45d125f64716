// The document: each side is taken with the camera of the phone or chosen as a file, seen once more, and sent.
import { useEffect, useRef, useState } from 'preact/hooks'
import { SelfsameRefusal } from '../../src/errors.ts'
import { DocumentCamera } from '../capture/document-camera.tsx'
import { CameraHelp } from '../handover/camera-help.tsx'
import { attemptsWords, Button, Notice, Page, Progress, Tips } from '../parts.tsx'
import { useAct } from '../use-act.tsx'
import type { StepProps } from './step-props.ts'

type Fault = 'notFound' | 'otherKind' | 'otherDocument' | 'backMissing' | 'tooLarge' | 'notPicture'

export function Document({ journey, session, step, words }: StepProps) {
  const t = words.document
  const [picture, setPicture] = useState<File | undefined>(undefined)
  const [share, setShare] = useState<number | undefined>(undefined)
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const { act, isBusy, trouble } = useAct(words)
  const begun = session.document
  // The camera is an entry of the history: the back button ends it, and not the journey.
  const isFilming = journey.place.value.part === 'camera'
  const isBack = begun?.sides.includes('front') === true && !begun.sides.includes('back')
  const isLive = isFilming && !isBusy && !picture
  const lead = isLive ? undefined : !step.both_sides ? t.leadOne : isBack ? t.leadBack : t.leadFront

  const send = (photo: File) =>
    act(async () => {
      setFault(undefined)
      const options = { onProgress: (sent: number, total: number) => setShare(sent / total) }
      try {
        const attachment = { content: photo, name: photo.name }
        const answer = await journey.doOnce(() =>
          isBack && begun
            ? journey.client.attachToDocument(begun.id, attachment, options)
            : journey.client.createDocument({ attachment }, options),
        )
        const after = await journey.refresh()
        const here = after.steps.find((one) => one.step === 'document')
        if (here?.state !== 'open') return
        const { result_code, document_version } = answer?.recognized_data ?? {}
        const isTaken = document_version === undefined || step.kinds?.includes(document_version)
        setFault(
          result_code === 200 && !isTaken
            ? 'otherKind'
            : (faults[result_code ?? 0] ?? faultAfter(session, after)),
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
      title={isLive ? words.capture.title[isBack ? 'back' : 'front'] : t.title}
      lead={lead}
      screen="document"
      data-side={isBack ? 'back' : 'front'}
    >
      {fault !== undefined && !isBusy && (
        <Notice tone="warn" title={t[fault]} name={fault}>
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
            wish={{ side: isBack ? 'back' : 'front', kinds: step.kinds ?? [] }}
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
          <Tips
            tips={[
              ['document', t.tipWhole],
              ['light', t.tipGlare],
              ['check', t.tipReal],
            ]}
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

/** What the answer to a picture says, where it says more than the session. */
const faults: Readonly<Record<number, Fault>> = { 101: 'notFound', 109: 'otherDocument' }

/** What is still wrong after a picture was taken: the session tells, without the checks that would teach a forger. */
function faultAfter(before: StepProps['session'], after: StepProps['session']): Fault | undefined {
  const sides = (of: StepProps['session']) => of.document?.sides ?? []
  if (sides(after).includes('front') && !sides(before).includes('front')) return undefined
  return sides(before).includes('front') ? 'backMissing' : 'notFound'
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof SelfsameRefusal)) throw error
  if (error.status === 413) return 'tooLarge'
  if (error.status === 400 || error.status === 415 || error.status === 422) return 'notPicture'
  throw error
}
