import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decoded } from '#contract/addresses.ts'
import { variantsOf } from './addresses.ts'

/** The pictures and files of an old site in a folder, such as a copy of `wp-content/uploads`. */
export type MediaFolder = {
  /** The path of the file that these addresses name: the one whose last folders are the same. */
  find(addresses: string[]): string | undefined
  read(path: string, mostBytes: number): Promise<Buffer | undefined>
}

const partsOf = (path: string) => path.normalize('NFC').toLowerCase().split(/[\\/]/).filter(Boolean)

/** How many parts at the end are the same. */
function sameAtEnd(one: string[], other: string[]): number {
  let count = 0
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count++
  return count
}

export async function openMediaFolder(folder: string): Promise<MediaFolder> {
  const byName = new Map<string, { path: string; parts: string[] }[]>()
  for await (const found of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!found.isFile()) continue
    const path = join(found.parentPath, found.name)
    const parts = partsOf(path.slice(folder.length))
    const name = parts.at(-1) ?? ''
    byName.set(name, [...(byName.get(name) ?? []), { path, parts }])
  }
  return {
    find(addresses) {
      for (const address of addresses) {
        const [path = ''] = address.split(/[?#]/)
        const parts = partsOf(decoded(path.replace(/^[a-z]+:/i, '')))
        for (const name of variantsOf(parts.at(-1) ?? '')) {
          const wanted = [...parts.slice(0, -1), name]
          const best = (byName.get(name) ?? [])
            .map((one) => ({ ...one, same: sameAtEnd(one.parts, wanted) }))
            .sort((one, other) => other.same - one.same || one.path.localeCompare(other.path))[0]
          if (best) return best.path
        }
      }
      return undefined
    },
    async read(path, mostBytes) {
      const { size } = await stat(path)
      return size > mostBytes ? undefined : readFile(path)
    },
  }
}
