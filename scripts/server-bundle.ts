import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** A file named relative to a module, as `new URL('./worker.ts', import.meta.url)` does. */
const urlOfFile = /\bnew\s+URL\(\s*(['"])(\.{1,2}\/[^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g
/** What else depends on the place of a module. */
const otherPlace = /\bimport\.meta\.(url|dirname|filename|resolve)\b/

/** The one module of ours that may ask where it is: it knows about the bundle. */
const knowsItsPlace = /\/src\/server\/program-files\.ts$/

/**
 * Bundles the program of each worker as an entry of its own. A module names it by `new URL('./worker.ts', import.meta.url)`, which Node runs as it
 * is; in the bundle the address is that of the entry. Anything else that depends on the place of a module would break only when it runs, so
 * it is refused here.
 */
export function workerEntries(): Plugin {
  const programs = new Map<string, string>()
  return {
    name: 'worker-entries',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: 'import.meta' },
      handler(code, id) {
        if (knowsItsPlace.test(id)) return
        const bundled = code.replace(urlOfFile, (_call, _quote, relative: string) => {
          const program = join(dirname(id), relative)
          if (!/\.ts$/.test(program) || !existsSync(program))
            this.error(`${id} names ${relative}: only the program of a worker (a .ts file) can be bundled by its URL`)
          const name = basename(program, '.ts')
          const other = programs.get(name) ?? program
          if (other !== program) this.error(`Two workers would be ${name}.js in the bundle: ${other} and ${program}`)
          programs.set(name, program)
          this.emitFile({ type: 'chunk', id: program, fileName: `${name}.js` })
          return `new URL('./${name}.js', import.meta.url)`
        })
        const left = otherPlace.exec(bundled.replaceAll(/new URL\('\.\/[\w-]+\.js', import\.meta\.url\)/g, ''))
        if (left)
          this.error(`${id} uses ${left[0]}, which is another place in the bundle: ask src/server/program-files.ts`)
        return bundled === code ? undefined : { code: bundled, map: null }
      },
    },
  }
}

/** Leaves out the search for files by pattern, which @fastify/static requires and the site, which names its files, does not use. */
export const withoutGlob = (): Plugin => ({
  name: 'without-glob',
  transform: {
    filter: { id: /\/node_modules\/@fastify\/static\/index\.js$/ },
    handler(code) {
      const required = /^const \{ glob \} = require\('glob'\)$/m
      if (!required.test(code)) this.error('@fastify/static does not require glob as it did: see `withoutGlob`')
      return { code: code.replace(required, ''), map: null }
    },
  },
})

const [required, imported, later] = ['\0required:', '\0imported:', '\0later:']
const taken = (name: string) => `process.getBuiltinModule('node:${name}')`

/** The chunk of Node's modules that several chunks use. */
export const builtinsChunk = { name: 'builtins', test: /^\0(required|imported|later):/, minShareCount: 2 }

/**
 * Takes Node's own modules by calls. An `import` or a `require` of one reads all of its properties, and many of these load further modules when
 * they are read: `crypto` the Web Crypto API, `fs` a reader of lines, `http` the client of HTTP/2 and TLS with 20 MB. The server uses few of
 * them. What Fastify requires for servers of other kinds, and prom-client for a gateway, is loaded when it is first used.
 */
export const withoutUnusedBuiltins = (): Plugin => ({
  name: 'without-unused-builtins',
  enforce: 'pre',
  resolveId(id, importer = '', { kind }: { kind?: string } = {}) {
    // The bundler's own helpers, which the modules below are wrapped in, come first.
    if (!isBuiltin(id) || kind === 'dynamic-import' || importer.startsWith('\0')) return undefined
    const name = id.replace('node:', '')
    if (/^(https|http2)$/.test(name) && /\/node_modules\/(fastify|prom-client)\//.test(importer)) return later + name
    return (kind === 'require-call' ? required : imported) + name
  },
  async load(id) {
    const name = id.slice(id.indexOf(':') + 1)
    if (id.startsWith(required)) return `module.exports = ${taken(name)}`
    if (id.startsWith(later)) return `module.exports = new Proxy({}, { get: (_, name) => ${taken(name)}[name] })`
    if (!id.startsWith(imported)) return undefined
    const names = Object.keys(await import(`node:${name}`)).filter((each) => !/^(default|module\.exports)$/.test(each))
    // What nobody imports is not in the bundle, so it is not read.
    const read = names.map((each, index) => `const _${index} = /* @__PURE__ */ (() => own.${each})()`)
    const exported = names.map((each, index) => `_${index} as ${each}`)
    const code = [`const own = ${taken(name)}`, ...read, `export { own as default, ${exported.join(', ')} }`].join('\n')
    return { code, moduleSideEffects: false }
  },
})

/**
 * Keeps the router from compiling a function for each part of an address, a tenth of a start. It does so to match in a few nanoseconds less,
 * which the answers that have to be this quick do not ask of it: the fast path sends them before.
 */
export const withoutCompiledRoutes = (): Plugin => ({
  name: 'without-compiled-routes',
  transform: {
    filter: { id: /\/node_modules\/find-my-way\/lib\/node\.js$/ },
    handler(code) {
      const compiled = /const lines = \[\][\s\S]*?return new Function\([^\n]*\n/
      if (!compiled.test(code))
        this.error('find-my-way does not compile its prefixes as it did: see `withoutCompiledRoutes`')
      return { code: code.replace(compiled, 'return (path, i) => path.startsWith(prefix, i)\n'), map: null }
    },
  },
})
