import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'

/** The files of the project that compiling and testing need. */
const copied = ['src', 'content', 'scripts', 'package.json', 'tsconfig.json', 'biome.json', 'company.config.ts']
const configs = ['vite.config.ts', 'vitest.config.ts']

/** In ms, for a test that follows a recipe. A busy machine takes minutes to check the types of the whole project. */
export const recipeLimit = 600_000

/** The steps of a page such as `docs/adding-an-entity.md`: new files, and lines in existing ones. */
export type Recipe = {
  files: { path: string; text: string }[]
  /** `at` is a part of the line before which the new ones are inserted, or which they replace; without it they are appended. */
  additions: { path: string; text: string; at: string | undefined; replaces: boolean }[]
}

/** A block of code and the paragraph before it. */
const block = /([^\n]+(?:\n[^\n]+)*)\n\n```\w+\n(.*?)```/gs
const newFile = /^`(\S+)`$/
const addition = /(?:Add (?:at the end of|to)|Replace in) `(\S+)`(?:,? (above )?the line with `([^`]+)`)?/

/** Reads the blocks of code of the document. @throws on a block without a target in its paragraph */
function readRecipe(document: string): Recipe {
  const recipe: Recipe = { files: [], additions: [] }
  for (const [, paragraph = '', text = ''] of document.matchAll(block)) {
    const sentence = paragraph.replaceAll('\n', ' ')
    const file = newFile.exec(sentence)?.[1]
    const [, path, above, at] = addition.exec(sentence) ?? []
    if (file) recipe.files.push({ path: file, text })
    else if (path) recipe.additions.push({ path, text, at, replaces: at !== undefined && above === undefined })
    else throw new Error(`The document does not say where this goes: ${text}`)
  }
  return recipe
}

/** Follows the recipe in a copy of the project. */
async function followRecipe({ files, additions }: Recipe, root: string): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text, { flag: 'wx' })
  }
  for (const { path, text, at, replaces } of additions) {
    const lines = (await readFile(join(root, path), 'utf8')).split(/(?<=\n)/)
    const index = at === undefined ? lines.length : lines.findIndex((line) => line.includes(at))
    if (index < 0) throw new Error(`${path} has no line with ${at}`)
    const margin = /^ */.exec(lines[index] ?? '')?.[0] ?? ''
    // The formatter of documents moves whole statements to the margin.
    const indented = /^\S/.test(text) ? text.replaceAll(/^(?=.)/gm, margin) : text
    await writeFile(join(root, path), lines.toSpliced(index, replaces ? 1 : 0, indented).join(''))
  }
}

/** The lines of the blocks of code. */
export const linesOf = (blocks: { text: string }[]) => blocks.flatMap(({ text }) => text.trimEnd().split('\n')).length

/**
 * Copies the project before the tests of a file, and follows the documents there one after the other.
 * @returns the recipes, and programs that run in the copy; each returns its output, or '' if it succeeded
 */
export async function followRecipes(...documents: string[]) {
  const recipes = await Promise.all(documents.map(async (path) => readRecipe(await readFile(path, 'utf8'))))
  let root: string
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'atrium-recipe-')))
    for (const name of [...copied, ...configs]) await cp(name, join(root, name), { recursive: true })
    await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction')
    for (const recipe of recipes) await followRecipe(recipe, root)
  }, recipeLimit)
  afterAll(() => root && rm(root, { recursive: true }))

  async function run(command: string, ...args: string[]): Promise<string> {
    // The copy's tests run on their own, not as part of this run.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((settle) => child.once('close', settle))
    const output = await Promise.all([text(child.stdout), text(child.stderr)])
    return (await ended) === 0 ? '' : output.join('')
  }
  const bin = (name: string) => resolve('node_modules/.bin', name)
  const written = recipes.flatMap(({ files, additions }) => [...files, ...additions]).map(({ path }) => path)
  return {
    recipes,
    // Several checkers would check the common types again.
    compile: () => run(bin('tsc'), '-p', '.', '--checkers', '1'),
    /** Checks the format of the written files, and the layout. */
    lint: async () =>
      (await run(bin('biome'), 'check', '--error-on-warnings', ...written)) +
      (await run(process.execPath, 'scripts/floors.ts')),
    /** @param words the options and files of Vitest */
    test: (project: 'sqlite' | 'unit', ...words: string[]) =>
      run(process.execPath, resolve('node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...words),
  }
}
