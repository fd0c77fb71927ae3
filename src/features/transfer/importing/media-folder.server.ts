import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PathEnds } from './addresses.ts'

/** The pictures and files of an old site in a folder, such as a copy of `wp-content/uploads`. */
export type MediaFolder = {
  /** The path of the file that these addresses name: the one whose last folders are the same. */
  find(addresses: string[]): string | undefined
  read(path: string, mostBytes: number): Promise<Buffer | undefined>
}

export async function openMediaFolder(folder: string): Promise<MediaFolder> {
  const ends = new PathEnds()
  for await (const found of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!found.isFile()) continue
    const path = join(found.parentPath, found.name)
    ends.add(path, path.slice(folder.length))
  }
  return {
    find(addresses) {
      for (const address of addresses) {
        const path = ends.find(address)
        if (path !== undefined) return path
      }
      return undefined
    },
    async read(path, mostBytes) {
      const { size } = await stat(path)
      return size > mostBytes ? undefined : readFile(path)
    },
  }
}
