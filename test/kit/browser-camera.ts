// Sets from a test what the camera of a page shows.
import type { BrowserContext, Page } from 'playwright-core'
import { asked, type CameraSetting, inPage } from './browser-in-page.ts'

/** Each task has its pictures, one for each frame taken; the last of them stays. */
export type Reel = Readonly<Record<string, readonly Uint8Array[]>>

export const PORTRAIT: CameraSetting = { width: 360, height: 480 }

/** Installs the scripts in every page of this context, before any script of its own. */
export async function installScripts(context: BrowserContext, setting: CameraSetting): Promise<void> {
  const left = `globalThis.selfsameTest = { cameraSetting: ${JSON.stringify(setting)} };`
  await context.addInitScript({ content: left + inPage('camera') + inPage('measures') })
}

/** Sets what is shown for each task that the page asks for, and `otherwise`; an empty wall where there is nothing. */
export async function show(page: Page, reel: Reel): Promise<void> {
  const encoded = Object.entries(reel).map(([task, pictures]) => [
    task,
    pictures.map((bytes) => Buffer.from(bytes).toString('base64')),
  ])
  await asked(page, 'camera', 'load', Object.fromEntries(encoded))
}
