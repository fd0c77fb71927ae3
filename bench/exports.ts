import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { images, mediaItems, originals } from '../src/media/media.table.ts'
import { connect, type Database } from '../src/server/database/connect.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { addManyRows } from '../src/testing/many-rows.ts'
import type { Measurement } from './lib/figures.ts'
import { complete, deployed, temporaryFolder } from './lib/processes.ts'

const scales = { small: 100, large: 10_000 }
/** A picture for so many posts, of so many bytes: the large site has 1 GB of them. */
const postsPerPicture = 10
const pictureBytes = 1024 * 1024

/** Prints the largest memory of a process at its end, in MB. */
const watchMemory = `data:text/javascript,process.on('exit',()=>console.log('peak',process.resourceUsage().maxRSS>>10))`

async function addPictures(database: Database, count: number): Promise<void> {
  const bytes = randomBytes(pictureBytes)
  const size = { width: 1_600, height: 900 }
  for (let number = 0; number < count; number++) {
    const id = randomBytes(16).toString('hex')
    const at = new Date(0).toISOString()
    const texts = { name: `Picture ${number % 500}`, alt: '', caption: '', credit: '', decorative: false }
    const audit = { version: 1, createdAt: at, updatedAt: at }
    const item = mediaItems.encode({ id, kind: 'picture', ...texts, ...size, focalX: 0.5, focalY: 0.5, ...audit })
    await database.transaction(async (trx) => {
      await trx.insertInto('mediaItems').values(item).execute()
      await trx
        .insertInto('images')
        .values(images.encode({ hash: id, ...size, createdAt: at }))
        .execute()
      await trx
        .insertInto('originals')
        .values(originals.encode({ id, type: 'jpg', bytes }))
        .execute()
    })
  }
}

/** Exports a site with so many posts. @returns the largest memory of the command in MB, and its time in ms */
async function exportOf(posts: number): Promise<{ memory: number; time: number }> {
  const folder = await temporaryFolder()
  const database = await connect({ kind: 'sqlite', file: join(folder.path, 'atrium.sqlite') })
  await migrate(database)
  await addManyRows(database, { publicUrl: 'http://localhost:3000' }, posts)
  await addPictures(database, posts / postsPerPicture)
  await database.close()
  const began = performance.now()
  const [flag = ''] = deployed.args
  const args = [flag, `--import=${watchMemory}`, 'dist/server/cli.js', 'export', join(folder.path, 'export')]
  const printed = await complete(process.execPath, args, { ...deployed.env, DATA_DIR: folder.path })
  const time = performance.now() - began
  await folder.remove()
  return { memory: Number(/peak (\d+)/.exec(printed)?.[1]), time }
}

/** The memory of an export of a large site, compared to that of a small one. */
export async function* measure(): Measurement {
  const small = await exportOf(scales.small)
  const large = await exportOf(scales.large)
  const reference = { what: `the same of ${scales.small} posts`, value: small.memory }
  const what = `memory of an export of ${scales.large.toLocaleString('en')} posts and 1 GB of images`
  yield { what, measured: large.memory, unit: 'MB', reference, promise: 'memory of an export' }
  yield { what: 'time of that export', measured: large.time, unit: 'ms' }
}
