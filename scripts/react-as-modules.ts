import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const productionFile = (name: string, file: string) =>
  join(dirname(require.resolve(`${name}/package.json`)), 'cjs', `${file}.production.js`)

const files: Record<string, string> = {
  react: productionFile('react', 'react'),
  'react/jsx-runtime': productionFile('react', 'react-jsx-runtime'),
  'react-dom': productionFile('react-dom', 'react-dom'),
  'react-dom/client': productionFile('react-dom', 'react-dom-client'),
  scheduler: productionFile('scheduler', 'scheduler'),
}
const taken = new Set(Object.values(files))

/**
 * React comes as CommonJS, which a bundler wraps into functions that a browser compiles again, in one long task, when they are called.
 * This takes React's production files as plain modules instead, compiled once, while they arrive. In those files `require` only
 * declares whole modules, and all exports have names.
 */
export const reactAsModules = (): Plugin => ({
  name: 'react-as-modules',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  resolveId: (id) => files[id],
  transform(code, id) {
    if (!taken.has(id)) return
    const imports: string[] = []
    const names = new Set<string>()
    const body = code
      .replace(
        /\brequire\("([^"]+)"\)/g,
        (_call, name) => `required${imports.push(`import * as required${imports.length} from '${name}'`) - 1}`,
      )
      .replace(/\bexports\.(\w+)/g, (_export, name) => {
        names.add(name)
        return `exported_${name}`
      })
    const list = [...names]
    const left = /\bmodule\.exports\b|\brequire\(/.exec(body)
    if (left || list.length === 0) throw new Error(`${id} is not in the form that this plugin expects`)
    return {
      code: [
        ...imports,
        `var ${list.map((name) => `exported_${name}`).join(', ')}`,
        body,
        `export { ${list.map((name) => `exported_${name} as ${name}`).join(', ')} }`,
        `export default { ${list.map((name) => `${name}: exported_${name}`).join(', ')} }`,
      ].join('\n'),
      map: null,
    }
  },
})
