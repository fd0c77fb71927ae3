import type { Plugin } from 'vite'

const isAdminModule = /\.admin\.tsx$|\/src\/admin\//
const ofOurs = /\/src\//
/** What every icon is drawn with. The icons themselves stay where they are used. */
const ofIcons = /\/lucide-react\/dist\/esm\/(?!icons\/|lucide-react)/

/**
 * Finds what every public page needs: the modules of ours that the client's entry imports at once. Given to the bundler as a group they
 * travel as one file; left to itself it would cut them along who else uses each part, the back office included, into many small ones.
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
        const shown = new Set(members)
        for (const id of all.filter((id) => id.endsWith('.page.tsx'))) follow(id, shown)
        const intruder = [...shown].find((id) => isAdminModule.test(id))
        if (intruder) this.error(`A public page imports the back office: ${intruder}`)
      },
    },
    test: (id) => members.has(id) || ofIcons.test(id),
  }
}
