// Plays how people and programs of an organisation get in: API keys, members with passwords and passkeys, keys of devices.
import { generateKeyPairSync, sign } from 'node:crypto'
import type { Answer, Page } from '../../kit/caller.ts'
import { makePasskey } from '../../kit/passkey.ts'
import { publicUrl as origin } from '../server.ts'
import { type Act, askAll, must, type Session } from '../session.ts'

export const apiKeys: Act = async (session) => {
  const { caller } = session
  const { body } = await must(session, 'createApiKey', { body: { name: 'soak', scopes: ['read'] } })
  const { id } = body.api_key as { readonly id: string }
  const first = { apiKey: String(body.key) }
  await caller.ask('organisation', { as: first })
  const rotated = await must(session, 'rotateApiKey', { id, body: { grace_hours: 0 } })
  const second = { apiKey: String(rotated.body.key) }
  await caller.ask('listCollections', { as: first, code: 401 })
  await caller.ask('listCollections', { as: second })
  await caller.ask('members', { as: second, code: 403 })
  await caller.ask('apiKeys', { fits: ({ body }) => JSON.stringify(body).includes(id) })
  await caller.ask('revokeApiKey', { id })
  await caller.ask('organisation', { as: second, code: 401 })
}

const nobody: Page = { csrfToken: '', origin }
const pageOf = ({ body, cookie }: Answer): Page => ({ csrfToken: String(body.csrf_token), origin, cookie })
const [firstPassword, otherPassword] = ['four plain words of mine', 'five other plain words of mine']
type Json = Readonly<Record<string, unknown>>

/** Asks for an invitation, looks at it, and joins; the session is that of a page of the server. */
async function joined(session: Session, token: string, how: (options: Json) => object): Promise<Page> {
  const [as, body] = [nobody, { token }]
  await session.caller.ask('invitation', { as, body })
  const { body: answered } = await must(session, 'joinPasskeyOptions', { as, body })
  const entered = await must(session, 'join', { as, body: { token, ...how(answered.options as Json) } })
  await session.caller.ask('join', { as, body: { token, password: firstPassword }, code: 404 })
  return pageOf(entered)
}

const invitationIn = ({ body }: Answer): string => (body.invitation as { readonly token: string }).token

/** The member comes by password, adds a passkey and comes by it, is reset and joins by another, and is removed. */
export const members: Act = async (session) => {
  const { caller, mark } = session
  const email = `person-${mark()}@soak.example`
  const invited = await must(session, 'inviteMember', { body: { email, name: 'Lan', role: 'viewer' } })
  const { id } = invited.body.member as { readonly id: string }
  await caller.ask('inviteMember', { body: { email, name: 'Lan', role: 'viewer' }, code: 409 })
  let as = await joined(session, invitationIn(invited), () => ({ password: firstPassword }))
  await askAll(
    session,
    [['memberSession'], ['memberPasskeys'], ['listPolicies'], ['apiKeys', { code: 403 }]],
    { as },
  )

  const organisation = String((await must(session, 'organisation')).body.name)
  const login = { organisation, email, password: firstPassword }
  const elsewhere = await must(session, 'signIn', { as: nobody, body: login })
  const second = String((await must(session, 'memberSession', { as: pageOf(elsewhere) })).body.session_id)
  await caller.ask('memberSessions', { as, fits: ({ body }) => (body.sessions as unknown[]).length === 2 })
  await caller.ask('endMemberSession', { as, id: second })
  await caller.ask('memberSession', { as: pageOf(elsewhere), code: 401 })
  const changed = { current_password: firstPassword, password: otherPassword }
  as = pageOf(await must(session, 'changeMemberPassword', { as, body: changed }))
  await caller.ask('signIn', { as: nobody, body: login, code: 401 })

  const toAdd = await must(session, 'addPasskeyOptions', { as })
  const passkey = makePasskey(toAdd.body.options as Json, origin)
  await must(session, 'addPasskey', { as, body: { name: 'Phone', response: passkey.made } })
  const byPasskey = async (signed: (options: Json) => Json): Promise<Page> => {
    const { body } = await must(session, 'passkeySignInOptions', { as: nobody })
    const response = signed(body.options as Json)
    const entered = await must(session, 'signInWithPasskey', { as: nobody, body: { response } })
    await caller.ask('signInWithPasskey', { as: nobody, body: { response }, code: 401 })
    return pageOf(entered)
  }
  const other = await byPasskey(passkey.signed)
  await caller.ask('removePasskey', { as: other, id: String(passkey.made.id) })
  await caller.ask('signOut', { as: other })

  await askAll(session, [['member'], ['changeMember', { body: { name: 'Lan Thi', role: 'reviewer' } }]], {
    id,
  })
  await caller.ask('memberSession', { as, code: 401 })
  const again = await must(session, 'resetMember', { id })
  await joined(session, invitationIn(again), (options) => {
    return { passkey: makePasskey(options, origin).made }
  })
  await caller.ask('members', { fits: ({ body }) => (body.members as unknown[]).length === 1 })
  await askAll(session, [['signOutMember'], ['removeMember'], ['removeMember', { code: 404 }]], { id })
}

const settings = { apple_app_ids: ['ABCDE12345.vn.example.bank'] }

/** The key of a browser: it signs the nonce, is shown, and ends. */
export const captureKeys: Act = async (session) => {
  const { caller } = session
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const nonce = String((await must(session, 'captureNonce')).body.nonce)
  const signed = Buffer.from(`selfsame-capture-key-v1\n${nonce}`)
  const body = {
    ...{ nonce, platform: 'web' },
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    signature: sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64'),
  }
  const { body: made } = await must(session, 'registerCaptureKey', { body })
  const { id } = made.capture_key as { readonly id: string }
  await askAll(session, [['captureKey'], ['revokeCaptureKey']], { id })
  await askAll(session, [['captureSettings'], ['appVersions']])
  await caller.ask('changeCaptureSettings', { body: settings })
  await caller.ask('changeCaptureSettings', { body: {} })
}
