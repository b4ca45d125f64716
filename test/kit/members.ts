// Invites members and signs them in for tests, as a page of the server does: with the cookie and the token of the session.
import type { TestServer } from '../../specimens/kit/servers/server.ts'

export interface TestMember {
  readonly id: string
  readonly email: string
  readonly cookie: string
  readonly device: string
  readonly csrf: string
}

export interface Asked {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

export const goodPassword = 'four plain words of mine'

type Headed = Readonly<Record<string, string>>

export async function ask(
  url: string,
  method: string,
  path: string,
  headers: Headed = {},
  body?: unknown,
): Promise<Asked> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}

/** The headers by which a page of the server asks for a member. */
export const asMember = (url: string, { cookie, csrf }: TestMember): Headed => ({
  ...{ cookie, 'x-csrf-token': csrf, origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' },
})

const cookieIn = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .find((one) => one.startsWith(`__Host-selfsame-${name}=`))
    ?.split(';', 1)[0] ?? ''

export const memberIn = ({ body, headers }: Asked): TestMember => {
  const { id, email } = body.member as { readonly id: string; readonly email: string }
  return {
    ...{ id, email, csrf: String(body.csrf_token) },
    ...{ cookie: cookieIn(headers, 'session'), device: cookieIn(headers, 'device') },
  }
}

let members = 0

/** By name and password of the organisation; answers the secret of the link. */
export async function invited(server: TestServer, role: string, email = `person-${++members}@acme.example`) {
  const { status, body } = await server.post('/members', { email, name: 'Lan', role })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { token } = body.invitation as { readonly token: string }
  return { token, email, id: (body.member as { readonly id: string }).id }
}

export async function joined(server: TestServer, role: string, email?: string): Promise<TestMember> {
  const { token } = await invited(server, role, email)
  const answer = await ask(
    server.url,
    'POST',
    '/member-invitation/join',
    {},
    { token, password: goodPassword },
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return memberIn(answer)
}
