import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** A file named relative to a module, as `new URL('./worker.ts', import.meta.url)` does. */
const urlOfFile = /\bnew\s+URL\(\s*(['"])(\.{1,2}\/[^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g
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

const isAdminModule = /\.admin\.tsx$|\/src\/admin\//
const ofOurs = /\/src\//
/** The module that draws every icon. The icons stay where they are used. */
const ofIcons = /\/lucide-react\/dist\/esm\/(?!icons\/|lucide-react)/

/** A module used by this many pages counts as one of every page, because a small separate file compresses badly. */
const manyPages = 4

/**
 * Finds the code that every public page needs: the modules of ours that the client's entry imports at once, or that many pages
 * import. As a group the bundler puts them into one file; otherwise it would split them into many small ones.
 * Refuses a build in which a public page imports the back office.
 */
export function siteChunk(entry: string): { plugin: Plugin; test: (id: string) => boolean } {
  const members = new Set<string>()
  return {
    plugin: {
      name: 'site-chunk',
      buildEnd() {
        const follow = (id: string, seen: Set<string>) => {
          if (seen.has(id) || !ofOurs.test(id)) return seen
          seen.add(id)
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) follow(next, seen)
          return seen
        }
        const all = [...this.getModuleIds()]
        for (const id of all.filter((id) => id.endsWith(entry))) follow(id, members)
        const uses = new Map<string, number>()
        for (const page of all.filter((id) => id.endsWith('.page.tsx')))
          for (const id of follow(page, new Set())) uses.set(id, (uses.get(id) ?? 0) + 1)
        const intruder = [...members, ...uses.keys()].find((id) => isAdminModule.test(id))
        if (intruder) this.error(`A public page imports the back office: ${intruder}`)
        for (const [id, count] of uses) if (count >= manyPages) members.add(id)
      },
    },
    test: (id) => members.has(id) || ofIcons.test(id),
  }
}
