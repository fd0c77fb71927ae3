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

// The sanitiser prefixes all ids, so those of footnotes get no prefix here.
const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .freeze()

/** Parses GitHub-flavoured Markdown, HTML, or a mixture, and removes what is not on the allow-list. */
export const sanitisedTree = (source: string): Root => sanitise(typedTree(source))

/** Parses a source without sanitising it: for the editor, which lists what it does not support. Never display it. */
export function typedTree(source: string): Root {
  const markup = keepPreformatted(source)
  return raw.runSync(isHtml(markup) ? rawHtml(markup) : markdown.runSync(markdown.parse(markup))) as Root
}

/** Removes what is not on the allow-list. It changes the tree. */
export const sanitise = (tree: Root): Root => clean.runSync(tree) as Root

const rawHtml = (value: string): Root => ({ type: 'root', children: [{ type: 'raw', value } as never] })
