// Opens verifications in the hosted page, and walks through its screens as a person does.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import type { TestServer } from '../../specimens/kit/servers/server.ts'
import { bearer, newApiKey } from './api-keys.ts'
import { type Reel, show } from './browser-camera.ts'
import { jpegFile } from './browser-result.ts'

interface MadeVerification {
  readonly id: string
  /** The path of the hosted page with the link. */
  readonly path: string
  readonly link: string
}

/** Makes test verifications: films of people who do not exist are not remembered from one to the next. */
export async function verificationMaker(server: TestServer) {
  const { database } = server.server.runtime.store
  const { key } = await newApiKey(database, server.credentials.name, ['verifications'], { isTest: true })
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization: bearer(key), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const told = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(told)}`)
    return told
  }
  return {
    call,
    async make(policy: string, more: object = {}): Promise<MadeVerification> {
      const made = await call('POST', '/verifications', { policy, external_person_id: 'anna', ...more })
      const { url, token } = made.link as { readonly url: string; readonly token: string }
      return { id: String(made.id), path: url, link: token }
    },
    stateOf: async (id: string) => String((await call('GET', `/verifications/${id}`)).state),
  }
}

const specimens = new URL('../../src/verifications/sandbox/specimens/', import.meta.url)
export const specimen = (name: string): Promise<Buffer> => readFile(new URL(`${name}.jpg`, specimens))

const tasks = ['keep-face-ahead', 'turn-face-left', 'turn-face-right'] as const

/** Puts a person of the sandbox before the camera: `holder` of the card, a `stranger`, or one whose skin does not live. */
export async function standAs(page: Page, who: 'holder' | 'stranger' | 'not-genuine'): Promise<void> {
  const reel: Record<string, Uint8Array[]> = {}
  for (const task of tasks) reel[task] = [await specimen(`${who}-${task}`)]
  // One frame of each task, as personas are asked for: there is one picture of each.
  await page.route('**/profile-start', (route) =>
    route.continue({
      postData: JSON.stringify({ ...(route.request().postDataJSON() as object), static: true }),
    }),
  )
  await show(page, reel as Reel)
}

/** Waits for a screen of the journey, by its name. */
export async function screen(page: Page, name: string): Promise<Locator> {
  const shown = page.locator(`[data-screen=${name}]`)
  await shown.waitFor()
  return shown
}

export const press = (page: Page, action: string): Promise<void> =>
  page.locator(`[data-action=${action}]`).click()

/** Gives one picture of the document, and has it sent. */
export async function giveDocument(page: Page, picture: Uint8Array): Promise<void> {
  await page.locator('[data-screen=document] input[type=file]').last().setInputFiles(jpegFile(picture))
  await press(page, 'use')
}
