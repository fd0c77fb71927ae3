import middie from '@fastify/middie'
import { createServer } from 'vite'
import { compressedSize } from '#app/ssr/assets.ts'
import { readTokenStyles } from '#app/ssr/page-styles.ts'
import { bootEntry, bundleScript } from '#app/web/bundle-script.ts'
import { ensureFirstAdmin } from '#features/users/first-admin.server.ts'
import { readConfig } from '#server/config/config.ts'
import { originOf } from '#server/runtime/node-http.ts'
import { tell } from '#server/runtime/tell.ts'
import { createApp, type Prepare } from './create-app.ts'

/** Serves the client's files from their source with hot reload; documents are rendered from the source too. */
const useSource: Prepare = async (app, { siteDir }) => {
  // The other loader writes a file that `node --watch` takes for a change.
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', configLoader: 'native' })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  const refresh = await vite.transformIndexHtml('/', '<head></head>')
  return async () => {
    const bootScript = await bundleScript(bootEntry, 'classic')
    return {
      renderer: (await vite.ssrLoadModule('/src/app/web/renderer.tsx')) as typeof import('#app/web/renderer.tsx'),
      modules: ['/src/app/web/client.tsx'],
      styles: () =>
        `${refresh.replace(/<\/?head>/g, '')}<link rel="stylesheet" href="/src/app/web/site.css">${readTokenStyles(siteDir)}`,
      stylesheet: '/src/app/web/site.css',
      fonts: [],
      bootScript,
      weights: { script: compressedSize(bootScript), fonts: [] },
      inlineScripts: [],
      cacheable: false,
    }
  }
}

const config = readConfig()
tell(config.warnings, 'warn')
const { app, database, identity, close } = await createApp(config, useSource)
const firstAdmin = await ensureFirstAdmin(config, database, identity)
await app.listen({ port: config.port, host: config.host })
tell([
  `Developing at ${originOf(config.host, config.port)}`,
  ...(firstAdmin
    ? [`Sign in as ${firstAdmin.email} with the password ${firstAdmin.password ?? 'of ADMIN_PASSWORD'}`]
    : []),
])
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => close().then(() => process.exit(0)))
