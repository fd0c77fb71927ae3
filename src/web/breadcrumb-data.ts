/** The path from the start page to this one for search engines (schema.org BreadcrumbList). Its paths are clean ones. */
export const breadcrumbData = (steps: { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: path,
  })),
})
