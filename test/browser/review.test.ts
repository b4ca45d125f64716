// Tests a reviewer's day in the studio: 200 cases in the queue, filtered, opened, decided by keyboard; policies, statistics.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { addPolicy } from '../../src/store/records/policies.ts'
import { changeState } from '../../src/store/records/verification-events.ts'
import { setReasons } from '../../src/store/records/verification-review.ts'
import { addVerification } from '../../src/store/records/verifications.ts'
import { writeSealed } from '../../src/store/sealed-json.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { openSession, PATIENCE_MS, type PageOptions, play } from '../kit/browser-session.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'
import { policyWith } from '../kit/visits.ts'

const timeout = 4 * PATIENCE_MS
const CASES = 200
const policyId = 'shop'
/** Every fourth has this one. */
const RARE = 'person-known'
/** Cases made without the engine have no receipt, who goes on leaves requests behind, and a case may be decided as it is claimed. */
const expected = [
  /404 \(Not Found\)/,
  /Failed to load resource.*\/receipt/,
  /net::ERR_ABORTED/,
  /409 \(Conflict\) \(.*\/claim\)/,
]

const policy = policyWith(
  { liveness: { families: ['profile'], min_strength: 'standard', attempts: 1 } },
  { outcomes: { 'liveness-failed': 'review' } },
)

/** Cases that wait for a reviewer, straight in the store: their verdicts are those of a policy. */
async function makeCases({ server }: Studio, name: string, count: number) {
  const { store } = server.server.runtime
  const as = await server.organisation(name)
  const organisation = await findOrganisation(store.database, name)
  const organisationId = organisation?.id ?? ''
  const now = Date.now()
  await addPolicy(store.database, { organisationId, id: policyId }, JSON.stringify(policy), now)
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const [id, eventId] = [randomUUID(), randomUUID()]
    ids.push(id)
    const at = now - i * 60_000
    const names = ['liveness-failed', ...(i % 4 === 0 ? [RARE] : [])]
    const reasons = names.map((reason) => ({ reason, outcome: 'review', step: 'liveness' }))
    const kept = {
      ...{ decision: 'review', decided_by: 'policy', policy: policyId, policy_version: 1, reasons },
      steps: [{ step: 'liveness', outcome: 'failed', attempts: 1 }],
      ...{ expected: [], person: {} },
    }
    const parts = {
      request: { part: 'verification', id, value: {} },
      event: { part: 'event', id: eventId, value: kept },
    } as const
    await writeSealed(store, organisationId, parts, async (queries, { request, event }) => {
      const place = { organisationId, id }
      await addVerification(queries, {
        ...place,
        ...{ externalPersonId: `khach-${String(i).padStart(3, '0')}`, consentReference: null },
        ...{ policyId, policyVersion: 1, isTest: false, createdAt: at, expiresAt: now + 3_600_000 },
        ...{ webhookEndpointId: null, request: request.bytes, keyVersion: request.keyVersion },
      })
      const change = { from: 'created', to: 'review', finishedAt: null } as const
      await changeState(queries, place, change, {
        ...({ id: eventId, type: 'verification.review', at, actor: 'server' } as const),
        ...{ data: event.bytes, keyVersion: event.keyVersion },
      })
      await setReasons(queries, place, reasons)
    })
  }
  return { as, ids }
}

describe.skipIf(!hasChromium())('review', () => {
  let studio: Studio
  let made: Awaited<ReturnType<typeof makeCases>>
  beforeAll(async () => {
    studio = await openStudio()
    made = await makeCases(studio, 'reviewers', CASES)
  }, timeout)
  afterAll(() => studio.close())

  const at = async (
    hash: string,
    name: string,
    scene: (page: Page) => Promise<void>,
    options: PageOptions = {},
  ): Promise<void> => {
    const session = await openSession(studio.browser, studio.server.url, { expected, ...options })
    try {
      await play(session, name, async ({ page }) => {
        await page.goto(`/studio/${hash}`)
        await signIn(page, made.as)
        await scene(page)
      })
    } finally {
      await session.context.close()
    }
  }
  const chosen = (page: Page) => page.locator('.queue-list button[aria-current]')
  const opened = (page: Page, person: string) =>
    page
      .locator(`.queue-list button[aria-current]`, { hasText: person })
      .waitFor()
      .then(async () => {
        const id = await chosen(page).getAttribute('data-id')
        await page.locator(`[data-testid=case][data-id="${id}"]`).waitFor()
        return id ?? ''
      })
  const stateOf = async (id: string) => {
    const answer = await studio.server.server.runtime.store.database.query<{ state: string }>(
      'SELECT state FROM verifications WHERE id = $1',
      [id],
    )
    return answer[0]?.state
  }

  test('a day of a reviewer, by keyboard', { timeout }, () =>
    at('#/verifications/review', 'queue', async (page) => {
      await page.locator('[data-testid=queue]').waitFor()
      await page.locator('input[name=queue-reviewer]').fill('Lan')
      const first = await opened(page, 'khach-000')
      await expectFit(page, 'queue, English')

      await page.locator('h1').click()
      await page.keyboard.press('?')
      await page.getByTestId('keys-help').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      const third = await opened(page, 'khach-002')
      expect(await page.locator('.queue-list button:focus').getAttribute('data-id')).toBe(third)
      await page.keyboard.press('k')
      const second = await opened(page, 'khach-001')

      await page.keyboard.press('a')
      await page.locator('[data-testid=decide][data-act=approved]').waitFor()
      expect(await page.getByTestId('decide').innerText()).toContain('This cannot be undone.')
      await expectFit(page, 'decide, English')
      await page.getByTestId('decide-yes').click()
      expect(await page.getByTestId('decide').innerText()).toContain('Say why.')
      expect(await stateOf(second)).toBe('review')
      await page.keyboard.press('Escape')
      await page.getByTestId('decide').waitFor({ state: 'detached' })

      await page.keyboard.press('a')
      await page.keyboard.type('The film is dark, the person is there.')
      await page.keyboard.press('Control+Enter')
      await opened(page, 'khach-002')
      expect(await stateOf(second)).toBe('approved')
      expect(await page.locator('.queue-list button:focus').getAttribute('data-id')).toBe(third)

      await page.keyboard.press('d')
      await page.keyboard.type('A picture of a picture.')
      await page.keyboard.press('Control+Enter')
      const fourth = await opened(page, 'khach-003')
      expect(await stateOf(third)).toBe('declined')

      await page.keyboard.press('r')
      await page.keyboard.type('Too dark.')
      await page.locator('input[name=step][value=liveness]').check()
      await page.keyboard.press('Control+Enter')
      await opened(page, 'khach-004')
      expect(await stateOf(fourth)).toBe('started')

      await page.keyboard.press('n')
      await page.keyboard.type('j is a letter here')
      await page.getByRole('button', { name: 'Write the note' }).click()
      await page.getByTestId('notes').getByText('j is a letter here').waitFor()
      expect(await stateOf(first)).toBe('review')

      await page.locator('select[name=reason]').selectOption(RARE)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.locator('[data-testid=queue][data-count="50"]').waitFor()

      // Whoever speaks to the machine switches the keys off.
      await page.locator('input[name=keys]').uncheck()
      await opened(page, 'khach-000')
      await page.locator('h1').click()
      await page.keyboard.press('j')
      await opened(page, 'khach-000')
    }),
  )

  test('a second reviewer sees who works on the case', { timeout }, async () => {
    const authorization = `Basic ${Buffer.from(`${made.as.name}:${made.as.password}`).toString('base64')}`
    const claimed = await fetch(`${studio.server.url}/verifications/${made.ids[8]}/claim`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ reviewer: 'Chi' }),
    })
    expect(claimed.status).toBe(200)
    await at('#/verifications/review', 'claim', async (page) => {
      await page.locator('input[name=queue-reviewer]').fill('Lan')
      await page.locator('.queue-list button', { hasText: 'khach-008' }).click()
      await page.getByTestId('claimed').waitFor()
      expect(await page.getByTestId('claimed').innerText()).toContain('Chi works on this case')
      await page.getByRole('button', { name: 'Take it over' }).click()
      await page.getByTestId('claimed').waitFor({ state: 'detached' })
    })
  })

  test(
    'the list is searched, and a case is opened, in Vietnamese, in the dark and on a phone',
    {
      timeout,
    },
    () =>
      at(
        '#/verifications/list',
        'list',
        async (page) => {
          await page.getByRole('heading', { level: 1, name: 'Hồ sơ' }).waitFor()
          await page.locator('input[name=search]').fill('khach-19')
          await page.getByRole('button', { name: 'Tìm', exact: true }).click()
          await page.getByRole('heading', { name: '10 hồ sơ', exact: true }).waitFor()
          await expectFit(page, 'list, Vietnamese, phone')
          await page.getByRole('link', { name: 'Mở hồ sơ của khach-195' }).click()
          await page.locator('[data-testid=case][data-state=review]').waitFor()
          await page.getByRole('heading', { level: 1, name: 'Hồ sơ của khach-195' }).waitFor()
          await expectFit(page, 'case, Vietnamese, phone')
          await page.getByTestId('looks').locator('summary').click()
          await page.getByTestId('looks').getByText('Mở hồ sơ', { exact: true }).first().waitFor()
          const saved = page.waitForEvent('download')
          await page.getByRole('button', { name: 'PDF', exact: true }).click()
          expect((await saved).suggestedFilename()).toMatch(/^verification-.*\.pdf$/)
        },
        { language: 'vi-VN', theme: 'dark', size: 'small' },
      ),
  )

  test('a policy is tried before it is saved, and a fault stands at its field', { timeout }, () =>
    at(
      `#/verifications/policies?id=${policyId}`,
      'policy',
      async (page) => {
        await page.locator('[data-testid=policy] .schema-form').waitFor()
        await expectFit(page, 'policy, English')
        await page.locator('input[name="match.asked"]').check()
        await page.getByTestId('save-policy').click()
        await page.locator('[data-part=match] .field-error').waitFor()
        await page.locator('input[name="match.asked"]').uncheck()
        await page.locator('select[name="outcomes.liveness-failed"]').selectOption('declined')
        await page.getByTestId('try').click()
        await page.locator('[data-testid=trial]').waitFor()
        await page.getByTestId('save-policy').click()
        await page.getByText('Saved as version 2').first().waitFor()
        await page.getByText('JSON', { exact: true }).click()
        expect(await page.locator('textarea[name=json]').inputValue()).toContain(
          '"liveness-failed": "declined"',
        )
        await page.goto('/studio/#/verifications/policies')
        await page.getByTestId('policies').getByText('bank-vn').waitFor()
        await expectFit(page, 'policies')
      },
      { expected: [...expected, /400 \(Bad Request\)/] },
    ),
  )

  test('statistics are plots with tables behind them', { timeout }, () =>
    at(
      '#/verifications/statistics',
      'statistics',
      async (page) => {
        await page.getByTestId('plots').waitFor()
        expect(await page.locator('svg[role=img]').count()).toBe(1)
        await page.getByText('Dạng bảng').first().click()
        expect(await page.locator('table').first().innerText()).toContain(String(CASES))
        await expectFit(page, 'statistics, Vietnamese')
      },
      { language: 'vi-VN' },
    ),
  )
})
