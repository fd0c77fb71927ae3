import { type AssistantPermission, assistantPermissions, grantable, isPermission, may } from '#contract/roles.ts'
import { queueOwnNotice } from '#features/identity/ground/account-notices.shared.server.ts'
import { noteRecord } from '#server/activity/activity.ts'
import type { Config } from '#server/config/config.ts'
import { type Database, nowIn, timeIn } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { hashToken } from '#server/identity/single-use-tokens.ts'
import { oauthCodes } from '#server/identity/tokens.table.ts'
import { createSecret } from '#server/identity/tokens.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { day, minute } from '#server/security/counters.ts'
import { connectionSettings } from '../ground/connection-settings.contract.ts'
import { isOurs } from './addresses.server.ts'
import {
  type AuthorizationQuery,
  type AuthorizationRequest,
  approval,
  approved,
  authorizationQuery,
  authorizationRequest,
  needed,
} from './assistants.contract.ts'
import { type Client, findClient, isRegistered, placeOf, readRedirectUri } from './clients.server.ts'
import { OAuthRefusal } from './oauth-errors.server.ts'

/** How long a code works, in milliseconds. */
const codeLifetime = minute
/** How long a code is remembered, so that its second use is noticed, in milliseconds. */
const codeKept = day

/** Ticked at first if the assistant names no permissions. */
const usual: readonly AssistantPermission[] = ['staff', 'writeContent']
/** Data of people outside: nobody gives it by a press on Allow alone. */
const neverTicked: readonly AssistantPermission[] = ['readContacts']

export const isOn = async ({ site }: Pick<AppContext, 'site'>): Promise<boolean> =>
  connectionSettings.of(await site.now()).assistants

/** @throws HttpError 404 while assistants are switched off */
export async function requireOn(context: Pick<AppContext, 'site'>): Promise<void> {
  if (!(await isOn(context))) throw notFound()
}

/** The address that answers the assistant, with its `state`, and with `iss`, so that it knows who answers (RFC 9207). */
function answerTo(
  { redirect_uri: to = '', state }: AuthorizationQuery,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  answer: Record<string, string>,
): string {
  const parameters = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: publicUrl })
  return `${to}${to.includes('?') ? '&' : '?'}${parameters}`
}

/** The permissions that an assistant of this person can have, and which of them it asks for. */
function permissionsFor(staff: Staff, scope = ''): AuthorizationRequest['permissions'] {
  const names = scope.split(' ').filter(isPermission)
  const asked = names.length > 0 ? names : usual
  const offered = assistantPermissions.filter((permission) => may(staff, permission))
  const isAnyAsked = offered.some((permission) => asked.includes(permission))
  const isTicked = (permission: AssistantPermission) =>
    permission === needed ? isAnyAsked : asked.includes(permission) && !neverTicked.includes(permission)
  return offered.map((permission) => ({ permission, asked: isTicked(permission) }))
}

/** The reason not to allow a request whose assistant and redirect address are known; undefined if there is none. */
function refusalOf(query: AuthorizationQuery, staff: Staff, config: Config): OAuthRefusal | undefined {
  const { response_type, code_challenge = '', code_challenge_method, resource, scope } = query
  if (response_type !== 'code')
    return new OAuthRefusal('unsupported_response_type', 'This site answers with a code only.')
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge))
    return new OAuthRefusal(
      'invalid_request',
      'This assistant does not support the secure sign-in that the site requires (PKCE with S256).',
    )
  if (!isOurs(config, resource))
    return new OAuthRefusal('invalid_target', 'This assistant is asking for access to another site.')
  if (!permissionsFor(staff, scope).some(({ asked }) => asked))
    return new OAuthRefusal('invalid_scope', 'This assistant asks only for permissions that you cannot give it.')
  return undefined
}

/**
 * The assistant of a request. Only its own address is ever answered.
 * @throws HttpError 422 for an assistant or an address that is not registered
 */
async function findRequester({ db }: Database, query: AuthorizationQuery): Promise<{ client: Client; to: string }> {
  const { client_id, redirect_uri: to = '' } = query
  const client = await findClient(db, client_id)
  if (!client) throw unknownClient()
  if (!isRegistered(client, to) || !readRedirectUri(to))
    throw new HttpError(
      422,
      'This assistant asked to be answered at an address that it has not registered, so nothing was sent there. Please start again from the assistant.',
      undefined,
      { code: 'redirect_not_registered' },
    )
  return { client, to }
}

const unknownClient = () =>
  new HttpError(
    422,
    'This site does not know the assistant, or has not heard from it for a long time. In the assistant, remove the connection and add it again.',
    undefined,
    { code: 'client_unknown' },
  )

/** How a member of staff allows an assistant to act in their name. */
export const authorizationRoutes = feature('Assistants', async (app, context) => {
  const { config, database } = context

  route(app, 'GET /oauth/request', {
    access: 'staff',
    session: true,
    summary: 'Read what an assistant asks for',
    description:
      'The parameters are those with which the assistant has opened `/admin/authorize`. `refused` says why the request cannot be allowed, and `back` is the address that tells the assistant. An assistant or a redirect address that is not registered is refused with 422, and nothing is sent there.',
    query: authorizationQuery,
    answer: authorizationRequest,
    errors: [404],
    handler: async (request) => {
      await requireOn(context)
      const { query } = request
      const staff = staffOf(request)
      const { client, to } = await findRequester(database, query)
      const refusal = refusalOf(query, staff, config)
      const error = refusal
        ? { error: refusal.code, error_description: refusal.message }
        : { error: 'access_denied', error_description: 'The person did not allow it.' }
      return {
        name: client.name,
        ...placeOf(to),
        permissions: permissionsFor(staff, query.scope),
        back: answerTo(query, config, error),
        ...(refusal && { refused: refusal.message }),
      }
    },
  })

  route(app, 'POST /oauth/approve', {
    access: 'staff',
    confirm: true,
    act: 'Connect an assistant',
    summary: 'Allow an assistant to act in the name of the caller',
    description:
      'The body has the parameters of the request, and the permissions that the assistant gets. `redirect` is the address to open: the code in it works once, within a minute. The caller is told by mail.',
    input: approval,
    answer: approved,
    errors: [404],
    handler: async (request) => {
      await requireOn(context)
      const { permissions, ...query } = request.body
      const staff = staffOf(request)
      const { client, to } = await findRequester(database, query)
      const refusal = refusalOf(query, staff, config)
      if (refusal) throw new HttpError(422, refusal.message)
      if (!permissions.every((permission) => may(staff, permission)))
        throw invalid('permissions', `Your role (${staff.role}) does not have all of these permissions.`)
      const code = createSecret('atc_')
      await database.transaction(async (trx) => {
        const now = timeIn(trx)
        const allowed = trx
          .updateTable('oauthClients')
          .set({ allowedAt: nowIn(trx) })
          .where('id', '=', client.id)
        // Too many others have registered meanwhile.
        if (!(await affectsRows(allowed))) throw unknownClient()
        await trx
          .deleteFrom('oauthCodes')
          .where('expiresAt', '<', new Date(now - codeKept).toISOString())
          .execute()
        const row = {
          hash: hashToken(code),
          clientId: client.id,
          userId: staff.id,
          redirectUri: to,
          challenge: query.code_challenge ?? '',
          permissions: assistantPermissions.filter((one) => permissions.includes(one)),
          expiresAt: new Date(now + codeLifetime).toISOString(),
          tokenId: undefined,
        }
        await trx.insertInto('oauthCodes').values(oauthCodes.encode(row)).execute()
        noteRecord(trx, { entity: 'tokens', recordId: client.id, named: { name: client.name } })
        await queueOwnNotice(trx, staff.uid, {
          event: 'assistantAllowed',
          name: client.name,
          host: placeOf(to).host,
          may: row.permissions.map((one) => grantable[one].label),
        })
      })
      return { redirect: answerTo(query, config, { code }) }
    },
  })
})
