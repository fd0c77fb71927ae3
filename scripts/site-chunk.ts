import type { Plugin } from 'vite'

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
