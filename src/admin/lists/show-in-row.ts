/** Scrolls a row that is wider than the window sideways, so that one of its entries is seen. The page itself stays where it is. */
export function showInRow(row: HTMLElement | null, selector: string) {
  const entry = row?.querySelector<HTMLElement>(selector)
  if (!row || !entry) return
  const [outer, inner] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (inner.left < outer.left || inner.right > outer.right)
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
