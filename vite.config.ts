import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { siteChunk, workerEntries } from './scripts/vite-plugins.ts'

const site = siteChunk('/src/app/web/client.tsx')
/** In development the file that `scripts/build.ts` makes is its source. */
const drawing = {
  name: 'drawing',
  resolveId: (id: string) => (id === '/draw.js' ? join(import.meta.dirname, 'src/web/draw.ts') : null),
}

/** Of the two thousand icons of the library only those in use are read, which takes half of the time and a seventh less memory. */
const experimental = { lazyBarrel: true }

/**
 * Two builds from one configuration (see `scripts/build.ts`): the client into `dist/client`, with a manifest from which the server
 * learns the names of its files, and the server with its renderer and its workers into `dist/server`.
 */
export default defineConfig(
  ({ isSsrBuild }): UserConfig => ({
    plugins: [react(), tailwindcss(), drawing, isSsrBuild ? workerEntries() : site.plugin],
    // The server carries its libraries, in their production form whatever NODE_ENV it runs with, but for what is compiled for a platform.
    ...(isSsrBuild && {
      ssr: { noExternal: true as const, external: ['sharp', '@fastify/swagger-ui'] },
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
    // Its variant for browsers decodes `&eacute;` by `innerHTML`, which the Content-Security-Policy refuses; this one brings a table.
    resolve: {
      alias: {
        'decode-named-character-reference': join(
          import.meta.dirname,
          'node_modules/decode-named-character-reference/index.js',
        ),
      },
    },
    publicDir: isSsrBuild ? false : 'public',
    build: isSsrBuild
      ? {
          target: 'node26',
          sourcemap: true,
          emptyOutDir: true,
          rolldownOptions: {
            experimental,
            input: { site: 'src/app/server/main.ts', renderer: 'src/app/web/renderer.tsx' },
            output: {
              entryFileNames: '[name].js',
              chunkFileNames: '[name]-[hash].js',
              // V8 keeps the text of all modules in memory. Names stay as they are.
              minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
            },
          },
        }
      : {
          emptyOutDir: true,
          manifest: true,
          target: 'baseline-widely-available',
          modulePreload: { polyfill: false },
          assetsInlineLimit: 0,
          cssCodeSplit: true,
          // The editor is one chunk, loaded where staff write and nowhere else.
          chunkSizeWarningLimit: 1_000,
          rolldownOptions: {
            experimental,
            input: { client: 'src/app/web/client.tsx', site: 'src/app/web/site.css' },
            // Each library is a task of its own when it is run (see src/app/web/boot/), and stays cached when our own code changes.
            output: {
              // The client's entry names every file that it may load, so the files of modules have short names.
              chunkFileNames: 'assets/[hash:8].js',
              codeSplitting: {
                groups: [
                  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                  { name: 'router', test: /node_modules\/react-router\// },
                  { name: 'query', test: /node_modules\/@tanstack\// },
                  { name: 'site', test: site.test },
                ],
              },
            },
          },
        },
    server: { hmr: { port: 24_678 } },
  }),
)
