// `npm run dev`: server and client with hot reload, in one process that starts again when the server's code changes.
import { installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
run(pinnedNode, [
  '--watch-path=src/server',
  '--watch-path=src/app/server',
  '--watch-path=src/app/ssr',
  '--watch-path=src/media',
  '--watch-path=src/content',
  '--watch-path=src/features',
  '--watch-preserve-output',
  'src/app/server/dev.ts',
])
