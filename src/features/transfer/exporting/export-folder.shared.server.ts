import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '#server/config/environment.ts'
import { type ExportContext, type ExportOptions, writeExport } from './write-export.server.ts'

/**
 * Writes everything of a site into a new or an empty folder.
 * @returns how many files
 * @throws ConfigError for a folder that has something in it
 */
export async function exportToFolder(context: ExportContext, folder: string, options: ExportOptions): Promise<number> {
  // Only this account may read it.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new ConfigError(`${folder} is not empty; name a new folder`)
  let count = 0
  let known = ''
  for await (const { path, content } of writeExport(context, options)) {
    const file = join(folder, path)
    const parent = dirname(file)
    if (parent !== known) await mkdir(parent, { recursive: true, mode: 0o700 })
    known = parent
    // No file of an export replaces another one.
    await pipeline(Readable.from(content), createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
      signal: options.signal,
    })
    count++
  }
  return count
}
