import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** A file named relative to a module, as `new URL('./worker.ts', import.meta.url)` does. */
const urlOfFile = /\bnew\s+URL\(\s*(['"])(\.{1,2}\/[^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g
/** Other code that depends on the place of a module. */
const otherPlace = /\bimport\.meta\.(url|dirname|filename|resolve)\b/

/** The one module of ours that may ask where it is: it knows about the bundle. */
const knowsItsPlace = /\/src\/server\/config\/program-files\.ts$/

/**
 * Bundles the program of each worker as a separate entry. A module names it by `new URL('./worker.ts', import.meta.url)`, which Node
 * runs directly; in the bundle the address is that of the entry. Other uses of a module's place would only fail at run time, so they are
 * refused here.
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
          this.error(
            `${id} uses ${left[0]}, which is another place in the bundle: ask src/server/config/program-files.ts`,
          )
        return bundled === code ? undefined : { code: bundled, map: null }
      },
    },
  }
}
