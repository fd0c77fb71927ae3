import { Secret, TOTP } from 'otpauth'
import { countAttempt } from '#server/identity/sign-in-throttle.ts'
import { assistantAt } from './assistants.ts'
import { createAuthenticator } from './authenticator.ts'
import { publicUrl } from './record-call.ts'
import { type Answer, mailedToken, type Scenes, until } from './scene.ts'

export const connectionScenes: Scenes = {
  async webhooks({ say, receiver }) {
    const body = { url: receiver.url, events: ['contact.created', 'post.published'] }
    const path = { id: (await say('createWebhook', { body }))._id }
    await say('testWebhook', { path, body: { event: 'contact.created' } })
    const sent = async () => (await say('listWebhookDeliveries', { path })).find((one: Answer) => one.state === 'sent')
    const { _id: delivery } = await until(sent)
    await say('resendWebhookDelivery', { path: { ...path, delivery } })
    await say('listWebhooks')
    await say('updateWebhook', { path, body: { ...body, events: ['contact.created'], active: false } })
    await say('rotateWebhookSecret', { path })
    await say('deleteWebhook', { path })
  },
  async tokens({ say }) {
    const made = await say('createToken', { body: { name: 'CRM sync', permissions: ['staff', 'readContacts'] } })
    await say('listTokens')
    await say('deleteToken', { path: { id: made._id } })
  },
  async accounts({ say, site, staff, sink }) {
    const body = { name: 'Farah Khan', email: 'farah@example.com', role: 'writer' }
    await say('inviteUser', { body })
    const users = await say('listUsers')
    const path = { id: users.find(({ email }: Answer) => email === body.email)._id }
    await say('resendInvitation', { path })
    const token = await mailedToken({ sink }, body.email, 'welcome')
    await say('getInvitation', { body: { token } }, null)
    await say('resetPassword', { body: { token, password: 'five hills rise above the mist' } }, null)
    const dev = { name: 'Dev Shah', email: 'dev@example.com' }
    const { uid } = await say('createAccount', { body: { ...dev, password: 'five hills rise above the mist' } })
    await say('createUser', { body: { firebaseUid: uid, ...dev, role: 'editor' } })
    const other = await site.asStaff({ email: 'dev.shah@example.com', name: 'Dev Shah' })
    const { secret } = await say('beginAuthenticatorSetup', {}, other)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await say('confirmAuthenticatorSetup', { body: { code } }, other)
    await say('removeUserSecondFactor', { path: { id: other.user.id } })
    const { token: second } = await say('signIn', { body: { email: staff.user.email, password: staff.password } }, null)
    const sessions = await say('listSessions', {}, { ...staff, headers: { authorization: `Bearer ${second}` } })
    const session = sessions.find(({ current }: Answer) => current)._id
    await say('deleteSession', { path: { session } })
  },
  async passkeys({ say, site, staff }) {
    const options = await say('beginPasskeySetup')
    const key = createAuthenticator({ origin: publicUrl, uid: String(staff.user.firebaseUid) })
    const response = key.create(options)
    await site.post('/api/identity/passkeys', { name: 'Phone', response }, { headers: staff.headers })
    const [{ _id: passkey }] = await say('listPasskeys')
    await say('updatePasskey', { path: { passkey }, body: { name: 'Work phone' } })
    await say('deletePasskey', { path: { passkey } })
  },
  async 'a sign-in from a new place'({ say, site, sink }) {
    const { user, password } = await site.asStaff({ email: 'nila@example.com' })
    for (let at = 0; at < 40; at++)
      await countAttempt(site.database, user.email, `2001:db8:a:${at}::1`, { byMail: true })
    await site.post('/api/identity/sign-in', { email: user.email, password })
    const token = await mailedToken({ sink }, user.email, 'confirm-sign-in')
    await say('signInWithEmailedLink', { body: { token } }, null)
  },
  async assistants({ say, site, staff }) {
    await site.get('/api/settings/connections', {
      method: 'PUT',
      body: JSON.stringify({ assistants: true }),
      headers: { ...staff.headers, 'content-type': 'application/json' },
    })
    const assistant = assistantAt(site)
    const registered = { client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback'] }
    const { client_id } = await say('registerAssistant', { body: registered }, null)
    const { verifier, query } = await assistant.ready()
    const asked = { ...query, client_id, redirect_uri: registered.redirect_uris[0], state: 'a1b2' } as Answer
    await say('getConsentRequest', { query: asked })
    const { redirect } = await say('approveAssistant', { body: { ...asked, permissions: ['staff', 'writeContent'] } })
    const code = new URL(redirect).searchParams.get('code') ?? ''
    const exchange = { grant_type: 'authorization_code', client_id, code, code_verifier: verifier }
    const form = { ...exchange, redirect_uri: asked.redirect_uri }
    const { access_token: token } = await say('createAccessToken', { form }, null)
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { search: 'cloud' } },
    }
    const headers = { accept: 'application/json, text/event-stream' }
    const caller = { ...staff, headers: { authorization: `Bearer ${token}` } }
    await say('sendMcpMessage', { body: message, headers }, caller)
    const [{ _id }] = await say('listAssistants')
    await say('disconnectAssistant', { path: { id: _id } })
    await say('revokeAccessToken', { form: { token } }, null)
  },
}
