// Tests members in the studio: joining, passkeys with a virtual authenticator, what roles see, and the screens of admins.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { PATIENCE_MS, type PageSession } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'
import { goodPassword, invited } from '../kit/members.ts'
import { openReceiver, type Receiver } from '../webhooks/receivers.ts'

/** Keeps what the authenticator answered, as an attacker in the network would. */
const listening = `
  const { toJSON } = PublicKeyCredential.prototype
  PublicKeyCredential.prototype.toJSON = function () {
    const made = toJSON.call(this)
    window.lastCredential = JSON.stringify({ response: made })
    return made
  }`

describe.skipIf(!hasChromium())('members in the studio', () => {
  let studio: Studio
  let receiver: Receiver
  /** Passkeys are bound to a name, and 127.0.0.1 is none. */
  let url = ''
  beforeAll(async () => {
    receiver = await openReceiver()
    studio = await openStudio({ webhookAllow: [receiver.allow] })
    url = studio.server.url.replace('127.0.0.1', 'localhost')
  })
  afterAll(async () => {
    await studio.close()
    await receiver.close()
  })

  const inside = (page: Page) => page.locator('main#content').waitFor()

  async function join(page: Page, role: string): Promise<string> {
    const { token, email } = await invited(studio.server, role)
    await page.goto(`/studio/#/join/${token}`)
    await page.locator('input[name=password]').fill(goodPassword)
    await page.locator('form button[type=submit]').click()
    await inside(page)
    return email
  }

  async function withAuthenticator({ page, context }: PageSession): Promise<void> {
    const wire = await context.newCDPSession(page)
    await wire.send('WebAuthn.enable')
    await wire.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
  }

  test(
    'an admin joins, invites, makes a key, an endpoint and a test, and comes back by a reload',
    {
      timeout: 4 * PATIENCE_MS,
    },
    () =>
      studio.run(
        'admin',
        async ({ page }) => {
          const email = await join(page, 'admin')
          expect(await page.getByTestId('who').innerText()).toContain('Admin')
          expect(await page.evaluate('document.cookie')).toBe('')
          for (const path of ['members', 'api-keys', 'webhooks', 'sandbox', 'brand']) {
            await page.goto(`/studio/#/manage/${path}`)
            await page.locator('main#content [data-state=ready]').waitFor()
            await expectFit(page, path)
          }
          await page.getByLabel('Name that people know you by').fill('ACME Bank')
          await page.getByLabel('in English').first().fill('Welcome to ACME.')
          await page.getByLabel('Colour of buttons').fill('#ffee00')
          await page.getByTestId('brand-save').click()
          await page.getByText('take a darker one').waitFor()
          await page.getByLabel('Colour of buttons').fill('#0b5cad')
          await page.getByTestId('brand-save').click()
          await page.getByTestId('brand-preview').getByText('Welcome to ACME.').waitFor()
          await expectFit(page, 'brand with its page')
          await page.goto('/studio/#/manage/members')
          await page.locator(`[data-member="${email}"]`).waitFor()
          await page.getByLabel('Name', { exact: true }).fill('Bình')
          await page.getByLabel('E-mail address').fill('binh@acme.example')
          await page.getByRole('button', { name: 'Invite' }).click()
          expect(await page.getByTestId('shown-once').innerText()).toContain('/studio/#/join/ssi_')
          await page.locator('[data-member="binh@acme.example"][data-member-state=invited]').waitFor()
          await page.goto('/studio/#/manage/api-keys')
          await page.getByLabel('What the key is for').fill('onboarding')
          await page.getByRole('button', { name: 'Create a key' }).click()
          expect(await page.getByTestId('shown-once').innerText()).toContain('ssk_live_')
          await page.getByRole('button', { name: 'Revoke: onboarding' }).click()
          await page.getByTestId('confirm-yes').click()
          await page.locator('[data-key-state=revoked]').waitFor()
          await page.reload()
          await page.locator('[data-key-state=revoked]').waitFor()

          await page.goto('/studio/#/manage/webhooks')
          await page.getByLabel('Address', { exact: true }).fill(receiver.url)
          await page.getByRole('button', { name: 'Add an endpoint' }).click()
          expect(await page.getByTestId('shown-once').innerText()).toContain('whsec_')
          await page.getByRole('button', { name: `Send a test: ${receiver.url}` }).click()
          await page.getByText(`The test arrived at ${receiver.url}`).waitFor()
          expect(receiver.received).toHaveLength(1)
          const asked = { policy: 'simple', external_person_id: 'anna' }
          const { body: made } = await studio.server.post('/verifications', asked)
          await studio.server.post(`/verifications/${made.id}/cancel`, {})
          await expect.poll(() => receiver.received.length, { timeout: PATIENCE_MS }).toBe(2)
          const sent = page.locator('[data-delivery-state=delivered]')
          const look = async () => {
            await page.getByRole('button', { name: 'Look again' }).click()
            return sent.count()
          }
          await expect.poll(look, { timeout: PATIENCE_MS }).toBe(1)
          await sent.getByRole('button', { name: /^Send again: / }).click()
          await expect.poll(() => receiver.received.length, { timeout: PATIENCE_MS }).toBe(3)
          expect(receiver.received[2]?.headers['webhook-id']).toBe(
            receiver.received[1]?.headers['webhook-id'],
          )
          await page.getByRole('button', { name: `Disable: ${receiver.url}` }).click()
          await page.getByRole('button', { name: `Enable: ${receiver.url}` }).waitFor()
          await expectFit(page, 'webhooks with an endpoint and what was sent')

          // A persona walks by itself to a verdict; its case shows the chip from its answer to the state that signed it.
          await page.goto('/studio/#/manage/sandbox')
          await page.getByLabel('Policy').fill('bank-vn')
          await page.locator('[data-persona=approved]').click()
          await page.locator('[data-testid=walk][data-walk=approved]').waitFor()
          await expectFit(page, 'sandbox, walked')
          await page.getByRole('link', { name: 'Open the case' }).click()
          const chain = page.getByTestId('case').getByTestId('chain')
          await chain.waitFor()
          const tones = await chain
            .locator('[data-step]')
            .evaluateAll((steps) =>
              steps.map((step) => (step as unknown as { dataset: { tone: string } }).dataset.tone),
            )
          // The state signed it; whether it is a copy was not asked of this one.
          expect(tones.filter((tone) => tone === 'pass').length).toBeGreaterThan(1)
          expect(tones).not.toContain('fail')
          await expectFit(page, 'a case with a chip')
          await page.getByTestId('sign-out').click()
          await page.locator('[data-screen=sign-in]').waitFor()
          await page.reload()
          await page.locator('[data-screen=sign-in]').waitFor()
        },
        { url, expected: [/401 \(Unauthorized\)/, /400 \(Bad Request\)/, /ERR_ABORTED/] },
      ),
  )

  test('a viewer sees no screen of admins, in Vietnamese on a phone', () =>
    studio.run(
      'viewer',
      async ({ page }) => {
        const { token } = await invited(studio.server, 'viewer')
        await page.goto(`/studio/#/join/${token}`)
        await page.getByText('Người xem').waitFor()
        await expectFit(page, 'join in Vietnamese')
        await page.locator('input[name=password]').fill(goodPassword)
        await page.locator('form button[type=submit]').click()
        await inside(page)
        expect(await page.locator('a[href^="#/manage"]').count()).toBe(0)
        await page.goto('/studio/#/manage/members')
        await page.getByRole('heading', { name: 'Không có gì ở đây' }).waitFor()
        await page.getByTestId('sign-out').click()
        await page.locator('input[name=email]').waitFor()
        await expectFit(page, 'sign-in of a member in Vietnamese')
      },
      { url, size: 'small', language: 'vi-VN', theme: 'dark' },
    ))

  test('a link that was used says so', () =>
    studio.run(
      'used link',
      async ({ page }) => {
        await page.goto(`/studio/#/join/ssi_${'x'.repeat(49)}`)
        await page.getByRole('heading', { name: 'Join' }).waitFor()
        await page.getByText('This link is over').waitFor()
        await expectFit(page, 'used link')
      },
      { url, expected: [/404 \(Not Found\)/] },
    ))

  test('a passkey joins and signs in, and what it answered is good for nothing else', () =>
    studio.run(
      'passkey',
      async (session) => {
        const { page } = session
        await withAuthenticator(session)
        await page.addInitScript(listening)
        const { token } = await invited(studio.server, 'reviewer')
        await page.goto(`/studio/#/join/${token}`)
        await page.getByTestId('passkey-join').click()
        await inside(page)
        await page.goto('/studio/#/account')
        await page.locator('[data-session=this]').waitFor()
        await expectFit(page, 'account')
        await page.getByRole('button', { name: 'Remove: ' }).click()
        await page.getByText('it is all that this member signs in with').waitFor()
        await page.getByLabel('New password').fill(goodPassword)
        await page.getByRole('button', { name: 'Change the password' }).click()
        await page.getByText('The password is changed').waitFor({ state: 'attached' })
        await page.getByTestId('sign-out').click()
        await page.getByTestId('passkey-sign-in').click()
        await inside(page)
        const answer = String(await page.evaluate('lastCredential'))
        expect(answer).toContain('signature')
        const replay = (origin: string) =>
          fetch(`${url}/member-session/passkey`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', origin },
            body: answer,
          })
        expect((await replay(url)).status).toBe(401)
        expect((await replay('https://evil.example')).status).toBe(403)
      },
      { url, expected: [/401 \(Unauthorized\)/, /409 \(Conflict\)/] },
    ))
})
