import type { Root } from 'hast'
import { LRUCache } from 'lru-cache'
import { isHeavy, isTooDeep, isTooIntricate } from '#content/markup/intricacy.ts'
import { minute } from '#server/security/counters.ts'

/** The text of an answer as a sanitised tree; undefined for one that would occupy this process too long, which is shown as it was typed. */
export async function treeOf(source: string): Promise<Root | undefined> {
  if (isTooIntricate(source) || isHeavy(source)) return undefined
  const { sanitisedTree } = await import('#content/markup/sanitised-tree.ts')
  const tree = sanitisedTree(source)
  return isTooDeep(tree) ? undefined : tree
}

/**
 * An open request is asked for every few seconds, and each of its answers takes milliseconds to render. After a minute nothing of an erased one is
 * left here.
 */
const rendered = new LRUCache<string, string>({ max: 100, ttl: minute, ttlAutopurge: true })

/** The same as HTML. */
export async function htmlOf(source: string): Promise<string | undefined> {
  const known = rendered.get(source)
  if (known !== undefined) return known
  const tree = await treeOf(source)
  if (!tree) return undefined
  const [{ unified }, { default: rehypeStringify }] = await Promise.all([import('unified'), import('rehype-stringify')])
  const html = unified().use(rehypeStringify).stringify(tree)
  rendered.set(source, html)
  return html
}
