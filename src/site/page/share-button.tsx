import { Button } from '#ui/button.tsx'

/** Shares the page by its clean address; the boot script loads `public/share.js` for it. */
export const ShareButton = () => (
  <Button variant="secondary" data-share="/share.js" className="js-only ml-auto print:hidden">
    Share
  </Button>
)
