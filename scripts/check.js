// `npm run check`: types, lint and format, dead code, and the weight of the public pages. Stops at the first that fails.
import { buildIfNeeded, installIfNeeded, pinnedNode, run } from './prepare.js'

installIfNeeded()
const bin = (name) => `node_modules/.bin/${name}`
run(bin('tsc'), ['-p', '.'])
// Once more as the browser knows the world: without Node's types.
run(bin('tsc'), ['-p', 'tsconfig.client.json'])
// And as the server knows it: without the browser's.
run(bin('tsc'), ['-p', 'tsconfig.server.json'])
run(bin('biome'), ['check', '--error-on-warnings', '.'])
run(pinnedNode, ['node_modules/knip/bin/knip.js'])
buildIfNeeded()
run(pinnedNode, ['scripts/weight.ts'])
