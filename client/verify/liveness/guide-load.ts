// Loads the networks that guide a person while they read, and says in time whether they will be there.
import type { FaceGuide } from '../vision/browser-guide.ts'

export interface GuideLoad {
  readonly guide: Promise<FaceGuide | undefined>
  /** The share that is loaded, 0 to 1, and when it began. */
  share(): number
  readonly beganMs: number
}

interface ConnectionHint {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** On such a network ten megabytes would take longer than the whole journey, and cost the person money. */
function isNarrow(): boolean {
  const { connection } = navigator as { connection?: ConnectionHint }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}

/** `folder` is where the networks are, with a slash at its end. The worker's file comes with them. */
export function loadGuide(folder: string, mayLoad: Promise<boolean> = Promise.resolve(true)): GuideLoad {
  let share = 0
  const beganMs = performance.now()
  const open = async () => {
    if (!(await mayLoad)) return undefined
    const { openBrowserGuide } = await import('../vision/browser-guide.ts')
    return openBrowserGuide(folder, (now) => {
      share = now
    })
  }
  return { guide: open().catch(() => undefined), share: () => share, beganMs }
}

/** Waits until the browser has nothing else to do, after the first screen is there; a narrow network loads none. */
export const idleUnlessNarrow = (): Promise<boolean> => idle().then(() => !isNarrow())

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 4_000 })
    else setTimeout(resolve, 500)
  })

const WAIT_MS = 15_000
const LOOK_MS = 250

/** The guide where it comes in time; otherwise undefined, and the server guides. */
export async function waitForGuide(
  load: GuideLoad,
  onShare: (share: number) => void,
  mostMs = WAIT_MS,
): Promise<FaceGuide | undefined> {
  let isSettled = false
  const guide = load.guide.finally(() => {
    isSettled = true
  })
  const from = performance.now()
  const tooSlow = (async () => {
    while (!isSettled) {
      const share = load.share()
      onShare(share)
      const spent = performance.now() - load.beganMs
      const left = share === 0 ? spent : (spent * (1 - share)) / share
      if (performance.now() - from > mostMs || left > 2 * mostMs) return undefined
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return guide
  })()
  return Promise.race([guide, tooSlow])
}
