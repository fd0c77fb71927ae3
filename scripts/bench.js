// `npm run bench`: what the program promises on speed and size, measured. `npm run vitals`: what a visitor with a phone sees of the public pages.
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
ensureChromium()
buildIfNeeded()
run(pinnedNode, ['bench/run.ts', ...process.argv.slice(2)])
