// Tests the studio with a reader at the desk: a virtual card is read through the bridge, alone and into a case that waits for it.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardNamed, cardOf, passwordsOf } from '../../specimens/chips/card/cards.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { keyPool } from '../../specimens/chips/signing.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { type Bridge, openBridge } from '../../src/commands/chip/bridge-server.ts'
import { newCode, shownCode } from '../../src/commands/chip/pairing.ts'
import { type CardReader, fault } from '../../src/commands/chip/reader.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { verdictOf } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'
import { trustState } from '../kit/chip-caller.ts'
import { newVisit, policyWith } from '../kit/visits.ts'

const timeout = 4 * PATIENCE_MS
const keys = keyPool()
const code = newCode()

/** Below those that a kernel gives to whoever asks for any: the bridge opens and closes it with each test. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}

/**
 * Another thread that starts a program holds our closed socket until the program runs: a copy of this process comes before
 * it, and with some gigabytes that takes a tenth of a second.
 */
async function unlessTaken(error: NodeJS.ErrnoException): Promise<undefined> {
  if (error.code !== 'EADDRINUSE') throw error
  await sleep(20)
}

describe.skipIf(!hasChromium())('a reader at the desk', () => {
  let studio: Studio
  let chip: SpecimenChip
  let port: number
  const open: Bridge[] = []
  beforeAll(async () => {
    port = await freePort()
    studio = await openStudio({ chipBridgePort: port })
    chip = await makeChip({ kind: 'cccd-chip', seed: 3, algorithm: 'p256-sha256', newKeys: keys() })
    await trustState(studio.server, chip.state)
  }, timeout)
  afterAll(async () => {
    for (const bridge of open) await bridge.close()
    await studio.close()
  })

  /** A bridge with the card of the chip on its reader; the first commands fail as they are told to. */
  async function bridged(failures: Error[] = []): Promise<Bridge> {
    for (const bridge of open.splice(0)) await bridge.close()
    const card = cardOf(chip, cardNamed('usual').quirks)
    const reader: CardReader = {
      async transceive(command) {
        const failure = failures.shift()
        if (failure) {
          card.reset()
          throw failure
        }
        return card.transceive(command)
      },
      release: async () => undefined,
      close: async () => card.reset(),
    }
    for (;;) {
      const opening = openBridge({ origin: studio.server.url, port, code, openReader: async () => reader })
      const bridge = await opening.catch(unlessTaken)
      if (bridge === undefined) continue
      open.push(bridge)
      return bridge
    }
  }

  /** The clerk has started the bridge, and comes back to the page. */
  const comeBack = (page: Page) => page.evaluate("dispatchEvent(new Event('focus'))")
  /** The browser reports each refused connection; that the bridge is elsewhere is what is tried. */
  const elsewhere = () => ({ expected: [new RegExp(`127\\.0\\.0\\.1:${port}/`)] })

  async function type(page: Page, pairing?: string): Promise<void> {
    const { mrz } = passwordsOf(chip.holder)
    await page.locator('input[name=card-number]').fill(mrz.documentNumber)
    await page.locator('input[name=card-birth]').fill(mrz.dateOfBirth)
    await page.locator('input[name=card-expiry]').fill(mrz.dateOfExpiry)
    if (pairing !== undefined) await page.locator('input[name=bridge-code]').fill(pairing)
    await page.locator('[data-testid=card-form] button[type=submit]').click()
  }

  test('is offered where a bridge answers, asks for its code once, and reads the card', { timeout }, () =>
    studio.at(
      '#/documents/chip',
      'reader',
      async ({ page }) => {
        await page.getByTestId('no-bridge').waitFor()
        await expectFit(page, 'chip, no bridge')
        await bridged([fault('lost')])
        await comeBack(page)
        await page.getByTestId('card-form').waitFor()
        await expectFit(page, 'chip, reader')
        await page.locator('[data-testid=card-form] button[type=submit]').click()
        await page.locator('[data-testid=card-form] [role=alert]').waitFor()
        await type(page, shownCode(newCode()))
        await page.locator('[data-fault=wrong-code]').waitFor()
        await page.getByTestId('card-again').click()
        await type(page, shownCode(code))
        expect(await verdictOf(page)).toMatchObject({ verdict: 'success', code: '200' })
        expect(await page.locator('[data-step=chip]').getAttribute('data-tone')).toBe('pass')
        await page.getByTestId('start-over').click()
        await page.getByTestId('card-form').waitFor()
        expect(await page.locator('input[name=bridge-code]').count()).toBe(0)
      },
      elsewhere(),
    ),
  )

  test('in Vietnamese on a phone, and what goes wrong is told', { timeout }, () =>
    studio.at(
      '#/documents/chip',
      'reader, Vietnamese',
      async ({ page }) => {
        await bridged([fault('no-card')])
        await comeBack(page)
        await page.getByTestId('card-form').waitFor()
        await type(page, shownCode(code))
        await page.locator('[data-fault=no-card]').waitFor()
        await expectFit(page, 'chip, no card, phone, Vietnamese')
        await page.getByTestId('card-again').click()
        expect(await verdictOf(page)).toMatchObject({ verdict: 'success', code: '200' })
      },
      { language: 'vi-VN', size: 'phone', ...elsewhere() },
    ),
  )

  test('reads the card into a case that waits for its chip, and shows the new link', { timeout }, () =>
    studio.run(
      'case at the desk',
      async ({ page }) => {
        const who = await studio.server.organisation(`desk-${randomInt(1e9)}`)
        const steps = {
          chip: { mode: 'required', copy_proof: 'required', attempts: 2 },
          liveness: { families: ['nose'], min_strength: 'standard', attempts: 2 },
        } as const
        const { id } = await newVisit(studio.server, policyWith(steps), { as: who })
        await bridged()
        await page.goto(`/studio/#/verifications/list?id=${id}`)
        await signIn(page, who)
        await page.getByTestId('case-chip').waitFor()
        await expectFit(page, 'case, waits for its chip')
        await type(page, shownCode(code))
        await page.locator('.case-link').waitFor()
        expect(await page.locator('.case-link').innerText()).toMatch(/\/verify\/ssl_\w+$/)
        await page.getByTestId('case-chip').waitFor({ state: 'detached' })
        await expectFit(page, 'case, chip read')
      },
      elsewhere(),
    ),
  )
})
