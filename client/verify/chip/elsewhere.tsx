// Reading the chip in the company's app: a code for its phone, a button on a phone, and what to do where no address opens the app.
import { filled as fill } from '../../../src/words/numbers.ts'
import { systemOf } from '../handover/browsers.ts'
import { useLink } from '../handover/link.ts'
import { QrCode } from '../handover/qr-code.tsx'
import { Progress } from '../parts.tsx'
import { shellWith } from '../shell.ts'
import type { StepProps } from '../steps/step-props.ts'
import type { ChipWords } from './chip-words.ts'

type Props = Pick<StepProps, 'journey' | 'session'> & { chip: ChipWords }

export function Elsewhere({ journey, session, chip }: Props) {
  const { organisation } = session
  const appLink = session.brand?.app_link
  return (
    <>
      <p>{fill(chip.how, { organisation })}</p>
      {appLink === undefined ? (
        <p>{fill(chip.howApp, { organisation })}</p>
      ) : (
        <AppLink {...{ journey, session, chip, appLink }} />
      )}
      <Progress label={chip.waitingApp} />
    </>
  )
}

/** The link of the person stands behind #, which goes to the app and to no web server. */
function AppLink({ journey, session, chip, appLink }: Props & { appLink: string }) {
  const { organisation } = session
  const link = useLink(journey)
  if (!link) return null
  const url = `${appLink}#${link.url}`
  // Where a phone without NFC shows this in the app, it takes another phone.
  const isElsewhere =
    systemOf(navigator.userAgent, navigator.maxTouchPoints) === 'desktop' || shellWith('transceive')
  return isElsewhere ? (
    <section class="hand-over" data-handover="app">
      <QrCode text={url} label={fill(chip.code, { organisation })} />
      <p>{fill(chip.scanApp, { organisation })}</p>
    </section>
  ) : (
    <div class="actions">
      <a class="button button-main" href={url} data-action="open-app">
        <span>{fill(chip.openApp, { organisation })}</span>
      </a>
    </div>
  )
}
