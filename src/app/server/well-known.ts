import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'

const day = 86_400_000
/** How long the contact is valid (RFC 9116 recommends less than a year). */
const validDays = 180

/** The well-known addresses for security researchers and password managers. */
export async function serveWellKnown(app: FastifyInstance, { config, site }: { config: Config; site: SiteConfig }) {
  const { publicUrl } = config
  const securityText = '/.well-known/security.txt'

  app.get(securityText, { schema: { hide: true } }, async (_request, reply) => {
    const { company } = await site.now()
    // The value stays the same for a day.
    const expires = new Date((Math.floor(Date.now() / day) + validDays) * day)
    const lines = [
      `Contact: mailto:${company.email}`,
      `Contact: ${publicUrl}/contact`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${securityText}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/.well-known/change-password', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/#/admin/profile', 303),
  )
}
