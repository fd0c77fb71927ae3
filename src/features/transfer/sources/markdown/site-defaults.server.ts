import type { SourceFile } from '../../ground/source.ts'
import { type MarkdownSite, readFileText, settingOf } from './generators.server.ts'
import { factsIn, isTable, readValues, textOf } from './values.ts'

/** The facts that settings of Jekyll and data files of Eleventy give to the texts of folders, the nearest first. */
export async function siteDefaults(
  site: MarkdownSite,
  files: Map<string, SourceFile>,
): Promise<(path: string) => unknown[]> {
  const found: { folder: string; type: string; values: unknown }[] = []
  const defaults = settingOf(site, 'defaults')
  for (const one of site.generator === 'jekyll' && Array.isArray(defaults) ? defaults : []) {
    const scope = factsIn(factsIn(one).get('scope')?.value)
    const folder = textOf(scope.get('path')?.value).replace(/^\/|[/*]+$/g, '')
    found.push({ folder, type: textOf(scope.get('type')?.value), values: factsIn(one).get('values')?.value })
  }
  for (const [path, file] of site.generator === 'eleventy' ? files : []) {
    const [, folder, name, data] = /^(?:(.*)\/)?([^/]+?)\/([^/]+?)(?:\.11tydata)?\.json$/.exec(path) ?? []
    if (name === undefined || name !== data) continue
    const text = await readFileText(file, 64 * 1024)
    const values = text && jsonIn(text)
    if (isTable(values))
      found.push({ folder: `${folder ? `${folder}/` : ''}${name}`.slice(site.root.length), type: '', values })
  }
  // The settings of a longer path win.
  found.sort((one, other) => other.folder.length - one.folder.length || other.type.length - one.type.length)
  return (path) =>
    found
      .filter(
        ({ folder, type }) =>
          (folder === '' || path === folder || path.startsWith(`${folder}/`)) && isOfType(path, type),
      )
      .map(({ values }) => values)
}

function isOfType(path: string, type: string): boolean {
  const special = /(?:^|\/)_([^/]+)\//.exec(path)?.[1]
  return (
    type === '' ||
    (type === 'pages' ? special === undefined : special === type || (type === 'posts' && special === 'drafts'))
  )
}

function jsonIn(text: string): unknown {
  try {
    return readValues(text, 'json')
  } catch {
    return undefined
  }
}
