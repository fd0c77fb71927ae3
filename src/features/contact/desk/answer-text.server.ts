import type { Root } from 'hast'
import { isHeavy, isTooDeep, isTooIntricate } from '#content/markup/intricacy.ts'

/** The text of an answer as a sanitised tree; undefined for one that would occupy this process too long, which is shown as it was typed. */
export async function treeOf(source: string): Promise<Root | undefined> {
  if (isTooIntricate(source) || isHeavy(source)) return undefined
  const { sanitisedTree } = await import('#content/markup/sanitised-tree.ts')
  const tree = sanitisedTree(source)
  return isTooDeep(tree) ? undefined : tree
}

/** The same as HTML. */
export async function htmlOf(source: string): Promise<string | undefined> {
  const tree = await treeOf(source)
  if (!tree) return undefined
  const [{ unified }, { default: rehypeStringify }] = await Promise.all([import('unified'), import('rehype-stringify')])
  return unified().use(rehypeStringify).stringify(tree)
}
