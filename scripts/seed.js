// `npm run seed -- --posts 20000`: fills the database with generated content, for measuring. Plain JavaScript that Node 20 understands.
import { installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
run(pinnedNode, ['scripts/seed.ts', ...process.argv.slice(2)])
