// Tests the chip screen of the studio: the chain of a trusted chip, of one with an unknown signer and of a broken one, and files that are none.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChipBreak } from '../../specimens/chips/breaks.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { bodyOf } from '../../specimens/chips/commands.ts'
import { keyPool } from '../../specimens/chips/signing.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { verdictOf } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'
import { chipCaller, trustState } from '../kit/chip-caller.ts'

const timeout = 4 * PATIENCE_MS
const keys = keyPool()
const made = (breaks?: ChipBreak) =>
  makeChip({ kind: 'cccd-chip', seed: 3, algorithm: 'p256-sha256', breaks, newKeys: keys() })

type Given = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

const binFiles = ({ files }: SpecimenChip): Given[] =>
  [
    ['SOD', files.sod] as const,
    ...[...files.groups].map(([group, bytes]) => [`DG${group}`, bytes] as const),
  ].map(([name, bytes]) => ({
    name: `EF_${name}.bin`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }))

const jsonFile = (body: object): Given => ({
  name: 'chip.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(body)),
})

const give = (page: Page, files: readonly Given[]) =>
  page.locator('input[type=file]').setInputFiles([...files])

const tonesOf = async (page: Page): Promise<Record<string, string>> => {
  const rows = await page
    .locator('[data-step]')
    .evaluateAll((steps) =>
      (steps as { readonly dataset: Readonly<Record<string, string | undefined>> }[]).map(({ dataset }) => [
        dataset.step ?? '',
        dataset.tone ?? '',
      ]),
    )
  return Object.fromEntries(rows) as Record<string, string>
}

describe.skipIf(!hasChromium())('chips', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  }, timeout)
  afterAll(() => studio.close())

  test('a trusted chip that answered: every step holds, down to the fields', { timeout }, () =>
    studio.run('trusted chip', async ({ page }) => {
      const who = await studio.server.organisation('chips')
      await page.goto('/studio/#/documents/chip')
      await signIn(page, who)
      const chip = await made()
      const { forget } = await trustState(studio.server, chip.state)
      await expectFit(page, 'chip, before')
      const active_authentication = await chipCaller(studio.server, who).answered(chip)
      await give(page, [jsonFile({ ...bodyOf(chip), active_authentication })])
      expect(await verdictOf(page)).toMatchObject({ verdict: 'success', code: '200' })
      const tones = await tonesOf(page)
      expect(Object.keys(tones)).toEqual([
        'anchor',
        'signer',
        'list',
        'dg1',
        'dg2',
        'dg13',
        'dg14',
        'dg15',
        'chip',
      ])
      expect(new Set(Object.values(tones))).toEqual(new Set(['pass']))
      const name = page.locator('[data-step=dg13] [data-field=name]')
      expect(await name.innerText()).toContain(chip.holder.facts.front.name)
      await page.getByTestId('chip-portrait').locator('img').waitFor()
      await expectFit(page, 'chip, trusted')
      await forget()
    }),
  )

  test('a chip of a state that was not imported, in Vietnamese: its first step stays open', { timeout }, () =>
    studio.at(
      '#/documents/chip',
      'unknown anchor',
      async ({ page }) => {
        await give(page, binFiles(await made()))
        expect(await verdictOf(page)).toMatchObject({ verdict: 'warning', code: '200' })
        expect(await tonesOf(page)).toMatchObject({
          anchor: 'warn',
          list: 'pass',
          dg13: 'pass',
          chip: 'warn',
        })
        expect(await page.locator('[data-warning="121"]').count()).toBe(1)
        await expectFit(page, 'chip, unknown anchor, phone, Vietnamese')
      },
      { language: 'vi-VN', size: 'phone' },
    ),
  )

  test(
    'a chip with a changed file says so, and files that are none are refused before they are sent',
    { timeout },
    () =>
      studio.at('#/documents/chip', 'broken chip', async ({ page }) => {
        await give(page, [jsonFile({ hello: 'world' })])
        expect(await verdictOf(page)).toMatchObject({ verdict: 'failure', code: null })
        await give(page, binFiles(await made('dg13-changed')))
        await page.locator('[data-code="120"]').waitFor()
        expect(await verdictOf(page)).toMatchObject({ verdict: 'failure', code: '120' })
        await page.getByTestId('start-over').click()
        await page.locator('input[type=file]').waitFor({ state: 'attached' })
      }),
  )
})
