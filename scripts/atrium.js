// `npm run atrium -- …`: the command line, installed and built first if need be. Plain JavaScript that Node 20 understands.
import { buildIfNeeded, installIfNeeded } from './prepare.js'

installIfNeeded()
buildIfNeeded()
await import('../dist/atrium.js')
