// `npm run bench`: what the program promises on speed, measured. `npm run vitals`: what a visitor with a phone sees of every public page.
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

const [name, ...args] = process.argv.slice(2)
const measurements = name ? [name] : ['serve', 'mail', 'typing']

installIfNeeded()
ensureChromium()
buildIfNeeded()
for (const measurement of measurements) run(pinnedNode, [`bench/${measurement}.ts`, ...args])
