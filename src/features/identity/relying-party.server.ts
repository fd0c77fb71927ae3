import type { RelyingParty } from '#server/identity/passkeys.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'

/** The site as passkeys know it. Its address is the configured one, because the address of a request can be forged. */
export async function relyingParty(site: SiteConfig): Promise<RelyingParty> {
  const { company, publicUrl } = await site.now()
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin, name: company.brand }
}
