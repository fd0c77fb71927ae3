/** The programs that make a site from Markdown, as far as their addresses and their signs in texts differ. */
export const generators = {
  hugo: 'Hugo',
  zola: 'Zola',
  jekyll: 'Jekyll',
  hexo: 'Hexo',
  astro: 'Astro',
  eleventy: 'Eleventy',
  docusaurus: 'Docusaurus',
  vitepress: 'VitePress',
  gatsby: 'Gatsby',
  next: 'Next.js',
  obsidian: 'Obsidian',
  plain: 'Markdown',
} as const
export type Generator = keyof typeof generators

/** The file by which a program is known. The first of a folder counts. */
const anyConfig = /^config\.(?:toml|ya?ml|json)$/
const signs: [RegExp, Generator][] = [
  [/^hugo\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^docusaurus\.config\.[mc]?[jt]s$/, 'docusaurus'],
  [/^astro\.config\.[mc]?[jt]s$/, 'astro'],
  [/^(?:\.eleventy|eleventy\.config)\.[mc]?[jt]s$/, 'eleventy'],
  [/^gatsby-config\.[mc]?[jt]s$/, 'gatsby'],
  [/^\.(?:vitepress|vuepress)\/config(?:\/index)?\.(?:[mc]?[jt]s|json)$/, 'vitepress'],
  [/^_config\.(?:ya?ml|toml)$/, 'jekyll'],
  [anyConfig, 'hugo'],
  [/^next\.config\.[mc]?[jt]s$/, 'next'],
  [/^\.obsidian\/app\.json$/, 'obsidian'],
]
const places = signs.map(([pattern, generator]) => ({
  pattern: new RegExp(`^(.*/)?${pattern.source.slice(1)}`),
  generator,
}))
/** Folders of examples and of other programs, which may have settings of their own. */
const foreign = /(?:^|\/)(?:themes|vendor|exampleSite|examples?|tests?|fixtures|_site)\//

/** The folder of the site whose program a file tells, with a slash at its end; undefined for any other file. */
export function folderOfSign(path: string): string | undefined {
  const found = places.map(({ pattern }) => pattern.exec(path)).find(Boolean)
  return found ? (found[1] ?? '') : undefined
}

const depthOf = (folder: string) => folder.split('/').length

/** The folder of a site among files, its program, and the file of its settings. */
export function findRoot(paths: string[]): { root: string; generator: Generator; sign?: string } {
  const folders = new Set(
    paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))),
  )
  let best: { root: string; generator: Generator; sign: string; rank: number } | undefined
  for (const path of paths) {
    const rank = foreign.test(path) ? -1 : places.findIndex(({ pattern }) => pattern.test(path))
    const place = places[rank]
    if (!place) continue
    const root = place.pattern.exec(path)?.[1] ?? ''
    // Many programs have a file of this name.
    if (signs[rank]?.[0] === anyConfig && !folders.has(`${root}content/`)) continue
    const nearer = best ? depthOf(root) - depthOf(best.root) || rank - best.rank : -1
    if (nearer < 0) best = { root, generator: place.generator, sign: path, rank }
  }
  if (best) return best
  const posts = paths.find((path) => /(?:^|\/)_posts\//.test(path) && !foreign.test(path))
  if (posts)
    return {
      root: posts.slice(0, posts.search(/(?:^|\/)_posts\//)).replace(/$/, posts.startsWith('_posts') ? '' : '/'),
      generator: 'jekyll',
    }
  const astro = paths.find((path) => /(?:^|\/)src\/content\//.test(path))
  if (astro) return { root: astro.slice(0, astro.search(/(?<=^|\/)src\/content\//)), generator: 'astro' }
  const common = commonFolder(paths)
  const content = ['content/', `${common}content/`].find(
    (folder) => folders.has(folder) && folders.has(folder.replace(/content\/$/, 'static/')),
  )
  if (content) return { root: content.slice(0, -'content/'.length), generator: 'hugo' }
  return { root: common, generator: 'plain' }
}

export const isMarkdown = (path: string) => /\.(?:md|markdown|mdx|mkd|mkdn|mdown|mdwn|qmd|rmd)$/i.test(path)

/** Folders whose texts are posts, in the languages that sites are often in. */
const postFolders =
  /^_?(?:posts?|blogs?|articles?|news|notes?|writing|writings|journal|stories|updates|til|essays|entries|diary|insights|announcements|releases|artikel|beitraege|beiträge|aktuelles|neuigkeiten|nachrichten|actualites|actualités|billets|noticias|articulos|artículos|entradas|artigos|articoli|notizie|berichten|nieuws|wpisy|статьи|новости|блог|लेख|ब्लॉग|文章|博客|記事|ブログ|中文|블로그|مقالات|מאמרים)$/iu
export const isPostFolder = (name: string) => postFolders.test(name)

/** The folder in which an archive has everything, unless its name says something about its texts. */
function commonFolder(paths: string[]): string {
  const folder = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? ''
  const says = isPostFolder(folder.slice(0, -1)) || /^(?:content|docs|src|pages|_drafts)\/$/.test(folder)
  return !says && paths.every((path) => path.startsWith(folder)) ? folder : ''
}
