import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readConfig } from '../src/server/config/config.ts'
import { connect } from '../src/server/database/connect.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { addManyDates, addManyRequests, addManyRows } from '../src/testing/many-rows.ts'

/**
 * Adds `--posts` posts to the site, and a matching number of all other records, or only `--requests` contact requests or
 * `--dates` dates of its courses. It reads the same environment as the site: `DATA_DIR` or `DATABASE_URL`, and `PORT` or `PUBLIC_URL`, since the rendered texts belong to one address.
 */
const text = { type: 'string', default: '' } as const
const { posts, requests, dates } = parseArgs({ options: { posts: text, requests: text, dates: text } }).values
const count = Number(posts || requests || dates)
if (!Number.isSafeInteger(count) || count < 1) {
  console.error('Usage: npm run seed -- --posts 20000')
  process.exit(1)
}
const config = readConfig()
await using database = await connect(config.database)
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`
await migrate(database)
if (dates) await addManyDates(database, count)
else if (requests) await addManyRequests(database, count)
else
  await addManyRows(database, config, count, (posts) => {
    if (posts % 10_000 === 0) console.log(`${posts} posts after ${seconds()}`)
  })
// The server would do this a little later, and a measurement would have to wait for it.
if (config.database.kind === 'postgres') await sql`vacuum analyze`.execute(database.db)
const added = dates ? 'dates' : requests ? 'requests' : 'posts, and the other records of such a site,'
console.log(`Added ${count} ${added} in ${seconds()}`)
