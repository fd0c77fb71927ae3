import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'
import { distFolder } from '#server/config/program-files.ts'

// Compiling takes much of a start, so V8 stores its result next to the build. If nothing can be written, each start compiles again.
enableCompileCache(join(distFolder, 'compile-cache'))
// The traces of errors name the source, not the bundle. The maps are read when an error is printed.
setSourceMapsSupport(true, { nodeModules: true })
await import('./serve.ts')
