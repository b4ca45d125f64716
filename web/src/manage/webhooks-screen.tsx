// The screen of webhooks: endpoints, what was sent to them, and sending it again.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { members } from '../words/members.ts'
import { Rows, ShownOnce, timeText, useLoaded } from './list.tsx'

type Endpoint = AnswerOf<'webhookEndpoints'>['endpoints'][number]
type Delivery = AnswerOf<'webhookDeliveries'>['deliveries'][number]

export function WebhooksScreen() {
  const t = members()
  const endpoints = useLoaded(async (client) => (await client.webhookEndpoints()).endpoints)
  const deliveries = useLoaded(async (client) => (await client.webhookDeliveries({ limit: '50' })).deliveries)
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  const [tested, setTested] = useState<(AnswerOf<'testWebhookEndpoint'> & { url: string }) | null>(null)
  const says = { waiting: t.waiting, delivered: t.delivered, 'given-up': t.givenUp }
  return (
    <Page title={t.webhooks} lead={t.webhooksLead}>
      <div class="screen" data-state={endpoints.items === null ? 'loading' : 'ready'}>
        <form
          class="panel"
          onSubmit={async (event) => {
            event.preventDefault()
            const made = await endpoints.act((client) => client.createWebhookEndpoint({ url: url.trim() }))
            if (made) setSecret(made.secret)
          }}
        >
          <Field
            label={t.url}
            name="url"
            autocomplete="off"
            placeholder="https://"
            value={url}
            onInput={setUrl}
          />
          <div class="row">
            <Button
              kind="primary"
              type="submit"
              icon="plus"
              busy={endpoints.isBusy}
              disabled={url.trim() === ''}
            >
              {t.addEndpoint}
            </Button>
          </div>
        </form>
        {secret !== null && <ShownOnce text={secret} says={t.secretShown} copy={t.copySecret} />}
        {tested && (
          <Verdict
            tone={tested.delivered ? 'pass' : 'fail'}
            title={fill(tested.delivered ? t.testTaken : t.testNotTaken, { url: tested.url })}
            text={tested.failure ?? undefined}
            code={tested.status ?? undefined}
            milliseconds={tested.milliseconds}
          />
        )}
        <Rows loaded={endpoints} empty={t.noEndpoints} label={t.webhooks}>
          {(one: Endpoint) => (
            <li key={one.id} class="managed-row">
              <p class="mono">{one.url}</p>
              <p class="muted small">{one.disabled_because ?? one.events.join(', ')}</p>
              <div class="row">
                <Button
                  aria-label={`${t.test}: ${one.url}`}
                  disabled={endpoints.isBusy}
                  onClick={async () => {
                    const answer = await endpoints.act((client) => client.testWebhookEndpoint(one.id))
                    setTested(answer ? { ...answer, url: one.url } : null)
                  }}
                >
                  {t.test}
                </Button>
                <Button
                  aria-label={`${one.enabled ? t.disable : t.enable}: ${one.url}`}
                  disabled={endpoints.isBusy}
                  onClick={() =>
                    void endpoints.act((client) =>
                      client.changeWebhookEndpoint(one.id, { enabled: !one.enabled }),
                    )
                  }
                >
                  {one.enabled ? t.disable : t.enable}
                </Button>
                <Button
                  kind="danger"
                  icon="trash"
                  aria-label={`${t.remove}: ${one.url}`}
                  disabled={endpoints.isBusy}
                  onClick={() => void endpoints.act((client) => client.removeWebhookEndpoint(one.id))}
                >
                  {t.remove}
                </Button>
              </div>
            </li>
          )}
        </Rows>
        <div class="panel-head">
          <h2>{t.deliveries}</h2>
          <Button kind="plain" icon="again" onClick={deliveries.load}>
            {t.refresh}
          </Button>
        </div>
        <Rows loaded={deliveries} empty={t.noDeliveries} label={t.deliveries}>
          {(one: Delivery) => (
            <li key={one.id} class="managed-row" data-delivery-state={one.state}>
              <p>
                <strong>{one.type}</strong> · {says[one.state]} ({one.attempts})
              </p>
              <p class="muted small">
                {timeText(one.created_at)} · <span class="mono">{one.verification_id}</span>
              </p>
              {one.state !== 'waiting' && (
                <div class="row">
                  <Button
                    aria-label={`${t.replay}: ${one.type} ${one.id}`}
                    disabled={deliveries.isBusy}
                    onClick={() => void deliveries.act((client) => client.replayWebhookDelivery(one.id))}
                  >
                    {t.replay}
                  </Button>
                </div>
              )}
            </li>
          )}
        </Rows>
      </div>
    </Page>
  )
}
