import type { Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { readEditorHtml } from './editor-html.ts'
import { isHtml, keepPreformatted } from './html-source.ts'
import { schema } from './sanitise-schema.ts'

const raw = unified().use(rehypeRaw).freeze()
const clean = unified().use(readEditorHtml).use(rehypeSanitize, schema).freeze()

// Ids get their one prefix from the allow-list, footnotes' as all others.
const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .freeze()

/** Reads GitHub-flavoured Markdown, HTML, or a mixture, and lets through what the allow-list names. */
export const sanitisedTree = (source: string): Root => sanitise(typedTree(source))

/** The same with all that was typed still in it: for the editor, which says what it could not keep. Never for showing. */
export function typedTree(source: string): Root {
  const kept = keepPreformatted(source)
  return raw.runSync(isHtml(kept) ? rawHtml(kept) : markdown.runSync(markdown.parse(kept))) as Root
}

/** Lets through what the allow-list names. The tree given is changed. */
export const sanitise = (tree: Root): Root => clean.runSync(tree) as Root

const rawHtml = (value: string): Root => ({ type: 'root', children: [{ type: 'raw', value } as never] })
