// `npm run bench`: what the server promises on speed, measured beside a bare one.
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
buildIfNeeded()
for (const measured of ['bench/serve.ts', 'bench/mail.ts']) run(pinnedNode, [measured])
