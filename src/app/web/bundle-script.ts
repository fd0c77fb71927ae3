/** The script that is inline in every document. */
export const bootEntry = 'src/app/web/boot/boot.js'

/**
 * Joins a script with the files that it imports, as one minified text. Only the build and development call it.
 * @param kind `classic` for a script that is no module
 */
export async function bundleScript(entry: string, kind: 'module' | 'classic'): Promise<string> {
  const { build, minify } = await import('vite')
  const options = {
    write: false,
    lib: { entry, formats: ['es' as const] },
    // `const` compresses better.
    rolldownOptions: { output: { topLevelVar: false } },
  }
  const [built] = [await build({ configFile: false, logLevel: 'warn', build: options })].flat()
  const [file] = built && 'output' in built ? built.output : []
  if (!file || !('code' in file)) throw new Error(`The build of ${entry} has no code`)
  const isModule = kind === 'module'
  const { code } = await minify(entry, isModule ? file.code : `(()=>{${file.code}})()`, { module: isModule })
  return code.trim()
}
