// `npm run vitals`: what a visitor with a phone sees of every public page, measured.
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
ensureChromium()
buildIfNeeded()
run(pinnedNode, ['scripts/measure-vitals.ts', ...process.argv.slice(2)])
