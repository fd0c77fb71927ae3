type SlugOfferProps = {
  /** The public address of the list: '/blog'. */
  under: string
  slug: string
  /** The reason for another slug. */
  why: string
  onUse: () => void
}

/** Another slug for a record, which is used only when a person asks for it. */
export const SlugOffer = ({ under, slug, why, onUse }: SlugOfferProps) => (
  <p className="text-small text-muted [overflow-wrap:anywhere]">
    {why}{' '}
    <button type="button" className="link pointer-coarse:py-3" onClick={onUse}>
      Use {under}/{slug}
    </button>
  </p>
)
