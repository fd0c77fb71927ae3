import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Where the back office signs in, when it is not with us. A visitor's document can become the back office, so every one says it. */
function identityHosts({ identity }: Config): string[] {
  if (identity.kind === 'embedded') return []
  if (identity.emulatorHost) return [`http://${identity.emulatorHost}`]
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

/** What browsers may do with our answers. Scripts: our own files, and the one inline script whose hash is given. */
export async function securityHeaders(app: FastifyInstance, { config, scriptHashes }: { config: Config; scriptHashes: string[] }) {
  const https = config.publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes],
        // Toasts, dragging and the editor insert styles of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // `blob:` is a picture that has been chosen and not yet uploaded.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...identityHosts(config)],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Only a site reached by https may tell browsers to insist on it.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
}
