// `npm run bench`: measures the promises on speed and size. `npm run vitals`: measures the public pages as a phone sees them.
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
ensureChromium()
buildIfNeeded()
run(pinnedNode, ['bench/run.ts', ...process.argv.slice(2)])
