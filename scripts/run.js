// Runs a program in TypeScript with the Node that the lock file pins. Plain JavaScript that Node 20 understands.
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

const programs = {
  /** Server and client with hot reload, in one process that starts again when a file changes that the server has loaded. */
  dev: () => run(pinnedNode, ['--watch', '--watch-preserve-output', 'src/app/server/dev.ts']),
  /** Measures the promises on speed and size; `vitals` measures the public pages as a phone sees them. */
  bench: (words) => {
    ensureChromium()
    buildIfNeeded()
    run(pinnedNode, ['bench/run.ts', ...words])
  },
  /** Fills the database with generated content, for measuring: `npm run seed -- --posts 20000`. */
  seed: (words) => run(pinnedNode, ['scripts/seed.ts', ...words]),
}
const [program, ...words] = process.argv.slice(2)

installIfNeeded()
programs[program](words)
