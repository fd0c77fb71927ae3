// Bundles one part of the program for `scripts/build.ts`, `client` or `server`, and sends the packages whose code is in it. Each part has a process of
// its own, so that the machine needs the memory of one at a time.
import { join } from 'node:path'
import { build } from 'vite'
import { bundledPackages } from './packages.ts'

const [part = '', dist = ''] = process.argv.slice(2)
const output = await build({ logLevel: 'warn', build: { ssr: part === 'server', outDir: join(dist, part) } })
process.send?.(bundledPackages(output))
