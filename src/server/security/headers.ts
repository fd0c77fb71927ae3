import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { reportPath } from './reports.ts'

/** Where the back office signs in, when it is not with us. A visitor's document can become the back office, so every one says it. */
function identityHosts({ identity }: Config): string[] {
  if (identity.kind === 'embedded') return []
  if (identity.emulatorHost) return [`http://${identity.emulatorHost}`]
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

/**
 * Who may turn a string into markup: `ui/trusted-html.ts`, and the editor's library, which parses what is pasted in a document that is
 * never shown and takes from it what the editor's schema knows.
 */
const trustedTypes = ['atrium', 'ProseMirrorClipboard']

/** The powers of a browser that no page of ours asks for. Copying code needs `clipboard-write`. */
const permissions = [
  ...[
    'accelerometer',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'screen-wake-lock',
    'serial',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
  'clipboard-write=(self)',
].join(', ')

/** What browsers may do with our answers. Scripts: our own files, and the one inline script whose hash is given. */
export async function securityHeaders(
  app: FastifyInstance,
  { config, scriptHashes }: { config: Config; scriptHashes: string[] },
) {
  const https = config.publicUrl.startsWith('https:')
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissions).header('reporting-endpoints', `csp="${reportPath}"`)
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes],
        // Toasts, dragging and the editor insert styles of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // `blob:` is a picture that has been chosen and not yet uploaded.
        imgSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...identityHosts(config)],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes,
        // The second is for browsers that do not know the first.
        reportTo: 'csp',
        reportUri: reportPath,
      },
    },
    // Only a site reached by https may tell browsers to insist on it.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // As `frame-ancestors` says; what the back office shows in frames of its own is not loaded from an address.
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

/** Lets pages of other sites, mail programs and feed readers show this answer. */
export const openToOtherSites = <Reply extends { header(name: string, value: string): Reply }>(reply: Reply) =>
  reply.header('cross-origin-resource-policy', 'cross-origin')
