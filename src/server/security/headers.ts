import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '#server/config/config.ts'
import { nodeHttp } from '#server/runtime/node-http.ts'

/** The call that takes browsers' reports of violations. */
const reportPath = '/api/reports'

/** The hosts of an external sign-in. Every document can become the back office, so the policy of every document names them. */
function identityHosts({ identity }: Config): string[] {
  if (identity.kind === 'embedded') return []
  if (identity.emulatorHost) return [`http://${identity.emulatorHost}`]
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

/**
 * The policies that may turn a string into markup: `ui/trusted-html.ts`, and the editor's library, which parses pasted HTML in a document that
 * is never displayed and keeps only what the editor's schema allows.
 */
const trustedTypes = ['atrium', 'ProseMirrorClipboard']

/** The players of the videos in a text (`contract/videos.ts`). A page embeds one after a click. */
const videoPlayers = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/** Browser features that no page uses. */
const unused =
  'accelerometer browsing-topics camera clipboard-read display-capture encrypted-media geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment screen-wake-lock serial usb window-management xr-spatial-tracking'

/** Unused features are switched off. Copying code needs `clipboard-write`. */
const permissions = [...unused.split(' ').map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', ')

/** The headers that helmet sets. They are the same for each answer, so they are made once. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const response = new nodeHttp.ServerResponse(new nodeHttp.IncomingMessage(new Socket()))
  helmet(options)(response.req, response, () => {})
  return response.getHeaders() as Record<string, string>
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const policyHeader = 'content-security-policy'
const ownScripts = "script-src 'self'"

/** Allows one more inline script, in this answer only. */
export const allowInline = (reply: FastifyReply, script: string) =>
  reply.header(
    policyHeader,
    String(reply.getHeader(policyHeader)).replace(ownScripts, `${ownScripts} ${hashOf(script)}`),
  )

/** The security headers of every answer. Scripts are allowed from our own files, and inline if they are the given ones. */
export function securityHeaders(
  app: FastifyInstance,
  { config, inlineScripts }: { config: Config; inlineScripts: string[] },
) {
  const https = config.publicUrl.startsWith('https:')
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScripts.map(hashOf)],
        // Toasts, dragging and the editor insert inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // `blob:` is for a chosen picture before its upload.
        imgSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        frameSrc: videoPlayers,
        connectSrc: ["'self'", ...identityHosts(config)],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes,
        // `report-uri` is for browsers without support for `report-to`.
        reportTo: 'csp',
        reportUri: reportPath,
      },
    },
    // Only a site with an https address may require https.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The same as `frame-ancestors`; the back office's own frames have no address, so this does not affect them.
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
  headers['permissions-policy'] = permissions
  headers['reporting-endpoints'] = `csp="${reportPath}"`
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Lets other sites, mail programs and feed readers display this answer. */
export const allowCrossOrigin = <Reply extends { header(name: string, value: string): Reply }>(reply: Reply) =>
  reply.header('cross-origin-resource-policy', 'cross-origin')
