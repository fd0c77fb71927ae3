import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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
export function readRecipe(document: string): Recipe {
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
export async function followRecipe({ files, additions }: Recipe, root: string): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text, { flag: 'wx' })
  }
  for (const { path, text, at, replaces } of additions) {
    const lines = (await readFile(join(root, path), 'utf8')).split(/(?<=\n)/)
    const index = at === undefined ? lines.length : lines.findIndex((line) => line.includes(at))
    if (index < 0) throw new Error(`${path} has no line with ${at}`)
    await writeFile(join(root, path), lines.toSpliced(index, replaces ? 1 : 0, text).join(''))
  }
}
