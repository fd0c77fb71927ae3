import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How long the files of earlier builds stay after they were replaced, in milliseconds. */
const keepFor = 7 * 24 * 3_600_000
/** The most bytes of them that stay, those replaced last first: frequent builds would otherwise accumulate for a week. */
const keepBytes = 30_000_000

const assetsOf = (dist: string) => join(dist, 'client/assets')
const asideOf = (dist: string) => join(dist, 'former-assets')
const recordOf = (dist: string) => join(dist, 'former-assets.json')

const namesIn = (folder: string) => readdir(folder).catch(() => [] as string[])

/**
 * Puts the client's files aside before a build empties their folder. Open pages keep working with the files of their
 * build, because each name has a hash of its content.
 */
export async function putAssetsAside(dist: string): Promise<void> {
  await mkdir(asideOf(dist), { recursive: true })
  for (const name of await namesIn(assetsOf(dist))) await rename(join(assetsOf(dist), name), join(asideOf(dist), name))
}

/** Restores the files that were replaced less than a week before `now`, next to those of the new build. */
export async function bringFormerAssetsBack(dist: string, now = Date.now()): Promise<void> {
  const aside = asideOf(dist)
  const present = new Set(await namesIn(assetsOf(dist)))
  const before: Record<string, string> = await readFile(recordOf(dist), 'utf8').then(JSON.parse, () => ({}))
  const former = (await namesIn(aside))
    .filter((name) => !present.has(name))
    .map((name) => ({ name, replacedAt: before[name] ?? new Date(now).toISOString() }))
    .filter(({ replacedAt }) => now - Date.parse(replacedAt) < keepFor)
    .sort((one, other) => other.replacedAt.localeCompare(one.replacedAt))
  const record: Record<string, string> = {}
  let bytes = 0
  for (const { name, replacedAt } of former) {
    bytes += (await stat(join(aside, name))).size
    if (bytes > keepBytes) break
    await rename(join(aside, name), join(assetsOf(dist), name))
    record[name] = replacedAt
  }
  await writeFile(recordOf(dist), `${JSON.stringify(record, null, 1)}\n`)
  await rm(aside, { recursive: true, force: true })
}
