// Why there is no camera, and what to do about it.
import type { ComponentChildren } from 'preact'
import type { CameraTroubleWhy } from '../../../client/verify/camera/open.ts'
import { AllowCamera } from '../../../client/verify/handover/allow-camera.tsx'
import { browserOf } from '../../../client/verify/handover/browsers.ts'
import type { PageWords } from '../../../src/words/vi/page.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { camera as words } from '../words/camera.ts'
import { shell } from '../words/shell.ts'
import { inLanguage } from '../words/words.ts'
import '../../../client/verify/handover/hand-over.css'

const page = inLanguage(
  import.meta.glob<PageWords>('../../../src/words/*/page.ts', { eager: true, import: 'page' }),
)

export function CameraTrouble({
  why,
  onRetry,
  children,
}: {
  why: CameraTroubleWhy
  onRetry: () => void
  /** Another way to go on, where there is one. */
  children?: ComponentChildren
}) {
  const t = words()
  const said = {
    denied: [t.denied, t.deniedHelp],
    unsupported: [t.unsupported, t.unsupportedHelp],
    none: [t.none, t.noneHelp],
    'in-use': [t.inUse, t.inUseHelp],
    insecure: [t.insecure, t.insecureHelp],
    failed: [t.failed, t.failedHelp],
    ended: [t.ended, t.endedHelp],
  }[why]
  return (
    <section class="verdict tone-warn" role="alert" data-testid="camera-trouble" data-why={why}>
      <span class="verdict-icon">
        <Icon name="warn" size={30} />
      </span>
      <div class="verdict-words">
        <p class="verdict-title">{said[0]}</p>
        <p>{said[1]}</p>
        {why === 'denied' && (
          <AllowCamera
            browser={browserOf(navigator.userAgent, navigator.maxTouchPoints)}
            words={page().handover}
          />
        )}
        <div class="row">
          {why !== 'insecure' && why !== 'unsupported' && (
            <Button icon="again" onClick={onRetry}>
              {shell().tryAgain}
            </Button>
          )}
          {children}
        </div>
      </div>
    </section>
  )
}
