/** Labels of the forms that a column's name does not give. */
const labels: Record<string, string> = {
  imageAlt: 'Alternative text',
  publishAt: 'Appears',
  unpublishAt: 'Ends',
  seoTitle: 'Search title',
  seoDescription: 'Search description',
  socialImage: 'Preview picture',
}

/** A field as its form labels it: 'Discounted price' for `discountedPrice`, 'Author' for `authorId`. */
export function fieldLabel(field: string): string {
  const words = field
    .replace(/(?<=.)(Id|Url)$/, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return labels[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
