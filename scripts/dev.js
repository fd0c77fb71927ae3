// `npm run dev`: server and client with hot reload, in one process that starts again when a file changes that the server has loaded.
import { installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
run(pinnedNode, ['--watch', '--watch-preserve-output', 'src/app/server/dev.ts'])
