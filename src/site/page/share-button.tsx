import { Button } from '#ui/button.tsx'

/** Shares the page by its clean address; the boot script (src/app/web/boot.js) knows how. */
export const ShareButton = () => (
  <Button variant="secondary" data-share className="js-only ml-auto print:hidden">
    Share
  </Button>
)
