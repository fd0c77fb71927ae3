import { configNow } from '#features/settings/settings.shared.server.ts'
import type { AppContext } from '#server/feature.ts'
import type { RelyingParty } from '#server/identity/passkeys.ts'

/** The site as passkeys know it. Its address is the configured one, since that of a request could be anybody's. */
export async function relyingParty(context: Pick<AppContext, 'config' | 'database'>): Promise<RelyingParty> {
  const { company, publicUrl } = await configNow(context)
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin, name: company.brand }
}
