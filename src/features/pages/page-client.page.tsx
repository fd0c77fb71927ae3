import StillPage, { queries } from '#site/page/still.page.tsx'

export { queries }

// biome-ignore lint/style/noRestrictedImports: fetched only where staff have signed in
const draft = () => import('./page-draft.admin.tsx')

/** The page in the client: the markup of its document. Staff find a draft where visitors find nothing. */
export default function BuiltPageInClient() {
  return <StillPage draft={draft} />
}
