/** Texts of the site that staff can replace, by the part of the site that shows them: `{ about: { title: … } }`. Only what was replaced is in it. */
export type Words = Record<string, Record<string, string>>

/** A text with the company's details in place of `{brand}`, `{city}` and `{street}`. */
export function withDetails(
  text: string,
  { brand, address }: { brand: string; address: { city: string; street: string } },
): string {
  const details: Record<string, string> = { brand, city: address.city, street: address.street }
  return text.replace(/\{(brand|city|street)\}/g, (_, name: string) => details[name] ?? '')
}

/** A link of the footer: its text, and a path of ours or a whole address. */
export type FooterLink = { label: string; to: string }
