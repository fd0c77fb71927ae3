/** The script that is inline in every document. */
export const bootEntry = 'src/app/web/boot/boot.js'

/**
 * Joins a script with the files that it imports, as one minified text. Only the build and development call it.
 * @param format `iife` for a script that is no module
 */
export async function bundleScript(entry: string, format: 'es' | 'iife'): Promise<string> {
  const { build, minify } = await import('vite')
  const lib = { entry, formats: [format], name: 'script' }
  const [built] = [await build({ configFile: false, logLevel: 'warn', build: { write: false, lib } })].flat()
  const [file] = built && 'output' in built ? built.output : []
  if (!file || !('code' in file)) throw new Error(`The build of ${entry} has no code`)
  const { code } = await minify(entry, file.code, { module: format === 'es' })
  return code.trim()
}
