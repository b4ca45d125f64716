// Tests the outbox: at least once and in order, retries by a clock that is turned, leases of several servers, and no receiver slowed by another.
import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { rotateOrganisationKey } from '../../src/organisations/manage.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { storageErrors } from '../../src/store/records/storage.ts'
import { replayDelivery, webhookCounts } from '../../src/store/records/webhook-deliveries.ts'
import {
  changeEndpoint,
  findEndpoint,
  removeEndpoint,
  secretsOf,
} from '../../src/store/records/webhook-endpoints.ts'
import { verifyAll } from '../../src/store/verify.ts'
import { sweepWebhooks } from '../../src/webhooks/deliverer.ts'
import { rotateSecret } from '../../src/webhooks/endpoints.ts'
import { embedded, shared } from '../store/opened-store.ts'
import { DAY, HOUR, type Outbox, openOutbox } from './outbox-kit.ts'
import { type Answer, openReceiver, type Received, type Receiver } from './receivers.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const outboxOf = async (...adapter: Parameters<typeof openOutbox>): Promise<Outbox> => {
  const outbox = await openOutbox(...adapter)
  closing.push(() => outbox.remove())
  return outbox
}
const receiverOf = async (answer?: (message: Received) => Answer): Promise<Receiver> => {
  const receiver = await openReceiver(answer)
  closing.push(() => receiver.close())
  return receiver
}
const until = (isSo: () => boolean | Promise<boolean>) =>
  expect.poll(isSo, { interval: 5, timeout: 120_000 }).toBe(true)
const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])
const signatureOf = (secret: string, { headers, body }: Received) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe.each([embedded, shared].filter(({ available }) => available))('on $name', (adapter) => {
  test('an event is sent once, signed, and says nothing of the person but the id of the caller', async () => {
    const outbox = await outboxOf(adapter)
    const receiver = await receiverOf()
    const { secret } = await outbox.endpoint(receiver.url)
    const verification = await outbox.verification({ metadata: { order: '7' } })
    const event = await outbox.event(verification, 'verification.declined', {
      reasons: [
        {
          reason: 'document-expired',
          outcome: 'declined',
          step: 'document',
          words: 'x',
          check: { score: 1 },
        },
      ],
      expected: [{ field: 'name', given: 'Nguyễn Văn A', read: 'Nguyễn Văn B' }],
    })
    outbox.deliverer([receiver])
    await until(async () => (await outbox.deliveries())[0]?.state === 'delivered')
    expect(receiver.received).toHaveLength(1)
    const [message] = receiver.received
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'verification.declined',
      timestamp: new Date(outbox.kept.clock.now).toISOString(),
      data: {
        id: verification,
        external_person_id: 'anna',
        state: 'declined',
        policy: 'simple',
        policy_version: 1,
        reasons: [{ reason: 'document-expired', outcome: 'declined', step: 'document' }],
        is_test: false,
        metadata: { order: '7' },
      },
    })
    expect(message?.headers).toMatchObject({
      'webhook-id': `msg_${event}`,
      'webhook-timestamp': String(Math.floor(outbox.kept.clock.now / 1000)),
    })
    expect(message?.headers['webhook-signature']).toBe(message && signatureOf(secret, message))
    const [delivery] = await outbox.deliveries()
    expect(delivery).toMatchObject({
      attempts: 1,
      eventType: 'verification.declined',
      finishedAt: outbox.kept.clock.now,
    })
    expect(await outbox.attempts(delivery?.id ?? '')).toMatchObject([
      { number: 1, status: 204, failure: null },
    ])
    // It is counted once its record is kept.
    await expect.poll(() => outbox.counts).toEqual({ delivered: 1, failed: 0, givenUp: 0 })
    expect(outbox.logged()).not.toContain('anna')
    expect(outbox.logged()).not.toContain(receiver.url)
  })

  test('events of a verification go in their order, also while the first fails; others pass by', async () => {
    const outbox = await outboxOf(adapter)
    const order: string[] = []
    let isDown = true
    let stuck = ''
    const receiver = await receiverOf(({ headers, body }) => {
      const { data, type } = JSON.parse(body) as { data: { id: string }; type: string }
      if (isDown && data.id === stuck) return 500
      order.push(`${data.id} ${type}`)
      expect(headers['webhook-id']).toMatch(/^msg_/)
      return 200
    })
    await outbox.endpoint(receiver.url)
    const [one, other] = [await outbox.verification(), await outbox.verification()]
    stuck = one
    const types = [
      'verification.created',
      'verification.started',
      'verification.processing',
      'verification.approved',
    ] as const
    for (const type of types) for (const id of [one, other]) await outbox.event(id, type)
    outbox.deliverer([receiver])
    await until(() => order.length === 4)
    expect(order).toEqual(types.map((type) => `${other} ${type}`))
    const waiting = async () => (await webhookCounts(outbox.kept.store.database)).waiting
    await until(async () => outbox.counts.failed > 0 && (await waiting()) === 4)
    isDown = false
    outbox.kept.clock.now += 3_600_000
    await until(() => order.length === 8)
    expect(order.slice(4)).toEqual(types.map((type) => `${one} ${type}`))
  })

  test('two servers share the work: every event arrives, in order, and none twice', async () => {
    const outbox = await outboxOf(adapter)
    const receiver = await receiverOf()
    await outbox.endpoint(receiver.url)
    const sent: string[] = []
    const verifications: string[] = []
    for (let count = 0; count < 12; count++) verifications.push(await outbox.verification())
    const another = await outbox.kept.another()
    outbox.deliverer([receiver])
    outbox.deliverer([receiver], { ...another })
    for (let turn = 0; turn < 3; turn++)
      for (const id of verifications)
        sent.push(
          `msg_${await outbox.event(id, turn === 2 ? 'verification.approved' : 'verification.step_passed')}`,
        )
    await until(async () => (await outbox.deliveries()).every(({ state }) => state === 'delivered'))
    expect(idsOf(receiver).toSorted()).toEqual(sent.toSorted())
    for (const id of verifications) {
      const own = receiver.received
        .filter(({ body }) => body.includes(id))
        .map(({ headers }) => headers['webhook-id'])
      expect(own).toEqual(sent.filter((one) => own.includes(one)))
    }
  })

  test('what a server that died had taken is sent by another once its lease is over', async () => {
    const outbox = await outboxOf(adapter)
    let isDead = true
    const receiver = await receiverOf(() => (isDead ? 'hang' : 200))
    await outbox.endpoint(receiver.url)
    const event = await outbox.event(await outbox.verification())
    // Its process is gone: whatever it would write is not written.
    const dead = outbox.deliverer([receiver], {
      database: { ...outbox.kept.store.database, transaction: () => Promise.reject(new Error('killed')) },
      timeoutMs: 200,
    })
    await until(() => receiver.received.length === 1)
    outbox.deliverer([receiver])
    isDead = false
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(receiver.received).toHaveLength(1)
    outbox.kept.clock.now += 31_000
    await until(() => receiver.received.length >= 2)
    expect(new Set(idsOf(receiver))).toEqual(new Set([`msg_${event}`]))
    await dead.close(0)
  })

  test('a server that is alone sends at once what the process before it had taken', async () => {
    const outbox = await outboxOf(adapter)
    const receiver = await receiverOf()
    await outbox.endpoint(receiver.url)
    await outbox.event(await outbox.verification())
    await outbox.kept.store.database.query(
      `UPDATE webhook_deliveries SET lease_holder = 'gone', lease_until = ${outbox.kept.clock.now + DAY}`,
    )
    outbox.deliverer([receiver], { isAlone: true })
    await until(() => receiver.received.length === 1)
  })

  test('a lease that ran out writes nothing over what another server did', async () => {
    const outbox = await outboxOf(adapter)
    const receiver = await receiverOf(() => 'hang')
    await outbox.endpoint(receiver.url)
    await outbox.event(await outbox.verification())
    const slow = outbox.deliverer([receiver], { timeoutMs: 300 })
    await until(() => receiver.received.length === 1)
    await outbox.kept.store.database.query(
      `UPDATE webhook_deliveries SET state = 'delivered', finished_at = 1, lease_holder = NULL, lease_until = NULL`,
    )
    await slow.close(1000)
    expect(await outbox.deliveries()).toMatchObject([{ state: 'delivered', attempts: 0 }])
  })
})

/** Turns the clock to when the delivery is due, until it is no more or `turns` attempts were made. */
async function pass(outbox: Outbox, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const [delivery] = await outbox.deliveries()
    if (delivery?.state !== 'waiting') return
    outbox.kept.clock.now = Math.max(outbox.kept.clock.now, delivery.nextAt)
    await until(async () => ((await outbox.deliveries())[0]?.attempts ?? 0) > delivery.attempts)
  }
}

describe('a receiver that fails', () => {
  test('for a day is tried ever more rarely, and gets the event with the same id when it is back', async () => {
    const outbox = await outboxOf()
    const begun = outbox.kept.clock.now
    const receiver = await receiverOf(() => (outbox.kept.clock.now < begun + DAY ? 500 : 200))
    await outbox.endpoint(receiver.url)
    const event = await outbox.event(await outbox.verification())
    outbox.deliverer([receiver])
    await pass(outbox, 100)
    const [delivery] = await outbox.deliveries()
    expect(delivery?.state).toBe('delivered')
    expect(new Set(idsOf(receiver))).toEqual(new Set([`msg_${event}`]))
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    const log = await outbox.attempts(delivery?.id ?? '')
    expect(log.length).toBeGreaterThan(8)
    expect(log.length).toBeLessThan(20)
    const pauses = log.slice(1).map(({ at }, i) => at - (log[i]?.at ?? 0))
    expect(pauses[0]).toBe(5_000)
    expect(pauses.every((pause, i) => i === 0 || pause >= (pauses[i - 1] ?? 0))).toBe(true)
    expect(log.at(-1)).toMatchObject({ status: 200, failure: null })
    expect(log[0]).toMatchObject({ status: 500, failure: 'answered 500' })
    const stamps = receiver.received.map(({ headers }) => headers['webhook-timestamp'])
    expect(new Set(stamps).size).toBe(stamps.length)
  })

  test('for three days is given up, the next event goes on, and a replay begins anew', async () => {
    const outbox = await outboxOf()
    const begun = outbox.kept.clock.now
    let isDown = true
    const receiver = await receiverOf(() => (isDown ? 503 : 200))
    const { id } = await outbox.endpoint(receiver.url)
    const verification = await outbox.verification()
    const first = await outbox.event(verification, 'verification.review')
    outbox.deliverer([receiver])
    await pass(outbox, 100)
    expect(await outbox.deliveries()).toMatchObject([{ state: 'given-up', finishedAt: begun + 3 * DAY }])
    expect(outbox.counts.givenUp).toBe(1)
    isDown = false
    await outbox.event(verification, 'verification.approved')
    await until(async () => (await outbox.deliveries())[0]?.state === 'delivered')
    const before = receiver.received.length
    outbox.kept.clock.now += 10 * DAY
    const place = { organisationId: outbox.organisationId, id: `${first}.${id}` }
    expect(await replayDelivery(outbox.kept.store.database, place, outbox.kept.clock.now)).toBe(true)
    await until(() => receiver.received.length === before + 1)
    expect(idsOf(receiver).at(-1)).toBe(`msg_${first}`)
    await until(async () => (await outbox.deliveries()).every(({ state }) => state === 'delivered'))
  })

  test('is left alone by those that waited until it answers, and then gets all of them at once', async () => {
    const outbox = await outboxOf()
    let isDown = true
    const receiver = await receiverOf(() => (isDown ? 500 : 200))
    await outbox.endpoint(receiver.url)
    for (let count = 0; count < 20; count++) await outbox.event(await outbox.verification())
    outbox.deliverer([receiver])
    await until(() => outbox.counts.failed === 20)
    isDown = false
    // Only the one that is due first is tried; its success brings the others.
    outbox.kept.clock.now += 5_000
    await outbox.event(await outbox.verification())
    await until(() => outbox.counts.delivered === 21)
  })

  test('says when to come back, and is believed up to a day', async () => {
    const outbox = await outboxOf()
    const receiver = await receiverOf(() => 500)
    await outbox.endpoint(receiver.url)
    await outbox.event(await outbox.verification())
    outbox.deliverer([], {
      sender: {
        check: async () => undefined,
        send: async () => ({ status: 429, failure: 'answered 429', milliseconds: 1, retryAfterMs: HOUR }),
      },
    })
    await until(async () => (await outbox.deliveries())[0]?.attempts === 1)
    expect((await outbox.deliveries())[0]?.nextAt).toBe(outbox.kept.clock.now + HOUR)
  })

  test('with 410 is sent nothing more until somebody enables it', async () => {
    const outbox = await outboxOf()
    let answer = 410
    const receiver = await receiverOf(() => answer)
    const { id } = await outbox.endpoint(receiver.url)
    const { database } = outbox.kept.store
    const verification = await outbox.verification()
    const place = { organisationId: outbox.organisationId, id }
    await outbox.event(verification, 'verification.review')
    outbox.deliverer([receiver])
    await until(async () => (await findEndpoint(database, place))?.isEnabled === false)
    expect(await findEndpoint(database, place)).toMatchObject({
      disabledBecause: expect.stringContaining('410'),
    })
    await outbox.event(verification, 'verification.approved')
    expect(await outbox.deliveries()).toMatchObject([{ state: 'given-up' }])
    answer = 200
    const found = await findEndpoint(database, place)
    if (found) await changeEndpoint(database, place, { ...found, isEnabled: true }, outbox.kept.clock.now)
    expect(await findEndpoint(database, place)).toMatchObject({ isEnabled: true, disabledBecause: null })
    await outbox.event(verification, 'verification.redacted')
    await until(() => receiver.received.length === 2)
  })

  test('that hangs slows no other endpoint and no other organisation', async () => {
    const outbox = await outboxOf()
    const hanging = await receiverOf(() => 'hang')
    const good = await receiverOf()
    const strange = await receiverOf()
    const others = await outbox.organisation()
    await outbox.endpoint(hanging.url)
    await outbox.endpoint(good.url)
    await outbox.endpoint(strange.url, { organisationId: others })
    // Far more than may be under way at a time.
    for (let count = 0; count < 40; count++) await outbox.event(await outbox.verification())
    outbox.deliverer([hanging, good, strange], { concurrency: 8, timeoutMs: 120_000 })
    const foreign = await outbox.verification({ organisationId: others })
    await outbox.event(foreign, 'verification.approved', {}, others)
    await until(() => good.received.length === 40 && strange.received.length === 1)
    expect(hanging.received.length).toBeLessThanOrEqual(1)
  })

  test('even many that hang leave half of the room to those that answer', async () => {
    const outbox = await outboxOf()
    const hanging = await receiverOf(() => 'hang')
    const good = await receiverOf()
    await outbox.endpoint(good.url)
    for (let count = 0; count < 10; count++) {
      const organisationId = await outbox.organisation()
      for (let each = 0; each < 2; each++) await outbox.endpoint(hanging.url, { organisationId })
      const verification = await outbox.verification({ organisationId })
      await outbox.event(verification, 'verification.approved', {}, organisationId)
    }
    await outbox.event(await outbox.verification())
    outbox.deliverer([hanging, good], { concurrency: 16, timeoutMs: 1_000 })
    await until(() => good.received.length === 1)
    for (let count = 0; count < 40; count++) await outbox.event(await outbox.verification())
    await until(() => good.received.length === 41)
  })
})

describe('who gets what', () => {
  test('an endpoint gets the types it asked for, of its own organisation, and a verification may name one', async () => {
    const outbox = await outboxOf()
    const receivers = [await receiverOf(), await receiverOf(), await receiverOf()] as const
    const [all, few, foreign] = receivers
    const others = await outbox.organisation()
    await outbox.endpoint(all.url)
    const { id } = await outbox.endpoint(few.url, {
      events: ['verification.approved', 'verification.declined'],
    })
    await outbox.endpoint(foreign.url, { organisationId: others })
    const verification = await outbox.verification()
    const named = await outbox.verification({ webhookEndpointId: id })
    await outbox.event(verification, 'verification.started')
    await outbox.event(verification, 'verification.approved')
    await outbox.event(named, 'verification.started')
    await outbox.event(named, 'verification.declined')
    outbox.deliverer(receivers)
    await until(() => all.received.length === 2 && few.received.length === 2)
    await until(async () => (await outbox.deliveries()).every(({ state }) => state === 'delivered'))
    expect(foreign.received).toEqual([])
    expect(await outbox.deliveries()).toHaveLength(4)
  })

  test('events of tests go to endpoints for tests, and no others there', async () => {
    const outbox = await outboxOf()
    const live = await receiverOf()
    const test = await receiverOf()
    await outbox.endpoint(live.url)
    await outbox.endpoint(test.url, { isTest: true })
    await outbox.event(await outbox.verification({ isTest: true }))
    await outbox.event(await outbox.verification())
    outbox.deliverer([live, test])
    await until(() => live.received.length === 1 && test.received.length === 1)
    expect(JSON.parse(live.received[0]?.body ?? '')).toMatchObject({ data: { is_test: false } })
    expect(JSON.parse(test.received[0]?.body ?? '')).toMatchObject({ data: { is_test: true } })
  })

  test('an endpoint that was removed gets nothing more, and its secrets are gone', async () => {
    const outbox = await outboxOf()
    const receiver = await receiverOf()
    const { id } = await outbox.endpoint(receiver.url)
    const { database } = outbox.kept.store
    const { clock } = outbox.kept
    await outbox.event(await outbox.verification())
    const place = { organisationId: outbox.organisationId, id }
    expect(await database.transaction((queries) => removeEndpoint(queries, place, clock.now))).toBe(true)
    expect(await database.transaction((queries) => removeEndpoint(queries, place, clock.now))).toBe(false)
    await outbox.event(await outbox.verification())
    expect(await outbox.deliveries()).toMatchObject([{ state: 'given-up' }])
    expect(await secretsOf(database, place, clock.now)).toEqual([])
    const [delivery] = await outbox.deliveries()
    const again = { organisationId: outbox.organisationId, id: delivery?.id ?? '' }
    expect(await replayDelivery(database, again, clock.now)).toBe(false)
    const { metrics } = { metrics: { webhookAttempted: () => {}, webhooksGivenUp: () => {} } }
    await sweepWebhooks(database, { now: clock.now + 31 * DAY, giveUpMs: 3 * DAY, metrics })
    expect(await outbox.deliveries()).toEqual([])
  })

  test('what waits for an endpoint that is off is given up after three days, and what is erased is not sent', async () => {
    const outbox = await outboxOf()
    const receiver = await receiverOf()
    const { id } = await outbox.endpoint(receiver.url)
    const { database } = outbox.kept.store
    const { clock } = outbox.kept
    const erased = await outbox.verification()
    await outbox.event(erased)
    await outbox.event(await outbox.verification())
    await database.query('DELETE FROM verifications WHERE id = $1', [erased])
    expect(await outbox.deliveries()).toHaveLength(1)
    const place = { organisationId: outbox.organisationId, id }
    const found = await findEndpoint(database, place)
    if (found) await changeEndpoint(database, place, { ...found, isEnabled: false }, clock.now)
    outbox.deliverer([receiver])
    let givenUp = 0
    const metrics = {
      webhookAttempted: () => {},
      webhooksGivenUp: (count: number) => {
        givenUp += count
      },
    }
    await sweepWebhooks(database, { now: clock.now + 2 * DAY, giveUpMs: 3 * DAY, metrics })
    expect(await outbox.deliveries()).toMatchObject([{ state: 'waiting' }])
    await sweepWebhooks(database, { now: clock.now + 3 * DAY + 1, giveUpMs: 3 * DAY, metrics })
    expect(await outbox.deliveries()).toMatchObject([{ state: 'given-up' }])
    expect(givenUp).toBe(1)
    expect(receiver.received).toEqual([])
  })
})

describe('secrets', () => {
  test('both sign while the old one is in grace, and then only the new one', async () => {
    const outbox = await outboxOf()
    const receiver = await receiverOf()
    const { id, secret: old } = await outbox.endpoint(receiver.url)
    const { store, clock } = outbox.kept
    const fresh = await rotateSecret(store, { organisationId: outbox.organisationId, id }, HOUR, clock.now)
    expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    outbox.deliverer([receiver])
    const next = async () => {
      const before = receiver.received.length
      await outbox.event(await outbox.verification())
      await until(() => receiver.received.length === before + 1)
      const message = receiver.received.at(-1) as Received
      const signatures = String(message.headers['webhook-signature']).split(' ')
      return [fresh, old].map((secret) => signatures.includes(signatureOf(secret, message)))
    }
    expect(await next()).toEqual([true, true])
    clock.now += HOUR
    expect(await next()).toEqual([true, false])
    const newest = await rotateSecret(store, { organisationId: outbox.organisationId, id }, 0, clock.now)
    expect(await next()).toEqual([false, false])
    expect(signatureOf(newest, receiver.received.at(-1) as Received)).toBe(
      receiver.received.at(-1)?.headers['webhook-signature'],
    )
  })

  test('are sealed: rotation of the key, verification of the store and counting cover them', async () => {
    const outbox = await outboxOf()
    const receiver = await receiverOf()
    const { id, secret } = await outbox.endpoint(receiver.url)
    const { store, clock } = outbox.kept
    const place = { organisationId: outbox.organisationId, id }
    const [before] = await secretsOf(store.database, place, clock.now)
    expect(Buffer.from(before?.secret ?? '').includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
    const [organisation] = (await listOrganisations(store.database)).filter(
      (one) => one.id === outbox.organisationId,
    )
    if (organisation) await rotateOrganisationKey(store, organisation, true, () => undefined)
    const [after] = await secretsOf(store.database, place, clock.now)
    expect(Buffer.from(after?.secret ?? '').equals(Buffer.from(before?.secret ?? ''))).toBe(false)
    await outbox.event(await outbox.verification())
    outbox.deliverer([receiver])
    await until(() => receiver.received.length === 1)
    const [message] = receiver.received
    expect(message && signatureOf(secret, message)).toBe(message?.headers['webhook-signature'])
    expect(await storageErrors(store.database)).toEqual([])
    const { faults, opened } = await verifyAll(store, () => undefined)
    expect(faults).toEqual([])
    expect(opened['sealed rows of webhook_secrets']).toBe(1)
  })
})
